package io.smppbridge.sender;

import io.smppbridge.threads.ThreadSafe;

/**
 * Steers a lane by what its SMSC says of its own load (congestion_state, SMPP 5.0 §4.8.4.18), before it has to refuse anything: slower
 * while it is nearly congested, slower still while it is, as it is at its optimum, and faster again below that, up to the contract. One step
 * a second at most. An SMSC that says nothing any more is not believed for ever: without a word for ten seconds the rate grows again.
 *
 * <p>A lane without a rate has nothing to steer.
 */
@ThreadSafe
final class Congestion {
    private static final int OPTIMUM = 80;
    private static final int NEARLY = 90;
    private static final int CONGESTED = 100;

    private static final double CUT = 0.7;
    private static final double CUT_A_LITTLE = 0.9;
    private static final double RAISE = 1.1;
    private static final double FLOOR = 0.02;

    private static final long SECOND = 1_000_000_000L;
    private static final long BELIEVED = 10 * SECOND;

    private final RateGate gate;
    private volatile boolean easing;
    private double rate;
    private long steppedAt;
    private long toldAt;

    Congestion(RateGate gate) {
        this.gate = gate;
    }

    /** The SMSC has said how busy it is. */
    void told(int state, long now) {
        if (state < NEARLY && !easing || !gate.limited()) {
            return;
        }
        synchronized (this) {
            toldAt = now;
            if (state >= NEARLY) {
                slower(state >= CONGESTED ? CUT : CUT_A_LITTLE, now);
            } else if (state < OPTIMUM) {
                faster(now);
            }
        }
    }

    /** Something was taken, whatever was said with it. */
    void flowing(long now) {
        if (!easing) {
            return;
        }
        synchronized (this) {
            if (now - toldAt >= BELIEVED) {
                faster(now);
            }
        }
    }

    private void slower(double by, long now) {
        if (!easing || now - steppedAt >= SECOND) {
            steppedAt = now;
            rate = Math.max(gate.contract() * FLOOR, gate.rate() * by);
            easing = true;
            gate.easeTo(rate);
        }
    }

    private void faster(long now) {
        if (easing && now - steppedAt >= SECOND) {
            steppedAt = now;
            rate *= RAISE;
            easing = rate < gate.contract();
            gate.easeTo(easing ? rate : Double.POSITIVE_INFINITY);
        }
    }
}
