package io.smppbridge.sender;

import io.smppbridge.settings.SmscConfig.Retry;
import io.smppbridge.threads.ThreadSafe;

/**
 * What RTHROTTLED does to a lane as a whole: it pauses, longer with each refusal in a row; then one message probes; when that is taken,
 * or refused for good, all flow again, slower. The rate is cut by steps to a little below where the carrier refused, and raised again slowly, so that the
 * lane settles just under what the carrier really allows (additive and multiplicative steps after Chiu and Jain, 1989).
 *
 * <p>A rate that was kept through a calm is one that the carrier takes: a refusal of more leads back to it and not below, and is risked
 * again after a calm of twice the length. So the pauses that each such trial costs become rare.
 */
@ThreadSafe
final class Throttle {
    private static final long SECOND = 1_000_000_000L;
    /** Calm before the rate is raised again, unless a raise was refused. */
    private static final long CALM = 10 * SECOND;

    private static final long LONGEST_CALM = 30 * SECOND;

    private static final double CUT = 0.7;
    /** A refusal this near to the last one's rate confirms the ceiling: a small step is enough. */
    private static final double NEAR = 0.9;
    /** Takes back three small raises: the SMSC may have counted for longer than a second before it refused. */
    private static final double BACK = 0.97;

    private static final double RAISE = 1.05;
    private static final double RAISE_NEAR_CEILING = 1.01;
    private static final double FLOOR = 0.02;

    private enum State {
        OPEN,
        PAUSED,
        PROBING
    }

    private final RateGate gate;
    private volatile Retry config;
    private volatile State state = State.OPEN;
    private volatile long until;
    private volatile boolean slowed;
    /** The worker that is about to send the probe, or that has the rest of a message for it; else null. */
    private Object prober;
    /** From when on it has a second to do so. */
    private long claimedAt;

    private long pausedAt;
    private long pause;
    private double ceiling = Double.POSITIVE_INFINITY;
    /** The rate that was last kept through a calm; 0 while none has been. */
    private double steady;

    private final ChanceRefusals chance = new ChanceRefusals();

    private long calm = CALM;
    /** Whether the rate has been raised since the last refusal. */
    private boolean raised;

    private long lastRefusal;
    private long lastRaise;
    private volatile int lastStatus;

    Throttle(RateGate gate, Retry config) {
        this.gate = gate;
        this.config = config;
    }

    /** A pause that holds ends no later than the longest one does from now on. */
    synchronized void apply(Retry newConfig) {
        config = newConfig;
        if (state == State.PAUSED) {
            long latest = pausedAt + newConfig.throttleMax().toNanos();
            if (latest - until < 0) {
                until = latest;
                claimedAt = latest;
            }
        }
    }

    /** Whether nothing may be submitted now. */
    boolean rests(long now) {
        return state != State.OPEN && now - until < 0;
    }

    /** How many messages a worker may submit now: all, one as a probe, or none. The probe is its own until it has been sent or given back. */
    int allowance(Object worker, long now) {
        if (state == State.OPEN) {
            return Integer.MAX_VALUE;
        }
        synchronized (this) {
            if (state == State.OPEN) {
                return Integer.MAX_VALUE;
            }
            if (now - until < 0 || prober != null && prober != worker && now - claimedAt < SECOND) {
                return 0;
            }
            prober = worker;
            claimedAt = now;
            return 1;
        }
    }

    /** The worker has a message that was refused midway: it probes, unless another does already or it says nothing for a second after the pause. */
    void keepProbeFor(Object worker) {
        if (state != State.OPEN) {
            synchronized (this) {
                if (prober == null) {
                    prober = worker;
                    claimedAt = until;
                }
            }
        }
    }

    /** The worker has sent no probe after all: another one may. */
    void notSubmitting(Object worker) {
        if (state != State.OPEN) {
            synchronized (this) {
                prober = prober == worker ? null : prober;
            }
        }
    }

