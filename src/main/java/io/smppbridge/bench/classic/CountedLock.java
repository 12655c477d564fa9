package io.smppbridge.bench.classic;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that counts how often it has been taken: what no recording shows of locks that nobody contends for. */
@ThreadSafe
final class CountedLock {
    private final ReentrantLock lock = new ReentrantLock();
    private long taken;

    void take() {
        lock.lock();
        taken++;
    }

    void release() {
        lock.unlock();
    }

    Condition newCondition() {
        return lock.newCondition();
    }

    /** Waits for a condition; the lock is taken again afterwards. */
    void await(Condition condition) throws InterruptedException {
        condition.await();
        taken++;
    }

    long taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
