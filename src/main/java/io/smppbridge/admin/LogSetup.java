package io.smppbridge.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.smppbridge.threads.ThreadSafe;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.LoggerFactory;

/**
 * The process's log: one appender that never blocks, to standard output, as text or JSON.
 *
 * <p>Called first thing in {@code main}. It is code and not a {@code logback.xml}, because the same jar is embedded in platforms that
 * have a {@code logback.xml} of their own; such a platform never calls this, and its own log set-up stays as it is. Loggers of the
 * bridge obey the level, those of libraries start at WARN. Nothing that stands in a message is evaluated; no lookup, no script, no JMX,
 * no receiver.
 */
@ThreadSafe
public final class LogSetup {
    /** Lines that may wait for the output. */
    static final int QUEUE = 8_192;

    private static final String OURS = "io.smppbridge";
    private static final String INHERIT = "inherit";
    private static final LongAdder DROPPED = new LongAdder();

    private LogSetup() {}

    /**
     * Sets up the log of this process to standard output; a second call replaces the first.
     *
     * @param format {@code text} or {@code json}
     * @param level of the bridge's own loggers: {@code error}, {@code warn}, {@code info}, {@code debug}, {@code trace}
     * @throws IllegalArgumentException if either is none of these; then nothing has changed
     */
    public static void apply(String format, String level) {
        apply(context(), format, level, new FileOutputStream(FileDescriptor.out), DROPPED);
    }

    /** For commands whose result goes to standard output: warnings and errors as text to standard error. */
    public static void quiet() {
        apply(context(), "text", "warn", new FileOutputStream(FileDescriptor.err), DROPPED);
    }

    /** Another level for the bridge's own loggers, from now on. */
    public static void level(String level) {
        context().getLogger(OURS).setLevel(parse(level));
    }

    /**
     * Another level for one module, which is a package of the bridge such as {@code smpp}, from now on and whatever becomes of the others'.
     *
     * @param level {@code inherit} for that of all
     * @throws IllegalArgumentException if the level is none, or no class of such a module has logged or may log yet
     */
    public static void level(String module, String level) {
        Set<String> modules = modules();
        if (!modules.contains(module)) {
            throw new IllegalArgumentException("module " + module + ", expected one of " + modules);
        }
        context().getLogger(OURS + '.' + module).setLevel(level.equals(INHERIT) ? null : parse(level));
    }

    /** The modules that have a level of their own now. */
    public static Map<String, String> moduleLevels() {
        Map<String, String> levels = new TreeMap<>();
        for (String module : modules()) {
            Level own = context().getLogger(OURS + '.' + module).getLevel();
            if (own != null) {
                levels.put(module, own.toString().toLowerCase(Locale.ROOT));
            }
        }
        return levels;
    }

    private static Set<String> modules() {
        Set<String> modules = new TreeSet<>();
        for (ch.qos.logback.classic.Logger logger : context().getLoggerList()) {
            String name = logger.getName();
            int end = name.indexOf('.', OURS.length() + 1);
            if (name.startsWith(OURS + '.') && end > 0) {
                modules.add(name.substring(OURS.length() + 1, end));
            }
        }
        return modules;
    }

    /** The level of the bridge's own loggers now. */
    public static String level() {
        return context().getLogger(OURS).getEffectiveLevel().toString().toLowerCase(Locale.ROOT);
    }

    /** Log lines that were dropped since the start. */
    public static long dropped() {
        return DROPPED.sum();
    }

    /** Writes what waits, for at most two seconds; afterwards nothing is logged. */
    public static void stop() {
        context().stop();
    }

    static void apply(LoggerContext context, String format, String level, OutputStream out, LongAdder dropped) {
        Level wanted = parse(level);
        LogWriter writer = new LogWriter(LogForm.of(format), out, QUEUE, dropped);
        context.reset();
        writer.setContext(context);
        writer.start();
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(writer);
        context.getLogger(OURS).setLevel(wanted);
    }

    private static Level parse(String level) {
        switch (level) {
            case "error":
                return Level.ERROR;
            case "warn":
                return Level.WARN;
            case "info":
                return Level.INFO;
            case "debug":
                return Level.DEBUG;
            case "trace":
                return Level.TRACE;
            default:
                throw new IllegalArgumentException(
                        "log level " + level + ", expected error, warn, info, debug or trace");
        }
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
}
