package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Slows down whoever fills a bag that is nearly full, before anybody has to be refused: the answer, not the message, is kept back for a
 * while, and only for the callers that feed that bag. The last tenth of a bag decides how long, from nothing to the longest delay. Before
 * anything else is told of a message its answer is given: nobody hears of an id that he does not know yet.
 *
 * <p>Bounded by the bags: each answer kept back belongs to a message that holds one of the last credits.
 */
@ThreadSafe
final class SlowAnswers {
    private static final long GRACE_NANOS = Duration.ofSeconds(1).toNanos();

    private final ScheduledThreadPoolExecutor later =
            new ScheduledThreadPoolExecutor(1, NamedThreads.numbered("pipeline-answers"));

    private final long longestNanos;
    private final LongAdder delayed;
    /** By each of the messages that they accept. */
    private final ConcurrentHashMap<Long, Kept> kept = new ConcurrentHashMap<>();

    private final Unanswered unanswered = new Unanswered();

    /** An answer that is kept back until its time, or until something else is told of one of its messages. */
    private final class Kept implements Runnable {
        private final SendOutcome[] outcomes;
        private final Runnable answer;
        private final AtomicBoolean given = new AtomicBoolean();

        Kept(SendOutcome[] outcomes, Runnable answer) {
            this.outcomes = outcomes;
            this.answer = answer;
        }

        void enter() {
            for (SendOutcome outcome : outcomes) {
                if (outcome instanceof SendOutcome.Acceptance accepted) {
                    Kept earlier = kept.put(accepted.id().value(), this);
                    if (earlier != null && earlier != this) {
                        earlier.run(); // who repeats a message waits once
                    }
                }
            }
            if (given.get()) {
                forget(); // something was told of one of them meanwhile
            }
        }

        private void forget() {
            for (SendOutcome outcome : outcomes) {
                if (outcome instanceof SendOutcome.Acceptance accepted) {
                    kept.remove(accepted.id().value(), this);
                }
            }
        }

        @Override
        public void run() {
            if (!given.compareAndSet(false, true)) {
                return;
            }
            forget();
            answer.run();
        }
    }

    /** @param longest zero: answers are never kept back */
    SlowAnswers(Duration longest, LongAdder delayed) {
        this.longestNanos = longest.toNanos();
        this.delayed = delayed;
    }

    /** How long the answer to a message in this bag is kept back now, in nanoseconds. */
    long delayNanos(TaskBag bag) {
        long capacity = bag.capacity();
        long credits = Math.max(0, bag.credits());
        long lastTenth = capacity / 10;
        return credits >= lastTenth ? 0 : longestNanos * (lastTenth - credits) / lastTenth;
    }

    /** Gives an answer later; at once when the bridge is stopping. */
    void after(long nanos, SendOutcome[] outcomes, Runnable answer) {
        delayed.increment();
        Kept one = new Kept(outcomes, answer);
        one.enter();
        try {
            later.schedule(one, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            one.run();
        }
    }

    /** Something is about to be told of a message: the answer to it is given now, on this thread, if it is still kept back. */
    void giveFirst(long message) {
        Kept one = kept.isEmpty() ? null : kept.get(message);
        if (one != null) {
            one.run();
        }
    }

    /** Messages whose answers cannot be given yet. For the journal thread. */
    Unanswered unanswered() {
        return unanswered;
    }

    /** How many messages have an answer that is kept back. */
    int size() {
        return kept.size();
    }

    /** Takes no more; waits for what is kept back to be said. */
    void stop() throws InterruptedException {
        later.shutdown();
        later.awaitTermination(longestNanos + GRACE_NANOS, TimeUnit.NANOSECONDS);
    }
}
