package io.smppbridge.sender;

import io.smppbridge.threads.ThreadSafe;
import java.util.function.LongSupplier;

/**
 * Steers a lane by what its SMSC says of its own load (congestion_state, SMPP 5.0 §4.8.4.18), before it has to refuse anything: slower
 * while it is nearly congested, slower still while it is, as it is at its optimum, and faster again below that, up to the contract. One step
 * a second at most. An SMSC that says nothing any more is not believed for ever: without a word for ten seconds the rate grows again.
 *
 * <p>A lane without a rate is given one for the time: what it took in the moment before is measured, and the way back is over once twice
 * as much is allowed again.
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
    /** A lane without a contract keeps at least one a second. */
    private static final double LEAST = 1;

    private static final long SECOND = 1_000_000_000L;
    private static final long BELIEVED = 10 * SECOND;
    private static final long MEASURED_FOR = SECOND / 4;
    private static final long MEASURED_FOR_AT_MOST = 2 * SECOND;

    private final RateGate gate;
    private final LongSupplier taken;
    private volatile boolean easing;
    private double rate;
    private long steppedAt;
    private long toldAt;
    private boolean measuring;
    private long countedAt;
    private long counted;
    /** Where the way back ends. */
    private double full;

    /** @param taken how many messages the SMSC has taken so far; asked only while it is congested */
    Congestion(RateGate gate, LongSupplier taken) {
        this.gate = gate;
        this.taken = taken;
    }

    /** The SMSC has said how busy it is. */
    void told(int state, long now) {
        if (state < NEARLY && !easing) {
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
        if (easing) {
            synchronized (this) {
                if (now - toldAt >= BELIEVED) {
                    faster(now);
                }
            }
        }
    }

    private void slower(double by, long now) {
        if (easing && now - steppedAt < SECOND) {
            return;
        }
        boolean contracted = gate.contract() != Double.POSITIVE_INFINITY;
        double from = gate.limited() ? gate.rate() : measured(now);
        if (from == Double.POSITIVE_INFINITY) {
            return;
        }
        if (!easing) {
            full = contracted ? gate.contract() : Math.max(LEAST, 2 * from);
        }
        steppedAt = now;
        rate = Math.max(contracted ? gate.contract() * FLOOR : Math.max(LEAST, full * FLOOR), from * by);
        easing = true;
        measuring = false;
        gate.easeTo(rate);
    }

    /** What a lane without a rate took in the last moment; infinite while that is not known yet. */
    private double measured(long now) {
        long count = taken.getAsLong();
        long time = now - countedAt;
        if (!measuring || time > MEASURED_FOR_AT_MOST) {
            measuring = true;
            counted = count;
            countedAt = now;
            return Double.POSITIVE_INFINITY;
        }
        return time < MEASURED_FOR ? Double.POSITIVE_INFINITY : (count - counted) * (double) SECOND / time;
    }

    private void faster(long now) {
        if (easing && now - steppedAt >= SECOND) {
            steppedAt = now;
            rate *= RAISE;
            easing = rate < Math.min(full, gate.contract());
            gate.easeTo(easing ? rate : Double.POSITIVE_INFINITY);
        }
    }
}
