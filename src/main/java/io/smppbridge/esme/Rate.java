package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/** How many messages an account may hand over in a second, over all its binds; a tenth of a second's worth at once (GCRA). */
@ThreadSafe
final class Rate {
    private static final double SECOND = 1e9;
    private static final double BURST_SECONDS = 0.1;

    private final Ticker ticker;
    private final long eachNanos;
    private final long toleranceNanos;
    private final AtomicLong clearAt;

    /** @param perSecond infinite for no limit */
    Rate(double perSecond, Ticker ticker) {
        this.ticker = ticker;
        this.eachNanos = Double.isInfinite(perSecond) ? 0 : (long) (SECOND / perSecond);
        this.toleranceNanos = Math.max(eachNanos, (long) (BURST_SECONDS * SECOND));
        this.clearAt = new AtomicLong(ticker.nanos());
    }

    /** Takes so many messages, or none when they are too many now. */
    boolean take(int count) {
        if (eachNanos == 0) {
            return true;
        }
        while (true) {
            long now = ticker.nanos();
            long clear = clearAt.get();
            long from = clear - now < 0 ? now : clear;
            long next = from + count * eachNanos;
            boolean first = clear - now <= 0; // a submit_multi larger than the burst passes when nothing is owed
            if (!first && next - now > toleranceNanos) {
                return false;
            }
            if (clearAt.compareAndSet(clear, next)) {
                return true;
            }
        }
    }
}
