package io.smppbridge;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Tests say nothing unless something is wrong. In words of Java, as each of some hundred processes that they start would take a fifth of a
 * second to read it from XML.
 */
public final class QuietLog extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext logs) {
        PatternLayoutEncoder line = new PatternLayoutEncoder();
        line.setContext(logs);
        line.setPattern("%d{HH:mm:ss.SSS} %-5level [%thread] %logger{0} - %msg%n");
        line.start();
        ConsoleAppender<ILoggingEvent> output = new ConsoleAppender<>();
        output.setContext(logs);
        output.setName("STDOUT");
        output.setEncoder(line);
        output.start();
        Logger root = logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(output);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
