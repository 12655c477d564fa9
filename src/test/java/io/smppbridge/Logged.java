package io.smppbridge;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a logger and those below it say while this is open. Any thread may log; the test's opens and closes. */
public final class Logged extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final Level usual;
    /** Of all of the bridge's own: commands that ran in this JVM have given them a level, for which one of the root's says nothing. */
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.smppbridge");

    private final Level usualOfOurs = ours.getLevel();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Logged(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        usual = logger.getLevel();
    }

    /** What a class or package of the bridge's says from INFO on. */
    public static Logged of(String name) {
        return of(name, Level.INFO);
    }

    /** What all of the bridge's say from INFO on. */
    public static Logged ours() {
        return of("io.smppbridge");
    }

    /** All that anyone says, libraries included. */
    public static Logged everything() {
        Logged made = of(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.TRACE);
        made.ours.setLevel(null);
        return made;
    }

    private static Logged of(String name, Level least) {
        Logged made = new Logged(name);
        made.start();
        made.logger.setLevel(least);
        made.logger.addAppender(made);
        return made;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        ours.setLevel(usualOfOurs);
        logger.setLevel(usual);
    }
}
