package io.smppbridge.soak;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Four threads that post messages at a rate, from its making to its close. What was not sent in time is not made up for. */
@ThreadSafe
final class Load implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int MOST_IN_A_POST = 100;
    private static final int POSTS_A_SECOND = 20;
    private static final long LATE = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(100);

    private final Caller caller;
    private final AtomicInteger next;
    private final int batch;
    private final long step;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;
    private volatile IOException failure;
    private long due = System.nanoTime();

    /**
     * Begins.
     *
     * @param next the number of the next message
     * @param perSecond 0: as many as are answered
     */
    Load(Caller caller, AtomicInteger next, int perSecond) {
        this.caller = caller;
        this.next = next;
        batch = perSecond == 0 ? MOST_IN_A_POST : Math.min(MOST_IN_A_POST, Math.max(1, perSecond / POSTS_A_SECOND));
        step = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(batch) / perSecond;
        for (int i = 1; i <= THREADS; i++) {
            Thread thread = NamedThreads.single("soak-load-" + i, this::post);
            threads.add(thread);
            thread.start();
        }
    }

    private void post() {
        try {
            while (!over) {
                await(claim());
                if (!over) {
                    caller.post(next.getAndAdd(batch), batch);
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized long claim() {
        long now = System.nanoTime();
        long mine = now - due > LATE ? now : due;
        due = mine + step;
        return mine;
    }

    private void await(long time) throws InterruptedException {
        for (long left = time - System.nanoTime(); left > 0 && !over; left = time - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LONGEST_WAIT));
        }
    }

    /** @throws IOException when what was answered could not be written down */
    void check() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    /** Every post that has begun has its answer. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
