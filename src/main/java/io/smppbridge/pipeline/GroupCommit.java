package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;

/**
 * Whether callers' messages are forced at once, or a moment later, together with those of the callers who have just been answered.
 *
 * <p>Few callers who wait for their answers else take turns: while the messages of one are forced, those of another come and miss that force, and so on
 * for ever, each waiting for the other's force besides his own. Where a force takes longer than a caller needs to come back, one force for all of them
 * is sooner for each; where it does not, it is better that one works while the disk does. Which it is depends on disk, processors and callers: so both are
 * tried now and then, and what answers more messages a second goes on for a while. (Helland, Sammer, Lyon, Carr, Garrett and Reuter, <em>Group Commit
 * Timers and High Volume Transaction Systems</em>, 1987.)
 */
@OwnedBy("journal thread")
final class GroupCommit {
    /** Messages of one force: with more of them it is the processor that counts, and nobody is waited for. */
    static final int FEW = 64;
    /** Nobody is waited for longer, however slow the disk. */
    static final long LONGEST_NANOS = 400_000;

    /** Forces by which each way is judged. */
    private static final int TRIAL = 1_024;
    /** How long the better one goes on. */
    private static final long TERM_NANOS = 4_000_000_000L;
    /** By so much it must be better to wait. */
    private static final double BETTER = 1.06;

    private static final int WEIGHT = 8;

    private enum Phase {
        TRIES_AT_ONCE,
        TRIES_TO_WAIT,
        TERM
    }

    private Phase phase = Phase.TRIES_AT_ONCE;
    private boolean waits;
    private int forces;
    private long answers;
    private long began;
    private double rateAtOnce;

    private long forceNanos;
    private long since;
    private volatile long target;

    /**
     * A force has answered some.
     *
     * @param answered how many messages
     * @param here how many others have come meanwhile
     */
    void forced(long tookNanos, int answered, long here, long nowNanos) {
        forceNanos += (tookNanos - forceNanos) / WEIGHT;
        since = nowNanos;
        target = 0;
        if (answered > 0 && answered + here <= FEW) {
            count(answered, nowNanos);
            target = waits ? answered + here : 0;
        } else {
            forces = 0;
        }
    }

    /**
     * Whether to wait for more.
     *
     * @param here how many messages wait for a force
     */
    boolean holdsOff(long here, long nowNanos) {
        if (target == 0) {
            return false;
        }
        boolean holdsOff = here < target && nowNanos - since < limit();
        if (!holdsOff) {
            target = 0;
        }
        return holdsOff;
    }

    /** How long it may still wait. */
    long left(long nowNanos) {
        return Math.max(1, since + limit() - nowNanos);
    }

    /** So many messages are worth a force; 0 when any is. Any thread. */
    long target() {
        return target;
    }

    private long limit() {
        return Math.min(LONGEST_NANOS, forceNanos * 3 / 2);
    }

    private void count(int answered, long nowNanos) {
        if (forces++ == 0) {
            began = nowNanos;
            answers = 0;
            return;
        }
        answers += answered;
        long took = nowNanos - began;
        if (phase == Phase.TERM ? took > TERM_NANOS : forces > TRIAL) {
            next((double) answers / Math.max(1, took));
        }
    }

    private void next(double rate) {
        forces = 0;
        switch (phase) {
            case TRIES_AT_ONCE -> {
                rateAtOnce = rate;
                phase = Phase.TRIES_TO_WAIT;
                waits = true;
            }
            case TRIES_TO_WAIT -> {
                phase = Phase.TERM;
                waits = rate > rateAtOnce * BETTER;
            }
            default -> {
                phase = Phase.TRIES_AT_ONCE;
                waits = false;
            }
        }
    }
}
