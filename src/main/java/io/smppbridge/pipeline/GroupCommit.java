package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;

/**
 * Whether callers' messages are forced at once, or a moment later, together with those of the callers who have just been answered.
 *
 * <p>Few callers who wait for their answers else take turns: while the messages of one are forced, those of another come and miss that force, and so on
 * for ever, each waiting for the other's force besides his own. Where a force takes longer than a caller needs to come back, one force for all of them
 * is sooner for each; where it does not, it is better that one works while the disk does. Which it is depends on disk, processors and callers: so both are
 * tried now and then, and what answers more messages a second goes on for a while, or until it answers fewer: callers who need not wait for each other
 * may fall into turns, and out of them. (Helland, Sammer, Lyon, Carr, Garrett and Reuter, <em>Group Commit
 * Timers and High Volume Transaction Systems</em>, 1987.)
 *
 * <p>Where there are processors to spare, either is also tried by a thread that stays awake for a moment after each force: it need not be woken for the
 * next message, which takes about as long as that message needs to come.
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
    /** By so much a dearer way must be better than those before it. */
    private static final double BETTER = 1.06;
    /** By so much the one that goes on may answer fewer than when it was tried, before all are tried again. */
    private static final double WORSE = 1.1;
    /** The thread stays awake no longer. */
    static final long AWAKE_NANOS = 200_000;
    /** Callers whose answers are further apart are not awaited awake. */
    private static final long SOON_NANOS = 1_000_000;

    private static final int WEIGHT = 8;
    private static final Way[] WAYS = Way.values();

    /** In the order in which they are tried, the cheapest first. */
    private enum Way {
        AT_ONCE(false, false),
        TOGETHER(true, false),
        AT_ONCE_AWAKE(false, true),
        TOGETHER_AWAKE(true, true);

        private final boolean waits;
        private final boolean awake;

        Way(boolean waits, boolean awake) {
            this.waits = waits;
            this.awake = awake;
        }
    }

    private final int ways;
    private Way way = Way.AT_ONCE;
    private Way best = Way.AT_ONCE;
    private double bestRate;
    private boolean trying = true;
    private int forces;
    private long answers;
    private long began;
    private long termEnds;

    private long forceNanos;
    private long since;
    private boolean inRapidSuccession;
    private volatile long target;

    /** @param mayStayAwake whether the thread may stay awake where that answers more */
    GroupCommit(boolean mayStayAwake) {
        this.ways = mayStayAwake ? WAYS.length : Way.TOGETHER.ordinal() + 1;
    }

    /**
     * A force has answered some.
     *
     * @param answered how many messages
     * @param here how many others have come meanwhile
     */
    void forced(long tookNanos, int answered, long here, long nowNanos) {
        forceNanos += (tookNanos - forceNanos) / WEIGHT;
        boolean few = answered > 0 && answered + here <= FEW;
        inRapidSuccession = few && nowNanos - since < SOON_NANOS;
        since = nowNanos;
        target = 0;
        if (few) {
            count(answered, nowNanos);
            target = way.waits ? answered + here : 0;
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

    /** Whether the next message is expected so soon that it is not worth to sleep. */
    boolean staysAwake(long nowNanos) {
        return way.awake && inRapidSuccession && nowNanos - since < AWAKE_NANOS;
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
        if (forces > TRIAL || !trying && nowNanos > termEnds) {
            forces = 0;
            next((double) answers / Math.max(1, nowNanos - began), nowNanos);
        }
    }

    private void next(double rate, long nowNanos) {
        if (!trying) {
            if (nowNanos > termEnds || rate * WORSE < bestRate) {
                trying = true;
                way = Way.AT_ONCE;
            }
            return;
        }
        if (way == Way.AT_ONCE || rate > bestRate * BETTER) {
            best = way;
            bestRate = rate;
        }
        trying = way.ordinal() + 1 < ways;
        termEnds = nowNanos + TERM_NANOS;
        way = trying ? WAYS[way.ordinal() + 1] : best;
    }
}
