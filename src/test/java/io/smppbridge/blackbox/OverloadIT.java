package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three and ten times what the carrier takes is offered, at fixed times whatever becomes of the requests before. What the carrier takes is the
 * measure here, not what the processors can do: the load has to come from the same machine.
 */
class OverloadIT {
    private static final int BATCH = 10;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Duration REFUSED_WITHIN = Duration.ofMillis(50);
    private static final long FLAT = 12L << 20;
    /** A request that finds all of them in use waits: a bag that is nearly full answers late on purpose, and so holds those who feed it back. */
    private static final int CONNECTIONS = 32;

    @TempDir
    Path directory;

    private final ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS);

    @AfterEach
    void close() {
        connections.shutdownNow();
    }

    @Test
    @Tag("long")
    @Tag("C88")
    @Tag("F-20")
    void ten_times_too_much_is_refused_at_once_and_costs_neither_goodput_nor_memory(TestReporter reporter)
            throws Exception {
        overload(reporter, 300, Duration.ofSeconds(2));
    }

    @Test
    @Tag("long")
    @Tag("C88")
    @Tag("F-20")
    void ten_times_too_much_for_a_minute_is_refused_at_once_and_costs_neither_goodput_nor_memory(TestReporter reporter)
            throws Exception {
        overload(reporter, 500, Duration.ofSeconds(60));
    }

    /**
     * What became of one stretch of load.
     *
     * @param goodput messages a second that the carrier got
     * @param refusal from the moment that a request was made to its refusal
     * @param crowd how many threads waited for a processor, on average
     */
    private record Stretch(double goodput, int accepted, int refused, Histogram refusal, double crowd) {
        /** As much came out as at the peak, and no was said quickly; where the machine lets that be told. */
        void assertHolds(Stretch peak) {
            if (crowd < Crowd.MUCH && peak.crowd < Crowd.MUCH) {
                assertThat(goodput).isGreaterThanOrEqualTo(0.95 * peak.goodput);
                assertThat(Duration.ofNanos(refusal.getValueAtPercentile(99))).isLessThan(REFUSED_WITHIN);
            }
        }

        String words() {
            return Math.round(goodput) + "/s, " + refused + " of " + (accepted + refused) + " refused, p99 within "
                    + refusal.getValueAtPercentile(99) / 1_000_000 + " ms"
                    + (crowd < Crowd.MUCH ? "" : String.format(" on a crowded machine (%.1f)", crowd));
        }
    }

    private void overload(TestReporter reporter, int rate, Duration each) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            Child child = bed.with("smsc.a.rate", rate + "/s")
                    .with("smsc.a.window", "50")
                    .with("smsc.a.bag", Integer.toString(rate))
                    .with("pipeline.history", "1000")
                    .start();
            AtomicInteger next = new AtomicInteger(1);
            stretch(bed, child, next, 1.2 * rate, Duration.ofSeconds(2)); // everything is warm, and the bag full
            Stretch peak = stretch(bed, child, next, 1.2 * rate, each);
            Stretch three = stretch(bed, child, next, 3.0 * rate, each);
            long heapAtThree = child.health().heap();
            Stretch ten = stretch(bed, child, next, 10.0 * rate, each);
            long heapAtTen = child.health().heap();
            long over = System.nanoTime();
            Stretch after;
            do {
                after = stretch(bed, child, next, 0.5 * rate, Duration.ofSeconds(1));
            } while (after.refused > 0 && System.nanoTime() - over < 10 * SECOND);
            long normalMs = (System.nanoTime() - over) / 1_000_000;
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            String words = "peak " + peak.words() + "; threefold " + three.words() + "; tenfold " + ten.words()
                    + "; normal after " + normalMs + " ms, heap " + heapAtThree / 1024 + " and " + heapAtTen / 1024
                    + " KiB";
            bed.report("overload, " + words, ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(heapAtTen - heapAtThree).isLessThan(FLAT);
            assertThat(after.refused).as("normal within 10 s").isZero();
            three.assertHolds(peak);
            ten.assertHolds(peak);
            ledger.tried(2).note(words).tell(reporter);
        }
    }

    private Stretch stretch(Bed bed, Child child, AtomicInteger next, double perSecond, Duration time)
            throws IOException {
        Histogram refusal = new ConcurrentHistogram(60 * SECOND, 3);
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        double interval = SECOND * BATCH / perSecond;
        long start = System.nanoTime();
        long receivedBefore = bed.received();
        long waitedBefore = Crowd.waited(ProcessHandle.current().pid(), child.pid());
        for (long i = 0; i * interval < time.toNanos(); i++) {
            long due = start + (long) (i * interval);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            int from = next.getAndAdd(BATCH);
            List<Integer> numbers = IntStream.range(from, from + BATCH).boxed().toList();
            answers.add(CompletableFuture.runAsync(
                    () -> {
                        long made = System.nanoTime();
                        bed.platform.post(child.httpPort(), numbers);
                        int taken = bed.callers.acceptedOf(numbers);
                        accepted.addAndGet(taken);
                        refused.addAndGet(BATCH - taken);
                        if (taken == 0) {
                            refusal.recordValue(Math.min(60 * SECOND, System.nanoTime() - made));
                        }
                    },
                    connections));
        }
        double took = System.nanoTime() - start;
        double goodput = (bed.received() - receivedBefore) * (double) SECOND / took;
        double crowd = Math.max(0, Crowd.waited(ProcessHandle.current().pid(), child.pid()) - waitedBefore) / took;
        answers.forEach(CompletableFuture::join);
        return new Stretch(goodput, accepted.get(), refused.get(), refusal.copy(), crowd);
    }
}
