package io.smppbridge.handback;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Growing pauses: the shortest, doubled each time up to the longest, less up to half by chance so that nobody comes back in step. */
record Backoff(Duration shortest, Duration longest, DoubleSupplier chance) {
    /**
     * @param failures in a row, 1 for the first
     * @return nanoseconds
     */
    long nanos(int failures) {
        long longestNanos = longest.toNanos();
        int doublings = Math.min(Math.max(failures, 1) - 1, 40);
        long first = shortest.toNanos();
        long full = first > longestNanos >> doublings ? longestNanos : first << doublings;
        return full - (long) (full / 2 * chance.getAsDouble());
    }
}
