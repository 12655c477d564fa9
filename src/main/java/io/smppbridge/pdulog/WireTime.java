package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * When something was by the calendar that was noted by the ticker. How far the two clocks are apart is between what they show when the
 * one is read before the other and after it. That is kept as long as every reading allows it: were it taken anew from each, a busy
 * machine, which may hold a thread up between two readings, would have an answer stand before its request. When the calendar is set
 * right the distance follows, by no more than it must.
 */
@OwnedBy("pdulog")
final class WireTime {
    private static final int FIRST_READINGS = 10;

    private final InstantSource clock;
    private final Ticker ticker;
    private boolean read;
    private long apartNanos;

    WireTime(InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Looks whether both clocks still allow the distance. */
    void look() {
        if (!read) {
            readFirst();
        }
        follow();
    }

    /**
     * In nanoseconds since 1970, by what was seen at the last look.
     *
     * @param nanos by the ticker, not later than that
     */
    long at(long nanos) {
        return nanos + apartNanos;
    }

    /** From the middle of the narrowest of several readings. */
    private void readFirst() {
        long narrowest = Long.MAX_VALUE;
        for (int i = 0; i < FIRST_READINGS; i++) {
            long before = ticker.nanos();
            long now = calendar();
            long between = ticker.nanos() - before;
            if (between < narrowest) {
                narrowest = between;
                apartNanos = now - before - between / 2;
            }
        }
        read = true;
    }

    private void follow() {
        long before = ticker.nanos();
        long now = calendar();
        long after = ticker.nanos();
        apartNanos = Math.max(now - after, Math.min(now - before, apartNanos));
    }

    /** Nanoseconds since 1970, right until 2262. */
    private long calendar() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
