package io.smppbridge;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.Predicate;

/** What tests measure of the heap. */
public final class Memory {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Memory() {}

    /** Octets that this thread has allocated so far. */
    public static long allocatedHere() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Octets that the threads of these names, which live now, have allocated so far. */
    public static long allocatedBy(Predicate<String> names) {
        long[] ids = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> names.test(thread.getName()))
                .mapToLong(Thread::getId)
                .toArray();
        return Arrays.stream(THREADS.getThreadAllocatedBytes(ids)).sum();
    }

    /** Octets in use once the garbage is gone. */
    public static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
