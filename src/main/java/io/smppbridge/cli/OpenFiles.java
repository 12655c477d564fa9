package io.smppbridge.cli;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many files and sockets the process may have open ({@code ulimit -n}). With hardly any a start fails in the middle of something, wherever
 * it gets to, or ends with a bridge that lets nobody in. Any thread.
 */
final class OpenFiles {
    /** What a bridge opens for itself, some 75, the 64 that its listeners keep back, and some for those who connect. */
    static final long LEAST = 160;

    private OpenFiles() {}

    /** @throws Complaint if this process may have fewer than {@link #LEAST} open */
    static void demandEnough() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            demandEnough(system.getMaxFileDescriptorCount());
        }
    }

    /**
     * @param limit files that may be open at once; below 1 where the system does not say
     * @throws Complaint if these are too few
     */
    static void demandEnough(long limit) {
        if (limit > 0 && limit < LEAST) {
            throw new Complaint(
                    Exit.USAGE,
                    "the limit of open files and sockets is " + limit + ", expected " + LEAST
                            + " at least, and one more for each connection; raise it (ulimit -n, LimitNOFILE of a unit)");
        }
    }
}
