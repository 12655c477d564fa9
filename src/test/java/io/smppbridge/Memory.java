package io.smppbridge;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.ObjectName;

/** What tests measure of the heap. */
public final class Memory {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Memory() {}

    /** Octets that this thread has allocated so far. */
    public static long allocatedHere() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Octets that these threads, see {@link ThreadsSince#ids}, have allocated so far. */
    public static long allocatedBy(long... ids) {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(ids)).sum();
    }

    /** Octets in use once the garbage is gone. */
    public static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Objects of a class that are still there after a full collection. */
    public static long objects(String type) throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(words -> words.length >= 4 && words[3].equals(type))
                .mapToLong(words -> Long.parseLong(words[1]))
                .sum();
    }

    /** Octets of heap in use once the garbage is gone, and octets beside the heap that the JDK or Netty have taken. */
    public static long held() {
        long beside = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return used() + beside + Math.max(0, PlatformDependent.usedDirectMemory());
    }
}
