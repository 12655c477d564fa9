package io.smppbridge.stages;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A bounded ring through which slots go from one stage to the next, without a lock (Vyukov's bounded queue).
 *
 * <p>Two counters say where the next slot is put and where the next is taken. Where a side is one thread's, its counter is moved by a
 * plain increment; where several share it, by an atomic one. Each cell has a stamp beside it: the count at which it may be filled next, or
 * that count and one once it is filled. Counters and stamps are 32 bits wide and run over as they please: only their differences, which
 * are never larger than the ring, are looked at.
 */
@ThreadSafe
final class SlotRing<S> {
    /** The counters stand apart from each other and from what is before and after: they are not to share a cache line. */
    private static final int IN = 32;

    private static final int OUT = 64;
    private static final int COUNTERS = 96;

    private final AtomicIntegerArray counters = new AtomicIntegerArray(COUNTERS);
    private final AtomicIntegerArray stamps;
    private final Object[] cells;
    private final int mask;
    private final boolean manyIn;
    private final boolean manyOut;

    /**
     * @param atLeast slots that it must hold
     * @param manyIn whether several threads put in
     * @param manyOut whether several threads take out
     * @param start of the counters
     */
    SlotRing(int atLeast, boolean manyIn, boolean manyOut, int start) {
        int size = Integer.highestOneBit(Math.max(2, atLeast) - 1) << 1;
        this.cells = new Object[size];
        this.stamps = new AtomicIntegerArray(size);
        this.mask = size - 1;
        this.manyIn = manyIn;
        this.manyOut = manyOut;
        counters.set(IN, start);
        counters.set(OUT, start);
        for (int i = 0; i < size; i++) {
            stamps.set(start + i & mask, start + i);
        }
    }

    /** @return false when it is full */
    boolean offer(S slot) {
        int at = counters.getPlain(IN);
        while (true) {
            int ahead = stamps.getAcquire(at & mask) - at;
            if (ahead < 0) {
                return false;
            }
            if (ahead == 0 && claim(IN, at, manyIn)) {
                cells[at & mask] = slot;
                stamps.setRelease(at & mask, at + 1);
                return true;
            }
            at = counters.getAcquire(IN);
        }
    }

    /** @return null when it is empty */
    @SuppressWarnings("unchecked")
    S poll() {
        int at = counters.getPlain(OUT);
        while (true) {
            int ahead = stamps.getAcquire(at & mask) - (at + 1);
            if (ahead < 0) {
                return null;
            }
            if (ahead == 0 && claim(OUT, at, manyOut)) {
                S slot = (S) cells[at & mask];
                cells[at & mask] = null;
                stamps.setRelease(at & mask, at + mask + 1);
                return slot;
            }
            at = counters.getAcquire(OUT);
        }
    }

    private boolean claim(int counter, int at, boolean shared) {
        if (shared) {
            return counters.compareAndSet(counter, at, at + 1);
        }
        counters.setRelease(counter, at + 1);
        return true;
    }

    /** Slots in it, as far as that can be said while others put in and take out. */
    int size() {
        int out = counters.getAcquire(OUT);
        return Math.max(0, Math.min(cells.length, counters.getAcquire(IN) - out));
    }

    /** Whether nothing is there to be taken. */
    boolean isEmpty() {
        int at = counters.getAcquire(OUT);
        return stamps.getAcquire(at & mask) - (at + 1) < 0;
    }
}