    /**
     * The worker is submitting something: if it was to probe, this is the probe, and others wait for its answer or for a while. What it was
     * allowed before the pause is none, nor what goes out once all flow again.
     */
    void submitting(Object worker, long now) {
        if (state != State.OPEN) {
            synchronized (this) {
                if (prober == worker) {
                    prober = null;
                    state = State.PROBING;
                    until = now + Math.max(SECOND, config.throttleMax().toNanos() / 4);
                }
            }
        }
    }

    /** When to ask again; meaningful while {@link #allowance} is 0. */
    long until() {
        return until;
    }

    int lastStatus() {
        return lastStatus;
    }

    /** A submission sent then was refused because the lane is too fast. */
    synchronized void refused(int status, long sentAt, long now) {
        if (state != State.OPEN && sentAt - pausedAt <= 0) {
            chance.refusedToo();
            return; // Sent before the pause that its like has caused.
        }
        boolean inARow = state != State.OPEN;
        lastStatus = status;
        boolean limited = gate.contract() != Double.POSITIVE_INFINITY;
        if (!limited) {
            chance.forget(); // of a rate that a reload has taken away
        }
        boolean brief = limited && follow(now);
        long usual = config.throttleMin().toNanos();
        long min = brief ? usual / ChanceRefusals.SHORTER : usual;
        pause = inARow ? Math.min(config.throttleMax().toNanos(), Math.max(min, pause * 2)) : min;
        state = State.PAUSED;
        pausedAt = now;
        until = now + pause;
        claimedAt = until;
        lastRefusal = now;
    }

    /** What a refusal makes of the rate; whether a brief pause will do. */
    private boolean follow(long now) {
        double rate = gate.rate();
        double floor = gate.contract() * FLOOR;
        ChanceRefusals.Consequence consequence = chance.refused(rate, floor, gate.contract(), now);
        switch (consequence) {
            case CUT -> {
                gate.slowTo(Math.max(floor, slower(rate)));
                ceiling = rate;
            }
            case TRY -> {
                gate.slowTo(chance.rate());
                ceiling = Double.POSITIVE_INFINITY;
                steady = 0;
                pause = 0; // however long it was: a short one is what is tried
            }
            case KEEP -> {}
            case BACK -> gate.slowTo(chance.isSuspected() ? chance.rate() : Math.max(floor, CUT * chance.rate()));
        }
        slowed = true;
        raised = false;
        return chance.isSuspected() && consequence != ChanceRefusals.Consequence.BACK;
    }

    private double slower(double rate) {
        if (rate > steady && steady > 0) {
            double step = isNearCeiling(rate) ? BACK : NEAR;
            calm = raised ? Math.min(LONGEST_CALM, 2 * calm) : calm;
            return Math.max(steady, rate * (raised ? step : CUT));
        }
        steady = 0;
        calm = CALM;
        boolean confirmed = rate >= ceiling * NEAR && rate <= ceiling * 1.1;
        return rate * (confirmed ? NEAR : CUT);
    }

    private boolean isNearCeiling(double rate) {
        return rate >= ceiling * NEAR && rate <= ceiling * 1.06;
    }

    /** A submission sent then was taken; or refused for good, for which the SMSC has looked at it. */
    void flowing(long sentAt, long now) {
        if (state == State.OPEN && !slowed) {
            return;
        }
        synchronized (this) {
            chance.taken();
            if (state != State.OPEN && sentAt - pausedAt > 0) {
                state = State.OPEN;
                prober = null;
            }
            if (slowed
                    && now - lastRaise >= SECOND
                    && now - lastRefusal >= chance.calm(gate.rate(), gate.contract(), calm)) {
                lastRaise = now;
                raise(gate.rate());
            }
        }
    }

    private void raise(double rate) {
        steady = raised ? steady : rate;
        raised = true;
        double next = rate * (isNearCeiling(rate) ? RAISE_NEAR_CEILING : RAISE);
        if (next >= gate.contract()) {
            next = gate.contract();
            slowed = chance.isSuspected() && rate < next; // then it is to be quiet at this rate as well
            if (!slowed) {
                chance.forget();
            }
        }
        gate.slowTo(next);
    }
}
