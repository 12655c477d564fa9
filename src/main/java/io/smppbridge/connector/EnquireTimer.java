package io.smppbridge.connector;

import io.smppbridge.settings.SmscConfig.Timers;
import io.smppbridge.threads.OwnedBy;

/**
 * When to ask for a sign of life, and when its absence means that the link is dead. Only answers to our own requests count as signs:
 * a peer may go on delivering while it no longer reads.
 */
@OwnedBy("the bind's owner")
final class EnquireTimer {
    private static final long NONE = Long.MIN_VALUE;

    private final Lapse lapse = new Lapse();
    private long lastSign;
    private long askedAt = NONE;

    /** The owner's clock, at each of its turns. */
    void turn(long now) {
        lapse.turn(now);
    }

    void start(long now) {
        lastSign = now;
        askedAt = NONE;
    }

    /** An answer to any request was read then. */
    void heard(long readNanos) {
        if (readNanos - lastSign > 0) {
            lastSign = readNanos;
            if (askedAt != NONE && readNanos - askedAt >= 0) {
                askedAt = NONE;
            }
        }
    }

    void alive(long readNanos) {
        heard(readNanos);
        askedAt = NONE;
    }

    void sent(long now) {
        askedAt = now;
    }

    boolean mayProbe(long now, Timers timers) {
        return askedAt == NONE && now - lastSign >= timers.answerWithin().toNanos();
    }

    boolean isDue(long now, Timers timers) {
        return askedAt == NONE && now - lastSign >= timers.enquireLink().toNanos();
    }

    boolean isOverdue(long now, Timers timers) {
        return askedAt != NONE && now - askedAt >= timers.answerWithin().toNanos() && lapse.isOver(now);
    }

    long nextAt(Timers timers) {
        return askedAt == NONE
                ? lastSign + timers.enquireLink().toNanos()
                : lapse.notBefore(askedAt + timers.answerWithin().toNanos());
    }
}
