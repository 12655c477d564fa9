package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.simulator.Silence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that can be full is full, and stays so. */
@Timeout(900)
class FullQueuesIT {
    private static final int THREADS = 64;
    private static final Duration BUSY_WITHIN = Duration.ofMillis(50);
    private static final long PAUSE_NANOS = 5_000_000L;

    @TempDir
    Path directory;

    @Test
    @Tag("E-10")
    void of_sixty_four_threads_before_a_full_bag_each_hears_busy_at_once_and_none_is_stuck(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> busy(reporter, attempt, 100));
    }

    @Test
    @Tag("long")
    @Tag("E-10")
    void of_sixty_four_threads_before_a_full_bag_each_hears_busy_ten_thousand_times(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> busy(reporter, attempt, 10_000));
    }

    private void busy(TestReporter reporter, int attempt, int each) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 1)
                .each("bag", "500")
                .each("answer-within", "5m")
                .node("pipeline.slow-answers", "0s");
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            bed.port(0).silence(Silence.SUBMITS);
            bed.send(500, 0);
            Histogram times = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(1), 3);
            AtomicInteger refused = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(new Thread(() -> ask(bed.middleWare(), each, times, refused), "test-caller-" + i));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join(TimeUnit.MINUTES.toMillis(2));
                assertThat(thread.isAlive()).as("%s is stuck", thread.getName()).isFalse();
            }
            long p99 = times.getValueAtPercentile(99);
            System.out.printf(
                    "E-10: %d refusals to %d threads, p99 %d µs, the slowest %d ms%n",
                    refused.get(), THREADS, p99 / 1_000, times.getMaxValue() / 1_000_000);
            assertThat(refused.get()).isEqualTo(THREADS * each);
            assertThat(bed.arrived()).as("of what was refused nothing was sent").isLessThanOrEqualTo(500);
            stalls.figures(() -> assertThat(Duration.ofNanos(p99)).isLessThan(BUSY_WITHIN));
            Tried.times((long) THREADS * each)
                    .refused(refused.get())
                    .note(THREADS + " threads before a full bag: p99 " + p99 / 1_000 + " µs, the slowest "
                            + times.getMaxValue() / 1_000_000 + " ms")
                    .tell(reporter);
        }
    }

    private static void ask(MiddleWare door, int each, Histogram times, AtomicInteger refused) {
        for (int i = 0; i < each; i++) {
            long start = System.nanoTime();
            door.send(List.of(CarrierBed.message(0, i)), outcomes -> {
                times.recordValue(System.nanoTime() - start);
                if (outcomes[0] instanceof SendOutcome.NoCredit) {
                    refused.incrementAndGet();
                }
            });
        }
    }

    @Test
    @Tag("F-09")
    void with_ring_and_bag_full_all_the_time_progress_never_stops(TestReporter reporter) throws Exception {
        full(reporter, Duration.ofSeconds(4));
    }

    @Test
    @Tag("long")
    @Tag("F-09")
    void with_ring_and_bag_full_for_ten_minutes_progress_never_stops(TestReporter reporter) throws Exception {
        full(reporter, Duration.ofMinutes(10));
    }

    /** Lists of a hundred before a ring of sixty-four, and more than the SMSC takes; the bridge's watchdog is there. */
    private void full(TestReporter reporter, Duration time) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("bag", "300")
                .each("rate", "500")
                .each("window", "50")
                .node("pipeline.ring-size", "64")
                .node("pipeline.slow-answers", "0s")
                .simulator(config -> config.with("receipts", "never"));
        try (CarrierBed bed = plan.start().bound()) {
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger ringFull = new AtomicInteger();
            AtomicInteger bagFull = new AtomicInteger();
            boolean[] stopped = {false};
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> press(bed, stopped, accepted, ringFull, bagFull), "test-caller-" + i));
            }
            threads.forEach(Thread::start);
            bed.awaitArrived(100, Duration.ofSeconds(20));
            long start = System.nanoTime();
            long longestMs = 0;
            long moved = start;
            for (long seen = bed.arrived(); System.nanoTime() - start < time.toNanos(); ) {
                LockSupport.parkNanos(20_000_000L);
                long now = bed.arrived();
                longestMs = Math.max(longestMs, (System.nanoTime() - moved) / 1_000_000);
                moved = now > seen ? System.nanoTime() : moved;
                seen = now;
            }
            synchronized (stopped) {
                stopped[0] = true;
            }
            for (Thread thread : threads) {
                thread.join(30_000);
                assertThat(thread.isAlive()).as("%s is stuck", thread.getName()).isFalse();
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> bed.arrived() >= accepted.get());
            System.out.printf(
                    "F-09: %d accepted in %d s, %d times no room in the ring and %d in the bag; at most %d ms between two looks that"
                            + " saw progress%n",
                    accepted.get(), time.toSeconds(), ringFull.get(), bagFull.get(), longestMs);
            assertThat(bed.arrived()).as("each came once").isEqualTo(accepted.get());
            assertThat(ringFull.get()).isPositive();
            assertThat(bagFull.get()).isPositive();
            assertThat(Duration.ofMillis(longestMs)).isLessThan(Duration.ofSeconds(5));
            Tried.times(accepted.get())
                    .faults(ringFull.get() + bagFull.get())
                    .lost(Math.max(0, accepted.get() - bed.arrived()))
                    .doubled(Math.max(0, bed.arrived() - accepted.get()))
                    .refused(ringFull.get() + bagFull.get())
                    .note(time.toSeconds() + " s with ring and bag full, at most " + longestMs + " ms without progress")
                    .tell(reporter);
        }
    }

    private static void press(
            CarrierBed bed, boolean[] stopped, AtomicInteger accepted, AtomicInteger ringFull, AtomicInteger bagFull) {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            list.add(CarrierBed.message(0, i));
        }
        while (true) {
            synchronized (stopped) {
                if (stopped[0]) {
                    return;
                }
            }
            bed.middleWare().send(list).join().forEach(outcome -> {
                if (outcome instanceof SendOutcome.Acceptance) {
                    accepted.incrementAndGet();
                } else if (outcome instanceof SendOutcome.NoCredit) {
                    bagFull.incrementAndGet();
                } else if (outcome instanceof SendOutcome.NotAccepting busy
                        && busy.reason().contains("ring is full")) {
                    ringFull.incrementAndGet();
                } else {
                    throw new AssertionError(outcome.toString());
                }
            });
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
