package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ten SMSCs, of which one takes five seconds for each answer: what the other nine have of it. */
@Timeout(300)
class SlowNeighbourIT {
    private static final int SMSCS = 10;
    private static final int SLOW = 0;
    private static final int BAG_OF_SLOW = 200;
    private static final Duration ANSWERS_AFTER = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    @Tag("long")
    @Tag("F-03")
    @Tag("C17")
    void one_of_ten_that_answers_after_five_seconds_costs_the_others_nothing(TestReporter reporter) throws Exception {
        Stalls.measure(attempt -> neighbours(reporter, attempt, 50, Duration.ofSeconds(2)));
    }

    @Test
    @Tag("long")
    @Tag("F-03")
    void one_of_ten_that_answers_after_five_seconds_for_a_minute_costs_the_others_nothing(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> neighbours(reporter, attempt, 200, Duration.ofSeconds(60)));
    }

    /**
     * What the nine got in one stretch of time.
     *
     * @param least messages that arrived in it at the one that got fewest
     * @param p99 nanoseconds from the moment a message was due to its arrival
     */
    private record Figures(long least, long p99) {
        /** Of two stretches alike. */
        Figures and(Figures other) {
            return new Figures(least + other.least, Math.max(p99, other.p99));
        }
    }

    /**
     * Messages are due at fixed times, whatever becomes of those before. The stretches beside a slow SMSC lie between two without: how much
     * these two differ is the machine's doing, and the worse of them is what the others are compared with.
     */
    private void neighbours(TestReporter reporter, int attempt, int perSecond, Duration stretch) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), SMSCS)
                .overBothTransports()
                .of(SLOW, "bag", Integer.toString(BAG_OF_SLOW))
                .simulator(config -> config.with("receipts", "never").recording(200_000));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            AtomicInteger refused = new AtomicInteger();
            int ticks = (int) (perSecond * stretch.toMillis() / 1000);
            long[] due = new long[4 * ticks + perSecond];
            offer(bed, due, 0, perSecond, perSecond, refused); // everything is warm from here on
            offer(bed, due, perSecond, ticks, perSecond, refused);
            Figures alone = figures(bed, due, perSecond, ticks);
            bed.port(SLOW).respondAfter(ANSWERS_AFTER);
            offer(bed, due, perSecond + ticks, 2 * ticks, perSecond, refused);
            Figures beside =
                    figures(bed, due, perSecond + ticks, ticks).and(figures(bed, due, perSecond + 2 * ticks, ticks));
            assertThat(bed.bridge.stats().smsc("s" + SLOW).holdUp)
                    .as("what an operator is told")
                    .startsWith("window full");
            bed.port(SLOW).respondAfter(Duration.ZERO);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> bed.arrived(SLOW) >= 3L * ticks + perSecond - refused.get());
            offer(bed, due, perSecond + 3 * ticks, ticks, perSecond, refused);
            alone = alone.and(figures(bed, due, perSecond + 3 * ticks, ticks));
            Figures without = alone;
            int offered = due.length;
            long all = (long) SMSCS * offered - refused.get();
            bed.awaitArrived(all, Duration.ofSeconds(60));
            long texts = bed.simulator.ports().stream()
                    .mapToLong(port -> port.submits().stream()
                            .map(ReceivedSubmit::text)
                            .distinct()
                            .count())
                    .sum();
            System.out.printf(
                    "F-03: nine at %d/s, at least %d of %d in time beside an answer in 0 s and %d beside one in 5 s,"
                            + " p99 %d and %d µs; %d refused by the slow one's bag%n",
                    perSecond,
                    alone.least,
                    2 * ticks,
                    beside.least,
                    alone.p99 / 1000,
                    beside.p99 / 1000,
                    refused.get());
            assertThat(texts).as("each came").isEqualTo(all);
            assertThat(bed.arrived()).as("and came once").isEqualTo(all);
            stalls.figures(() -> {
                assertThat((double) beside.least).isGreaterThanOrEqualTo(0.98 * without.least);
                assertThat((double) beside.p99).isLessThanOrEqualTo(1.2 * without.p99);
            });
            Tried.times(all)
                    .faults(2L * ticks)
                    .lost(all - texts)
                    .doubled(bed.arrived() - texts)
                    .refused(refused.get())
                    .note("nine at " + perSecond + "/s: " + beside.least + " of " + 2 * ticks + " in time (before "
                            + alone.least + "), p99 " + beside.p99 / 1000 + " µs (before " + alone.p99 / 1000 + ")")
                    .tell(reporter);
        }
    }

    /** One to each SMSC at each tick. */
    private static void offer(CarrierBed bed, long[] due, int from, int count, int perSecond, AtomicInteger refused) {
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long next = System.nanoTime();
        for (int number = from; number < from + count; number++, next += interval) {
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            due[number] = next;
            List<OutboundSms> others = new ArrayList<>();
            for (int smsc = 0; smsc < SMSCS; smsc++) {
                OutboundSms message = CarrierBed.message(smsc, number);
                if (smsc != SLOW) {
                    others.add(message);
                } else {
                    bed.middleWare().send(List.of(message), outcomes -> count(outcomes, refused));
                }
            }
            bed.middleWare()
                    .send(
                            others,
                            outcomes -> assertThat(outcomes)
                                    .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance));
        }
    }

    private static void count(SendOutcome[] outcomes, AtomicInteger refused) {
        if (outcomes[0] instanceof SendOutcome.Refusal) {
            refused.incrementAndGet();
        }
    }

    private static Figures figures(CarrierBed bed, long[] due, int from, int count) {
        for (int smsc = 1; smsc < SMSCS; smsc++) {
            int which = smsc;
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.arrived(which) >= from + count);
        }
        long end = due[from + count - 1] + TimeUnit.MILLISECONDS.toNanos(50);
        long least = Long.MAX_VALUE;
        List<Long> latencies = new ArrayList<>();
        for (int smsc = 1; smsc < SMSCS; smsc++) {
            List<ReceivedSubmit> seen = bed.port(smsc).submits();
            long inTime = 0;
            for (ReceivedSubmit submit : seen.subList(from, from + count)) {
                int number = Integer.parseInt(submit.text().substring("message ".length()));
                latencies.add(submit.nanos() - due[number]);
                inTime += submit.nanos() <= end ? 1 : 0;
            }
            least = Math.min(least, inTime);
        }
        long[] sorted = latencies.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return new Figures(least, sorted[sorted.length * 99 / 100]);
    }
}
