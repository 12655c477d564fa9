package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A platform that posts at a steady rate, and whose webhook falls ill in one way after the other: what goes out meanwhile. */
@Timeout(600)
class WebhookOutageIT {
    private static final int PER_SECOND = 200;
    private static final int BATCH = 10;
    private static final int CONCURRENCY = 16;
    private static final int EVENTS = 10;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration STRETCH = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    private final ExecutorService connections = Executors.newFixedThreadPool(16);
    private int next = 1;

    @AfterEach
    void close() {
        connections.shutdownNow();
    }

    @Test
    @Tag("long")
    @Tag("D-06")
    void a_webhook_that_fails_in_every_way_costs_no_rate_and_no_event(TestReporter reporter) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            Child child = bed.with("webhook.hook.answer-within", ANSWER_WITHIN.toMillis() + "ms")
                    .with("webhook.hook.concurrency", Integer.toString(CONCURRENCY))
                    .with("webhook.hook.batch", Integer.toString(EVENTS))
                    .with("handback.retry-max", RETRY.toMillis() + "ms")
                    .start();
            sent(bed, child, Duration.ofSeconds(3)); // everything is warm from here on
            double well = sent(bed, child, STRETCH);
            List<String> words = new ArrayList<>();
            double worst = Double.MAX_VALUE;
            for (Hook.Ill how : Hook.Ill.values()) {
                bed.hook.ill(how);
                double rate = sent(bed, child, STRETCH);
                worst = Math.min(worst, rate);
                words.add(String.format(Locale.ROOT, "%s %.1f/s", how, rate));
            }
            bed.hook.well();
            well = Math.min(well, sent(bed, child, STRETCH));
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            int repeats = repeats(bed);
            int failures = bed.hook.failures();
            String told = String.format(
                    Locale.ROOT,
                    "well %.1f/s, %s; %d postings failed, %d events came again",
                    well,
                    words,
                    failures,
                    repeats);
            bed.report("D-06, " + told, ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(orderBreaks(bed))
                    .as("events of a message in another order than theirs")
                    .isZero();
            assertThat(failures).isBetween(Hook.Ill.values().length, mostFailures());
            assertThat(worst).as(told).isGreaterThanOrEqualTo(0.98 * well);
            ledger.tried(failures).note(told).tell(reporter);
        }
    }

    /** With each illness the requests that are under way fail, and then one a pause, of which none is shorter than half the longest. */
    private static int mostFailures() {
        int kinds = Hook.Ill.values().length;
        return kinds * (2 * CONCURRENCY + (int) (STRETCH.toMillis() / (RETRY.toMillis() / 2)));
    }

    /** Messages a second that the carrier got while they were offered at fixed times, whatever became of the requests before. */
    private double sent(Bed bed, Child child, Duration time) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        long start = System.nanoTime();
        long before = bed.received();
        long due = start;
        for (; due - start < time.toNanos(); due += TimeUnit.SECONDS.toNanos(1) * BATCH / PER_SECOND) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            int from = next;
            next += BATCH;
            answers.add(CompletableFuture.runAsync(
                    () -> assertThat(bed.platform.post(child.httpPort(), from, BATCH))
                            .isTrue(),
                    connections));
        }
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        double rate = (bed.received() - before) * 1e9 / (System.nanoTime() - start);
        answers.forEach(CompletableFuture::join);
        return rate;
    }

    private static int repeats(Bed bed) {
        List<Hook.Seen> seen = bed.hook.seen();
        return seen.size() - (int) seen.stream().map(Hook.Seen::id).distinct().count();
    }

    private static int orderBreaks(Bed bed) {
        int breaks = 0;
        Map<String, String> last = new HashMap<>();
        for (Hook.Seen seen : bed.hook.seen()) {
            String before = last.put(seen.messageId(), seen.id());
            breaks += before != null && before.compareTo(seen.id()) > 0 ? 1 : 0;
        }
        return breaks;
    }
}
