package io.smppbridge;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/**
 * Tests say nothing unless something is wrong, and that on standard output. In plain Java, as each of some hundred processes that they start
 * would take a fifth of a second to read it from XML, and half of that to learn of all that a pattern may have.
 */
public final class QuietLog extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext logs) {
        Lines lines = new Lines();
        lines.setContext(logs);
        lines.start();
        Logger root = logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(lines);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static final class Lines extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            String level = event.getLevel().toString();
            String logger = event.getLoggerName();
            String trace = event.getThrowableProxy() == null
                    ? ""
                    : '\n' + ThrowableProxyUtil.asString(event.getThrowableProxy());
            System.out.println(LocalTime.now().truncatedTo(ChronoUnit.MILLIS) + " " + level
                    + (level.length() < 5 ? "  [" : " [") + event.getThreadName() + "] "
                    + logger.substring(logger.lastIndexOf('.') + 1) + " - " + event.getFormattedMessage() + trace);
        }
    }
}
