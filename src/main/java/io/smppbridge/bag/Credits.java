package io.smppbridge.bag;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many messages a bag holds of those that it may. Intake counts up and the journal thread down, so the count has its lines of the cache
 * to itself: who only reads what lies beside it is not kept waiting.
 */
@ThreadSafe
final class Credits {
    /** As many ints as two lines of 64 octets hold, which processors fetch together. */
    private static final int APART = 32;

    private final AtomicIntegerArray held = new AtomicIntegerArray(2 * APART + 1);
    private volatile int capacity;

    Credits(int capacity) {
        this.capacity = capacity;
    }

    /** Takes so many, or none of them. */
    boolean tryAcquire(int n) {
        int now = held.get(APART);
        while ((long) now + n <= capacity) {
            if (held.compareAndSet(APART, now, now + n)) {
                return true;
            }
            now = held.get(APART);
        }
        return false;
    }

    void acquireAnyway(int n) {
        held.addAndGet(APART, n);
    }

    /** Gives so many back, and returns how many are held still. */
    int release(int n) {
        return held.addAndGet(APART, -n);
    }

    /** How many may be taken; 0 also when more are held than may be. */
    int left() {
        return Math.max(0, capacity - held.get(APART));
    }

    int capacity() {
        return capacity;
    }

    /** A new bound; what is held beyond it stays. */
    void capacity(int messages) {
        capacity = messages;
    }
}
