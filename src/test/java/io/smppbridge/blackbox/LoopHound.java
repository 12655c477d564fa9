package io.smppbridge.blackbox;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Where BlockHound is the agent of a process: tells of each call that waits, for a lock, a condition, a socket or a file, on a thread that
 * carries an event loop.
 */
public final class LoopHound implements BlockHoundIntegration {
    private static final Pattern LOOPS = Pattern.compile("(smpp-io|intake-http|esme|admin-http)-([0-9]|called).*");
    private static final int DEEP = 14;
    private static final Set<String> FOUND = ConcurrentHashMap.newKeySet();

    /** Each call once, with its stack. */
    static Set<String> found() {
        return new TreeSet<>(FOUND);
    }

    /** The options of a JVM that is to be watched. */
    static String[] options() {
        String jar = BlockHound.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return new String[] {"-javaagent:" + jar, "-XX:+AllowRedefinitionToAddDeleteMethods"};
    }

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(
                        before -> thread -> LOOPS.matcher(thread.getName()).matches())
                // With ./bridge lines of the log go through a ring; here they are written at once.
                .allowBlockingCallsInside("ch.qos.logback.classic.Logger", "callAppenders")
                .blockingMethodCallback(
                        method -> FOUND.add(Thread.currentThread().getName().replaceAll("[0-9]+", "n") + " calls "
                                + method + ": " + stack()));
    }

    /** After whoever else has something to say. */
    @Override
    public int getPriority() {
        return Integer.MAX_VALUE;
    }

    private static String stack() {
        List<StackTraceElement> all = Arrays.asList(Thread.currentThread().getStackTrace());
        return all.stream()
                .filter(frame -> !frame.getClassName().startsWith("reactor.blockhound"))
                .skip(2)
                .limit(DEEP)
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .collect(Collectors.joining(" < "));
    }
}
