package io.smppbridge.blackbox;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Offers messages by HTTP at fixed times, whatever becomes of those before. */
final class OpenLoop implements AutoCloseable {
    static final int BATCH = 10;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long END_WITHIN = TimeUnit.MINUTES.toNanos(1);

    private final Bed bed;
    private final Child child;
    private final Semaphore free;
    private final int connections;
    private final ThreadPoolExecutor threads;
    private final AtomicInteger next = new AtomicInteger(1);

    /**
     * What became of one stretch of load.
     *
     * @param goodput messages a second that the carrier got
     * @param held messages that were due when each connection still waited for an answer, and so were not posted: the bridge held its clients
     * @param unanswered messages of requests that nobody answered in time
     * @param refusal from the moment that a request was made to its refusal
     * @param answer from the moment that a request was due to its acceptance
     * @param elsewhere processors that other work had
     */
    record Stretch(
            double offered,
            double goodput,
            int accepted,
            int refused,
            int held,
            int unanswered,
            Histogram refusal,
            Histogram answer,
            double elsewhere) {
        /** Several of the same length that were offered as much, as one. */
        static Stretch together(List<Stretch> all) {
            Histogram refusal = new Histogram(60 * SECOND, 3);
            Histogram answer = new Histogram(60 * SECOND, 3);
            for (Stretch one : all) {
                refusal.add(one.refusal);
                answer.add(one.answer);
            }
            return new Stretch(
                    all.get(0).offered,
                    all.stream().mapToDouble(Stretch::goodput).average().orElseThrow(),
                    all.stream().mapToInt(Stretch::accepted).sum(),
                    all.stream().mapToInt(Stretch::refused).sum(),
                    all.stream().mapToInt(Stretch::held).sum(),
                    all.stream().mapToInt(Stretch::unanswered).sum(),
                    refusal,
                    answer,
                    all.stream().mapToDouble(Stretch::elsewhere).average().orElseThrow());
        }

        boolean isCrowded() {
            return elsewhere > Crowd.OTHERS;
        }

        Duration refusedWithin() {
            return Duration.ofNanos(refusal.getValueAtPercentile(99));
        }

        Duration acceptedWithin() {
            return Duration.ofNanos(answer.getValueAtPercentile(99));
        }

        String words() {
            return String.format(
                    Locale.ROOT,
                    "%.0f/s of %.0f/s (accepted %d, refused %d, held %d, unanswered %d; refused within %d ms, accepted within %d ms, p99)%s",
                    goodput,
                    offered,
                    accepted,
                    refused,
                    held,
                    unanswered,
                    refusedWithin().toMillis(),
                    acceptedWithin().toMillis(),
                    isCrowded() ? String.format(Locale.ROOT, ", %.1f processors at other work", elsewhere) : "");
        }
    }

    OpenLoop(Bed bed, Child child, int connections) {
        this.bed = bed;
        this.child = child;
        this.connections = connections;
        this.free = new Semaphore(connections);
        this.threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(connections);
        threads.prestartAllCoreThreads();
    }

    /** Offers so many messages a second for that time, and waits for the answers. */
    Stretch offer(double perSecond, Duration time) throws IOException, InterruptedException {
        return offer(perSecond, Duration.ZERO, time);
    }

    /** The same where goodput only counts after a while: when bags are full, and messages leave them as fast as others come. */
    Stretch offer(double perSecond, Duration lead, Duration time) throws IOException, InterruptedException {
        Tally tally = new Tally();
        double interval = SECOND * BATCH / perSecond;
        long[] ours = {ProcessHandle.current().pid(), child.pid()};
        double elsewhere = Crowd.elsewhere(ours);
        long before = bed.received();
        long start = System.nanoTime();
        long counted = start;
        for (long i = 0; i * interval < lead.plus(time).toNanos(); i++) {
            if (counted == start && i * interval >= lead.toNanos() && i > 0) {
                before = bed.received();
                counted = System.nanoTime();
            }
            long due = start + (long) (i * interval);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (free.tryAcquire()) {
                threads.execute(() -> request(due, tally));
            } else {
                tally.held.addAndGet(BATCH);
            }
        }
        long end = System.nanoTime();
        double took = end - start;
        double goodput = (bed.received() - before) * SECOND / (double) (end - counted);
        double others = (Crowd.elsewhere(ours) - elsewhere) * SECOND / took;
        if (!free.tryAcquire(connections, END_WITHIN, TimeUnit.NANOSECONDS)) {
            throw new AssertionError("requests without an answer: " + (connections - free.availablePermits()));
        }
        free.release(connections);
        return new Stretch(
                perSecond,
                goodput,
                tally.accepted.get(),
                tally.refused.get(),
                tally.held.get(),
                tally.unanswered.get(),
                tally.refusal.copy(),
                tally.answer.copy(),
                others);
    }

    private void request(long due, Tally tally) {
        try {
            int from = next.getAndAdd(BATCH);
            List<Integer> numbers = IntStream.range(from, from + BATCH).boxed().toList();
            long made = System.nanoTime();
            bed.platform.post(child.httpPort(), numbers);
            int taken = bed.callers.acceptedOf(numbers);
            int refused = bed.callers.refusedOf(numbers);
            tally.accepted.addAndGet(taken);
            tally.refused.addAndGet(refused);
            tally.unanswered.addAndGet(BATCH - taken - refused);
            if (refused == BATCH) {
                tally.refusal.recordValue(Math.min(60 * SECOND, System.nanoTime() - made));
            } else if (taken > 0) {
                tally.answer.recordValue(Math.min(60 * SECOND, System.nanoTime() - due));
            }
        } finally {
            free.release();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static final class Tally {
        final AtomicInteger accepted = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final AtomicInteger held = new AtomicInteger();
        final AtomicInteger unanswered = new AtomicInteger();
        final Histogram refusal = new ConcurrentHistogram(60 * SECOND, 3);
        final Histogram answer = new ConcurrentHistogram(60 * SECOND, 3);
    }
}
