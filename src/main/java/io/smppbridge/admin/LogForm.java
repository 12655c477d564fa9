package io.smppbridge.admin;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import io.smppbridge.http.JsonOut;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** How an event looks in the log. Evaluates nothing that stands in it. */
@OwnedBy("log-writer")
abstract sealed class LogForm {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int FRAMES = 60;
    private static final int CAUSES = 8;

    /** The event in UTF-8, with its line ends. */
    abstract byte[] bytes(ILoggingEvent event);

    /** @param format {@code text} or {@code json} */
    static LogForm of(String format) {
        switch (format) {
            case "text":
                return new Text();
            case "json":
                return new Json();
            default:
                throw new IllegalArgumentException("log.format = " + format + ", expected text or json");
        }
    }

    private static String time(ILoggingEvent event) {
        return TIME.format(Instant.ofEpochMilli(event.getTimeStamp()));
    }

    private static void appendTrace(StringBuilder out, IThrowableProxy thrown) {
        IThrowableProxy cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES; depth++) {
            out.append(depth == 0 ? "" : "caused by ").append(cause.getClassName());
            if (cause.getMessage() != null) {
                out.append(": ");
                LogLine.append(out, cause.getMessage());
            }
            out.append('\n');
            StackTraceElementProxy[] frames = cause.getStackTraceElementProxyArray();
            int own = Math.max(0, frames.length - cause.getCommonFrames());
            for (int i = 0; i < Math.min(FRAMES, own); i++) {
                out.append("    ");
                LogLine.append(out, frames[i].getSTEAsString());
                out.append('\n');
            }
            cause = cause.getCause();
        }
    }

    /** One line for people; a stack trace follows indented. */
    static final class Text extends LogForm {
        private final StringBuilder out = new StringBuilder(512);

        @Override
        byte[] bytes(ILoggingEvent event) {
            out.setLength(0);
            out.append(time(event)).append(' ');
            String level = event.getLevel().toString();
            out.append(level).append(level.length() < 5 ? "  " : " ").append('[');
            LogLine.append(out, event.getThreadName());
            out.append("] ");
            String logger = event.getLoggerName();
            LogLine.append(out, logger.substring(logger.lastIndexOf('.') + 1));
            out.append(" - ");
            LogLine.append(out, String.valueOf(event.getFormattedMessage()));
            if (event.getKeyValuePairs() != null) {
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    field(pair.key, String.valueOf(pair.value));
                }
            }
            event.getMDCPropertyMap().forEach(this::field);
            out.append('\n');
            if (event.getThrowableProxy() != null) {
                StringBuilder trace = new StringBuilder();
                appendTrace(trace, event.getThrowableProxy());
                trace.toString()
                        .lines()
                        .forEach(line -> out.append("    ").append(line).append('\n'));
            }
            byte[] bytes = out.toString().getBytes(StandardCharsets.UTF_8);
            if (out.capacity() > 4 * LogLine.LONGEST) {
                out.setLength(0);
                out.trimToSize();
            }
            return bytes;
        }

        private void field(String name, String value) {
            out.append(' ');
            LogLine.append(out, name);
            out.append('=');
            LogLine.append(out, value);
        }
    }

    /** One JSON object a line. */
    static final class Json extends LogForm {
        private final JsonOut out = new JsonOut();

        @Override
        byte[] bytes(ILoggingEvent event) {
            out.clear()
                    .object()
                    .field("time", time(event))
                    .field("level", event.getLevel().toString().toLowerCase(java.util.Locale.ROOT))
                    .field("thread", event.getThreadName())
                    .field("logger", event.getLoggerName())
                    .field("message", cut(String.valueOf(event.getFormattedMessage())));
            if (event.getKeyValuePairs() != null) {
                out.name("fields").array();
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    field(pair.key, String.valueOf(pair.value));
                }
                out.endArray();
            }
            Map<String, String> mdc = event.getMDCPropertyMap();
            if (!mdc.isEmpty()) {
                out.name("context").array();
                mdc.forEach(this::field);
                out.endArray();
            }
            if (event.getThrowableProxy() != null) {
                StringBuilder trace = new StringBuilder();
                appendTrace(trace, event.getThrowableProxy());
                out.field("error", trace.toString());
            }
            return out.end().line().toBytes();
        }

        /** Names come from anywhere, and a field's name would not be escaped: both are values. */
        private void field(String name, String value) {
            out.object().field("name", name).field("value", cut(value)).end();
        }

        private static String cut(String text) {
            return text.length() <= LogLine.LONGEST ? text : text.substring(0, LogLine.LONGEST) + "…";
        }
    }
}
