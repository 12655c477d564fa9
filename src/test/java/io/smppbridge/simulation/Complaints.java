package io.smppbridge.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the bridge logs as an error while runs are made by this thread: all of it has to be explained by a fault. Its warnings go nowhere. */
final class Complaints extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    /** That the journal has failed is judged by itself. */
    private static final String EXPECTED = "the journal thread has failed";

    private final Logger log = (Logger) LoggerFactory.getLogger("io.smppbridge");
    private final Level before = log.getLevel();
    private final Thread here = Thread.currentThread();
    private final List<String> heard = new ArrayList<>();

    Complaints() {
        setContext(log.getLoggerContext());
        start();
        log.setLevel(Level.ERROR);
        log.setAdditive(false);
        log.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (Thread.currentThread() == here && !event.getMessage().startsWith(EXPECTED)) {
            String why = event.getThrowableProxy() == null
                    ? ""
                    : ": " + event.getThrowableProxy().getClassName() + " "
                            + event.getThrowableProxy().getMessage();
            heard.add(event.getFormattedMessage() + why);
        }
    }

    /** What was heard since the last call. */
    List<String> heard() {
        List<String> all = List.copyOf(heard);
        heard.clear();
        return all;
    }

    @Override
    public void close() {
        log.detachAppender(this);
        log.setAdditive(true);
        log.setLevel(before);
        stop();
    }
}
