package io.smppbridge.threads;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** How much may be taken in a second, by whichever threads (GCRA). */
@ThreadSafe
public final class Rate {
    private static final double SECOND = 1e9;

    private final Ticker ticker;
    private final long eachNanos;
    private final long toleranceNanos;
    private final AtomicLong clearAt;

    /**
     * @param perSecond infinite for no limit
     * @param atOnce as much as comes together in this time may be taken at once; one at the least
     */
    public Rate(double perSecond, Duration atOnce, Ticker ticker) {
        this.ticker = ticker;
        this.eachNanos = Double.isInfinite(perSecond) ? 0 : (long) (SECOND / perSecond);
        this.toleranceNanos = Math.max(eachNanos, atOnce.toNanos());
        this.clearAt = new AtomicLong(ticker.nanos());
    }

    /** Takes so many, or none when they are too many now. */
    public boolean take(int count) {
        return waitNanos(count) == 0;
    }

    /** As {@link #take}; how long to wait before so many can be taken, 0 when they have been. */
    public long waitNanos(int count) {
        if (eachNanos == 0) {
            return 0;
        }
        while (true) {
            long now = ticker.nanos();
            long clear = clearAt.get();
            long owed = Math.max(0, clear - now);
            long after = owed + count * eachNanos;
            if (owed > 0 && after > toleranceNanos) { // more than ever come together pass when nothing is owed
                return Math.min(owed, after - toleranceNanos);
            }
            if (clearAt.compareAndSet(clear, now + after)) {
                return 0;
            }
        }
    }
}
