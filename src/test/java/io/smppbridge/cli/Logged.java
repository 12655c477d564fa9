package io.smppbridge.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class logs while this is open. */
final class Logged extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final Level usual;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Logged(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        usual = logger.getLevel();
    }

    static Logged of(String name) {
        Logged made = new Logged(name);
        made.start();
        made.logger.setLevel(Level.INFO);
        made.logger.addAppender(made);
        return made;
    }

    List<String> lines() {
        return lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(usual);
    }
}
