package io.smppbridge.bench.classic;

import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;

/** Messages that wait for the SMSC: one lock for a handful in, one for a handful out. Whoever brings more than it holds waits. */
@ThreadSafe
final class MessageQueue {
    private final CountedLock lock = new CountedLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final ArrayDeque<Submission> waiting = new ArrayDeque<>();
    private final int most;
    private int takers;

    MessageQueue(int most) {
        this.most = most;
    }

    void put(List<Submission> messages) throws InterruptedException {
        lock.take();
        try {
            while (!waiting.isEmpty() && waiting.size() + messages.size() > most) {
                lock.await(notFull);
            }
            waiting.addAll(messages);
            if (takers > 0) {
                notEmpty.signal();
            }
        } finally {
            lock.release();
        }
    }

    /** At least one, as many as there are and {@code room} allows. */
    void take(List<Submission> into, int room) throws InterruptedException {
        lock.take();
        try {
            while (waiting.isEmpty()) {
                takers++;
                lock.await(notEmpty);
                takers--;
            }
            for (int i = 0; i < room && !waiting.isEmpty(); i++) {
                into.add(waiting.poll());
            }
            if (!waiting.isEmpty() && takers > 0) {
                notEmpty.signal();
            }
            notFull.signal();
        } finally {
            lock.release();
        }
    }

    long locksTaken() {
        return lock.taken();
    }
}
