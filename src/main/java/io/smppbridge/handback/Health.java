package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.Optional;
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

    private static final long TELL_EVERY_NANOS = 10_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    private final String endpoint;
    private final Surroundings world;
    private final Backoff backoff;
    private int inARow;
    private int pauses;
    private long pausedUntil;
    private boolean paused;
    private boolean told;
    private long lastTold;
    private volatile Instant failingSince;
    private volatile Instant pauseEnds;
    private volatile String lastError = "";

    Health(String endpoint, Surroundings world, Backoff backoff) {
        this.endpoint = endpoint;
        this.world = world;
        this.backoff = backoff;
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

    void noted(String why) {
        lastError = why;
    }

    /**
     * It lives.
     *
     * @return whether it had been failing
     */
    boolean lives() {
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
        long longest = backoff.longest().toNanos();
        long asked = Math.min(askedMs * 1_000_000L, longest);
        long pause = Math.max(backoff.nanos(pauses), asked);
        paused = true;
        pausedUntil = world.ticker().nanos() + pause;
        pauseEnds = world.wall().instant().plusNanos(pause);
        if (!isFailing()) {
            failingSince = world.wall().instant();
        }
        tell(why, pause);
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
