package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;

/**
 * The largest number of arrivals in any half-open second {@code [t, t + 1 s)} of a whole run, exactly.
 *
 * <p>Arrivals come in order of time. Those of one moment are kept as one run, so that memory follows the reads of the last
 * second and not their messages. A maximum is always reached by a second that ends just after an arrival, so it is enough
 * to look back one second at each.
 */
@OwnedBy("smsc-sim")
final class SlidingSecond {
    private static final long SECOND = 1_000_000_000L;

    private long[] times = new long[64];
    private int[] counts = new int[64];
    private int head;
    private int size;
    private int inside;
    private int most;

    void arrived(long nanos) {
        while (size > 0 && nanos - times[head] >= SECOND) {
            inside -= counts[head];
            head = head + 1 & times.length - 1;
            size--;
        }
        int last = head + size - 1 & times.length - 1;
        if (size > 0 && times[last] == nanos) {
            counts[last]++;
        } else {
            if (size == times.length) {
                grow();
            }
            int at = head + size & times.length - 1;
            times[at] = nanos;
            counts[at] = 1;
            size++;
        }
        inside++;
        most = Math.max(most, inside);
    }

    /** In the second that ended with the last arrival. */
    int inside() {
        return inside;
    }

    int most() {
        return most;
    }

    private void grow() {
        long[] moreTimes = new long[times.length * 2];
        int[] moreCounts = new int[times.length * 2];
        for (int i = 0; i < size; i++) {
            moreTimes[i] = times[head + i & times.length - 1];
            moreCounts[i] = counts[head + i & times.length - 1];
        }
        times = moreTimes;
        counts = moreCounts;
        head = 0;
    }
}
