package io.smppbridge.dropin;

import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Does things one after the other, in order, on threads that others use too: what takes long here takes one of them at most. Holds as much as
 * it is given.
 */
@ThreadSafe
final class OneByOne implements Executor {
    private final Executor threads;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;

    OneByOne(Executor threads) {
        this.threads = threads;
    }

    /** @throws RejectedExecutionException if the threads have ended */
    @Override
    public synchronized void execute(Runnable work) {
        if (!busy) {
            threads.execute(this::turn);
            busy = true;
        }
        waiting.add(work);
    }

    private void turn() {
        try {
            next().run();
        } finally {
            goOn();
        }
    }

    private synchronized Runnable next() {
        return waiting.remove();
    }

    /** Behind what others have for the threads by now. */
    private synchronized void goOn() {
        busy = !waiting.isEmpty();
        if (busy) {
            try {
                threads.execute(this::turn);
            } catch (RejectedExecutionException ended) {
                busy = false;
                waiting.clear();
            }
        }
    }
}
