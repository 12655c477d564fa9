package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether an endpoint as a whole works. One that fails is left alone for growing pauses and then tried with a single request, so that
 * nobody hammers it; its first sign of life ends that.
 */
@OwnedBy("its lane; the volatile fields are read by anybody")
final class Health {
    /** Failures in a row that may still be the events' fault. */
    private static final int TOLERATED = 2;

    /** For one that is full. */
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final long TELL_EVERY_NANOS = 10_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    private final String endpoint;
    private final Surroundings world;
    private final Supplier<Backoff> terms;
    private int inARow;
    private int pauses;
    private long pausedUntil;
    private int inFlightAtMost = Integer.MAX_VALUE;
    private boolean paused;
    private boolean told;
    private long lastTold;
    private volatile Instant failingSince;
    private volatile Instant pauseEnds;
    private volatile String lastError = "";

    Health(String endpoint, Surroundings world, Supplier<Backoff> terms) {
        this.endpoint = endpoint;
        this.world = world;
        this.terms = terms;
    }

    private Backoff whileFull() {
        Backoff now = terms.get();
        return new Backoff(shorter(SHORTEST, now.shortest()), shorter(LONGEST, now.longest()), now.chance());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Nanoseconds until it may be tried; 0 for now. */
    long pauseLeft(long now) {
        if (paused && pausedUntil - now <= 0) {
            paused = false;
            pauseEnds = null;
        }
        return paused ? pausedUntil - now : 0;
    }

    boolean isFailing() {
        return failingSince != null;
    }

    /** How many sendings may be under way of so many that it takes at once: one while it fails, and after it was full one more with each that it answers. */
    int inFlight(int atOnce) {
        return isFailing() ? 1 : Math.min(atOnce, inFlightAtMost);
    }

    void noted(String why) {
        lastError = why;
    }

    /**
     * It lives.
     *
     * @return whether it had been failing
     */
    boolean lives() {
        if (inFlightAtMost < Integer.MAX_VALUE) {
            inFlightAtMost++;
        }
        if (inARow == 0 && pauses == 0) {
            return false;
        }
        inARow = 0;
        pauses = 0;
        boolean was = isFailing();
        if (was && told) {
            LOG.info("{} works again", endpoint);
            told = false;
        }
        failingSince = null;
        resume();
        return was;
    }

    /**
     * It failed.
     *
     * @param certain true when no event can be the cause
     * @param askedMs the pause it asked for; 0 for none
     */
    void failed(String why, boolean certain, long askedMs) {
        lastError = why;
        inARow++;
        if (paused || !certain && askedMs == 0 && inARow <= TOLERATED && !isFailing()) {
            return;
        }
        pauses++;
        Backoff backoff = terms.get();
        long longest = backoff.longest().toNanos();
        long asked = Math.min(askedMs * 1_000_000L, longest);
        long pause = Math.max(backoff.nanos(pauses), asked);
        pause(pause);
        tell(why, pause);
    }

    /** It has had enough for now: a short pause, which grows as long as it takes nothing. Said to nobody before that has lasted. */
    void full(String why) {
        lastError = why;
        inFlightAtMost = 1;
        if (paused) {
            return;
        }
        pauses++;
        long pause = whileFull().nanos(pauses);
        pause(pause);
        if (pauses > TOLERATED) {
            tell(why, pause);
        }
    }

    private void pause(long nanos) {
        paused = true;
        pausedUntil = world.ticker().nanos() + nanos;
        pauseEnds = world.wall().instant().plusNanos(nanos);
        if (!isFailing()) {
            failingSince = world.wall().instant();
        }
    }

    /** Once per failing, and not more often than every few seconds when it comes and goes. */
    private void tell(String why, long pause) {
        long now = world.ticker().nanos();
        if (!told && (lastTold == 0 || now - lastTold > TELL_EVERY_NANOS)) {
            told = true;
            lastTold = now == 0 ? 1 : now;
            LOG.warn("{} fails: {}; its events wait, the next try is in {} ms", endpoint, why, pause / 1_000_000);
        }
    }

    /** Try at once: someone changed it. */
    void resume() {
        paused = false;
        pauseEnds = null;
    }

    Optional<Instant> failingSince() {
        return Optional.ofNullable(failingSince);
    }

    Optional<Instant> pauseEnds() {
        return Optional.ofNullable(pauseEnds);
    }

    String lastError() {
        return lastError;
    }
}
