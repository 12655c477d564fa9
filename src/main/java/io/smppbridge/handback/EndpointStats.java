package io.smppbridge.handback;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How an endpoint does.
 *
 * @param endpoint {@code webhook:<name>} or {@code listener}
 * @param configured whether there is anybody to hand to
 * @param waiting events not yet taken, those in flight and between attempts included
 * @param inFlight requests under way
 * @param oldest age of the oldest waiting event; zero when none waits
 * @param failingSince when it began to fail as a whole; empty while it works
 * @param lastError the last failure of any kind; empty when there was none
 * @param pausedUntil when it is tried again; empty when it is not paused
 * @param taken events taken since the start
 * @param dead events laid aside and neither replayed nor dropped
 */
public record EndpointStats(
        String endpoint,
        boolean configured,
        long waiting,
        int inFlight,
        Duration oldest,
        Optional<Instant> failingSince,
        String lastError,
        Optional<Instant> pausedUntil,
        long taken,
        long dead) {}
