package io.smppbridge.threads;

import java.time.Duration;

/**
 * When threads that have nothing to do make their rounds and look about them: all at the same moments. A processor that sleeps meanwhile is
 * woken once for all of them and not once for each, and what one brings into its caches the next one finds there. Linux rounds the timers of
 * its own housekeeping for the same reason ({@code round_jiffies}).
 */
@ThreadSafe
public final class Rounds {
    /** Between two such moments: less than a second, within which most who look promise to look again. */
    public static final Duration EVERY = Duration.ofMillis(900);

    /** For whoever has something to wait for. */
    public static final Duration SOON = EVERY.dividedBy(4);

    private Rounds() {}

    /**
     * How long to rest until the next of these moments, in nanoseconds: more than zero, at most so long.
     *
     * @param nanos now, by a {@link Ticker}
     * @param every {@link #EVERY}, {@link #SOON} or a multiple of one of them
     */
    public static long next(long nanos, Duration every) {
        long length = every.toNanos();
        return length - Math.floorMod(nanos, length);
    }

    /**
     * How long to rest when something is to be done in so long: until then, or, where that is longer than {@link #EVERY}, until the next of these moments.
     *
     * @param nanos now, by a {@link Ticker}
     * @param due from now on, in nanoseconds
     */
    public static long rest(long nanos, long due) {
        return due < EVERY.toNanos() ? due : next(nanos, EVERY);
    }
}
