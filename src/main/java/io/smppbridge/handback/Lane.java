package io.smppbridge.handback;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that works for its endpoints in turn. Everyone else speaks to them by {@link #execute} (answers, look-ups, commands: as many
 * as are under way) or by an endpoint's queue and {@link #wake}. Each endpoint works once for all that has been said meanwhile, so what a
 * hundred answers bring goes on in one piece.
 */
@OwnedBy("its own thread, except execute, post and wake")
final class Lane implements Executor, Runnable {
    private static final long CHORE_EVERY_NANOS = 10_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final Surroundings world;
    private final Thread thread;
    private final MpscUnboundedAtomicArrayQueue<Runnable> mailbox = new MpscUnboundedAtomicArrayQueue<>(256);
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final EventJson json = new EventJson();
    private Runnable chore = () -> {};
    private long choreDoneAt;
    private volatile boolean news;
    private volatile boolean ended;

    Lane(String name, Surroundings world) {
        this.world = world;
        this.thread = NamedThreads.single(name, this);
    }

    /** Before the start: something small to do now and then. */
    void eachTenSeconds(Runnable chore) {
        this.chore = chore;
        this.choreDoneAt = world.ticker().nanos();
    }

    void start() {
        thread.start();
    }

    /** Any thread: runs something on the lane. */
    @Override
    public void execute(Runnable work) {
        post(work);
        wake();
    }

    /** Any thread: the same, when the lane is woken next. */
    void post(Runnable work) {
        mailbox.offer(work);
    }

    /** Any thread: there is something to look at. Costs a volatile read when the lane is awake. */
    void wake() {
        if (!news) {
            news = true;
            LockSupport.unpark(thread);
        }
    }

    /** On the lane: what its endpoints write events with, one after the other. */
    EventJson json() {
        return json;
    }

    /** On the lane. */
    void adopt(Endpoint endpoint) {
        endpoints.add(endpoint);
    }

    /** Any thread: ends the lane after the work at hand. */
    void end(Duration within) {
        ended = true;
        wake();
        try {
            thread.join(Math.max(1, within.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!ended) {
            long wait = turn();
            if (wait > 0 && !news && !ended) {
                LockSupport.parkNanos(this, wait);
                Thread.interrupted(); // nobody's message: without this the next rest would be none
            }
        }
    }

    /** Does everything that can be done now; how long nothing will be due, in nanoseconds, unless someone wakes it. */
    long turn() {
        news = false;
        for (Runnable work = mailbox.poll(); work != null; work = mailbox.poll()) {
            guarded(work);
        }
        long now = world.ticker().nanos();
        long wait = Long.MAX_VALUE;
        for (Endpoint endpoint : endpoints) {
            wait = Math.min(wait, look(endpoint, now));
        }
        if (now - choreDoneAt > CHORE_EVERY_NANOS) {
            choreDoneAt = now;
            guarded(chore);
        }
        return Rounds.rest(now, wait);
    }

    private static long look(Endpoint endpoint, long now) {
        try {
            return endpoint.work(now);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
            LOG.error("hand-back to {} stumbled; it goes on in a second", endpoint.name(), e);
            return Rounds.EVERY.toNanos();
        }
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
            LOG.error("a hand-back lane stumbled over an answer or a command", e);
        }
    }
}
