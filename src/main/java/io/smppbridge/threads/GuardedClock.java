package io.smppbridge.threads;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall clock, guarded against jumps: validity and due times go by it, and a clock that somebody set wrong for a moment must not end
 * every message that waits.
 *
 * <p>It compares the wall clock with the monotonic one at each reading. When they part by more than five minutes at once, in either
 * direction, the time that is told goes on evenly for ten minutes. If the clock has not come back by then, nor jumped again, it is believed.
 * Smaller steps are believed at once.
 */
@ThreadSafe
public final class GuardedClock implements InstantSource {
    /** A larger step is a jump. */
    public static final Duration JUMP = Duration.ofMinutes(5);
    /** How long a jump is not believed. */
    public static final Duration GRACE = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(GuardedClock.class);
    private static final long MILLI = 1_000_000L;
    private static final long REBASE_NANOS = 1_000 * MILLI;

    private final InstantSource wall;
    private final Ticker ticker;
    private volatile Base base;

    /**
     * What was told at a moment of the monotonic clock; while there is a grace, {@code byMs} is how far the wall clock has jumped and
     * {@code until} is its end.
     */
    private record Base(long toldMs, long nanos, boolean guarding, long byMs, long until) {
        static Base believed(long wallMs, long nanos) {
            return new Base(wallMs, nanos, false, 0, 0);
        }
    }

    /**
     * @param wall may jump
     * @param ticker may not
     */
    public GuardedClock(InstantSource wall, Ticker ticker) {
        this.wall = wall;
        this.ticker = ticker;
        this.base = Base.believed(wall.millis(), ticker.nanos());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        long nanos = ticker.nanos();
        long wallMs = wall.millis();
        Base now = base;
        long evenly = now.toldMs + (nanos - now.nanos) / MILLI;
        if (Math.abs(wallMs - evenly) > JUMP.toMillis()) {
            return jumped(wallMs, nanos);
        }
        if (now.guarding || nanos - now.nanos >= REBASE_NANOS) {
            // Taken as the new base now and then: clocks that are disciplined drift apart in the course of days.
            base = Base.believed(wallMs, nanos);
        }
        return wallMs;
    }

    private synchronized long jumped(long wallMs, long nanos) {
        Base now = base;
        long evenly = now.toldMs + (nanos - now.nanos) / MILLI;
        if (Math.abs(wallMs - evenly) <= JUMP.toMillis()) {
            return wallMs; // another thread has come to believe it meanwhile
        }
        long byMs = wallMs - evenly;
        if (!now.guarding || Math.abs(byMs - now.byMs) > JUMP.toMillis()) {
            LOG.warn(
                    "the clock has jumped by {} s; messages expire and become due by the old time for {} min, then the new one is believed",
                    byMs / 1000,
                    GRACE.toMinutes());
            base = new Base(evenly, nanos, true, byMs, nanos + GRACE.toNanos());
            return evenly;
        }
        if (nanos - now.until < 0) {
            return evenly;
        }
        LOG.warn("the clock has kept its new time, {} s from the old: it is believed from now on", byMs / 1000);
        base = Base.believed(wallMs, nanos);
        return wallMs;
    }
}
