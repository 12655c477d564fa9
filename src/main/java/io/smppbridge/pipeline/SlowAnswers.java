package io.smppbridge.pipeline;

import io.smppbridge.bag.TaskBag;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Slows down whoever fills a bag that is nearly full, before anybody has to be refused: the answer, not the message, is kept back for a
 * while, and only for the callers that feed that bag. The last tenth of a bag decides how long, from nothing to the longest delay.
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

    /** Says it later; at once when the bridge is stopping. */
    void after(long nanos, Runnable answer) {
        delayed.increment();
        try {
            later.schedule(answer, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            answer.run();
        }
    }

    /** Takes no more; waits for what is kept back to be said. */
    void stop() throws InterruptedException {
        later.shutdown();
        later.awaitTermination(longestNanos + GRACE_NANOS, TimeUnit.NANOSECONDS);
    }
}
