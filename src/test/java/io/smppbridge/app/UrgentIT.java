package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One-time passwords for an SMSC for which very much of bulk waits. */
@Timeout(600)
class UrgentIT {
    private static final int RATE = 200;
    private static final int CODES_PER_SECOND = 10;
    private static final Duration SUBMITTED_WITHIN = Duration.ofMillis(200);

    @TempDir
    Path directory;

    @Test
    @Tag("C44")
    @Tag("F-08")
    void a_password_passes_twenty_thousand_of_bulk_within_a_fifth_of_a_second(TestReporter reporter) throws Exception {
        Stalls.measure(attempt -> passes(reporter, attempt, 20_000, 30));
    }

    @Test
    @Tag("long")
    @Tag("F-08")
    void a_password_passes_a_million_of_bulk_within_a_fifth_of_a_second(TestReporter reporter) throws Exception {
        Stalls.measure(attempt -> passes(reporter, attempt, 1_000_000, 600));
    }

    private void passes(TestReporter reporter, int attempt, int waiting, int codes) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 1)
                .each("rate", Integer.toString(RATE))
                .each("window", "20")
                .each("bag", Integer.toString(2 * waiting))
                .node("journal.segment-size", "16M")
                .simulator(config -> config.with("receipts", "never").recording(200_000));
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            int bulk = 0;
            while (bulk - bed.arrived() < waiting) {
                bulk += handOver(bed, bulk % 1_000_000);
            }
            long bulkBefore = bed.arrived();
            AtomicLongArray accepted = new AtomicLongArray(codes);
            AtomicInteger taken = new AtomicInteger();
            offer(bed, accepted, taken);
            await().atMost(Duration.ofSeconds(30)).until(() -> taken.get() == codes);
            await().atMost(Duration.ofSeconds(30)).until(() -> arrivals(bed).size() == codes);
            long left = bulk - (bed.arrived() - codes);
            Map<Integer, Long> arrivals = arrivals(bed);
            long[] took = new long[codes];
            Arrays.setAll(took, code -> arrivals.get(code) - accepted.get(code));
            Arrays.sort(took);
            Duration p99 = Duration.ofNanos(took[codes * 99 / 100]);
            String words = left + " of bulk still waiting, " + (bulk - left - bulkBefore)
                    + " of it sent meanwhile; middle " + took[codes / 2] / 1_000 + " µs, p99 " + p99.toNanos() / 1_000
                    + " µs, slowest " + took[codes - 1] / 1_000 + " µs";
            System.out.println("F-08: " + words);
            long came = bed.port(0).submits().stream()
                    .filter(submit -> submit.text().startsWith("code "))
                    .count();
            assertThat(came).as("each came once").isEqualTo(codes);
            assertThat(bulk - left).as("bulk goes on").isGreaterThan(bulkBefore);
            stalls.figures(() -> assertThat(p99).isLessThanOrEqualTo(SUBMITTED_WITHIN));
            Tried.times(codes)
                    .lost(codes - arrivals.size())
                    .doubled(came - arrivals.size())
                    .note(words)
                    .tell(reporter);
        }
    }

    private static int handOver(CarrierBed bed, int from) throws Exception {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = from; i < from + 5_000; i++) {
            list.add(message("bulk " + i, i, Priority.LOW));
        }
        List<SendOutcome> outcomes = bed.middleWare().send(list).get(30, TimeUnit.SECONDS);
        assertThat(outcomes).allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
        return list.size();
    }

    /** At fixed times, whatever becomes of those before. */
    private static void offer(CarrierBed bed, AtomicLongArray accepted, AtomicInteger taken) {
        long due = System.nanoTime();
        for (int i = 0; i < accepted.length(); i++, due += TimeUnit.SECONDS.toNanos(1) / CODES_PER_SECOND) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            int code = i;
            bed.middleWare().send(List.of(message("code " + code, code, Priority.HIGH)), outcomes -> {
                if (outcomes[0] instanceof SendOutcome.Acceptance) {
                    accepted.set(code, System.nanoTime());
                    taken.incrementAndGet();
                }
            });
        }
    }

    private static OutboundSms message(String text, int number, Priority priority) {
        return OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", number))
                .from("Acme")
                .text(text)
                .priority(priority)
                .receipt(ReceiptWish.NONE)
                .build();
    }

    /** When each code first came. */
    private static Map<Integer, Long> arrivals(CarrierBed bed) {
        Map<Integer, Long> first = new HashMap<>();
        for (ReceivedSubmit submit : bed.port(0).submits()) {
            if (submit.text().startsWith("code ")) {
                first.putIfAbsent(Integer.parseInt(submit.text().substring(5)), submit.nanos());
            }
        }
        return first;
    }
}
