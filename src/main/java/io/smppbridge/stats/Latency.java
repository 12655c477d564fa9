package io.smppbridge.stats;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** How long something took, counted in buckets of 1-2-5 steps from 10 µs to 500 s. Any thread counts, unless it is {@link #ofOneThread}. */
@ThreadSafe
public final class Latency {
    private static final long[] BOUNDS_NANOS = bounds();

    private final AtomicLongArray counts = new AtomicLongArray(BOUNDS_NANOS.length + 1);
    private final LongAdder sumNanos = new LongAdder();
    private final boolean shared;
    /** The bucket of the last one: the next one is nearly always in it too. */
    private int lately;

    private final Tally ownNanos = new Tally();

    public Latency() {
        this(true);
    }

    private Latency(boolean shared) {
        this.shared = shared;
    }

    /** To be counted by one thread alone, which costs that thread less: see {@link Tally}. */
    public static Latency ofOneThread() {
        return new Latency(false);
    }

    /** Counts one duration; negative ones count as zero. */
    public void record(long nanos) {
        record(nanos, 1);
    }

    /** Counts so many that took as long. */
    public void record(long nanos, int times) {
        int low = lately; // of two threads at once each may leave its own
        if (!isIn(low, nanos)) {
            low = bucket(nanos);
            lately = low;
        }
        count(low, Math.max(0, nanos) * times, times);
    }

    /** Counts for one thread, which tells of many at once. */
    public Run run() {
        return new Run();
    }

    /** Durations that fall into one bucket, one after the other, as most do. */
    @OwnedBy("one thread that counts")
    public final class Run {
        private int bucket;
        private int times;
        private long sum;

        private Run() {}

        /** As {@link Latency#record(long)}, but nobody knows before {@link #tell}. */
        public void record(long nanos) {
            if (!isIn(bucket, nanos)) {
                tell();
                bucket = bucket(nanos);
            }
            times++;
            sum += Math.max(0, nanos);
        }

        public void tell() {
            if (times > 0) {
                count(bucket, sum, times);
                times = 0;
                sum = 0;
            }
        }
    }

    private static boolean isIn(int bucket, long nanos) {
        return nanos > (bucket == 0 ? Long.MIN_VALUE : BOUNDS_NANOS[bucket - 1])
                && (bucket == BOUNDS_NANOS.length || nanos <= BOUNDS_NANOS[bucket]);
    }

    private static int bucket(long nanos) {
        int low = 0;
        int high = BOUNDS_NANOS.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (BOUNDS_NANOS[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void count(int bucket, long more, int times) {
        if (shared) {
            counts.getAndAdd(bucket, times);
            sumNanos.add(more);
        } else {
            counts.setRelease(bucket, counts.getPlain(bucket) + times);
            ownNanos.add(more);
        }
    }

    /** Upper bounds of the buckets in nanoseconds; one more bucket takes the rest. */
    public static long[] boundsNanos() {
        return BOUNDS_NANOS.clone();
    }

    /** Counts by bucket, the last one for everything above the last bound. */
    public long[] counts() {
        long[] copy = new long[counts.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    public long sumNanos() {
        return sumNanos.sum() + ownNanos.sum();
    }

    public long count() {
        long total = 0;
        for (int i = 0; i < counts.length(); i++) {
            total += counts.get(i);
        }
        return total;
    }

    /** The upper bound of the bucket that holds the quantile, in nanoseconds; 0 when nothing was counted. */
    public long quantileNanos(double quantile) {
        long[] now = counts();
        long total = 0;
        for (long c : now) {
            total += c;
        }
        long rank = (long) Math.ceil(quantile * total);
        long seen = 0;
        for (int i = 0; i < now.length; i++) {
            seen += now[i];
            if (seen >= rank && seen > 0) {
                return BOUNDS_NANOS[Math.min(i, BOUNDS_NANOS.length - 1)];
            }
        }
        return 0;
    }

    private static long[] bounds() {
        long[] bounds = new long[24];
        long decade = 10_000;
        for (int i = 0; i < bounds.length; i += 3) {
            bounds[i] = decade;
            bounds[i + 1] = decade * 2;
            bounds[i + 2] = decade * 5;
            decade *= 10;
        }
        return bounds;
    }
}
