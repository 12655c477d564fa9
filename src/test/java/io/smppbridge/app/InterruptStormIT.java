package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every thread of a whole bridge is interrupted again and again while it works: code of a platform in the same process may do that. */
@Timeout(180)
class InterruptStormIT {
    private static final int BUNCH = 20;
    private static final Pattern OURS =
            Pattern.compile("(journal|sender-|smpp-|connector-watch-|receiver|pipeline-|handback-"
                    + "|intake-|esme-|live-counters|admin-|pdulog|outbind|watchdog|flight-logs).*");

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private final AtomicLong interrupts = new AtomicLong();
    private final Set<String> interrupted = new HashSet<>();

    @Test
    @Tag("B-11")
    void interrupts_to_all_threads_for_2_s_lose_nothing_and_leave_the_journal_open(TestReporter reporter)
            throws Exception {
        storm(Duration.ofSeconds(2), reporter);
    }

    @Test
    @Tag("B-11")
    @Tag("long")
    void interrupts_to_all_threads_for_a_minute_lose_nothing_and_leave_the_journal_open(TestReporter reporter)
            throws Exception {
        storm(Duration.ofSeconds(60), reporter);
    }

    private void storm(Duration length, TestReporter reporter) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 2)
                .overBothTransports()
                .node("intake.tcp.enabled", "true")
                .node("intake.tcp.port", "0")
                .simulator(config -> config.with("receipt-after", "0"));
        try (CarrierBed bed = plan.start().bound()) {
            AtomicBoolean over = new AtomicBoolean();
            Thread storm = new Thread(() -> interruptAll(over), "test-storm");
            storm.start();
            Set<TaskId> accepted = new HashSet<>();
            int sent = 0;
            try {
                for (long end = System.nanoTime() + length.toNanos(); System.nanoTime() - end < 0; sent += BUNCH) {
                    accepted.addAll(send(bed, sent));
                    LockSupport.parkNanos(20_000_000L);
                }
            } finally { // else it would go on through the tests after this one
                over.set(true);
                storm.join(10_000);
            }
            accepted.addAll(send(bed, sent));
            sent += BUNCH;
            assertThat(bed.bridge.obstacles()).isEmpty();
            long doubled = assertAllThere(bed, accepted, sent);
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(
                            () -> assertThat(sleepless()).as("never rest again").isEmpty());
            System.out.printf(
                    "B-11: %d interrupts to %s; %d messages, %d sent twice, %d binds%n",
                    interrupts.get(), interrupted, accepted.size(), doubled, binds(bed));
            assertThat(interrupted).contains("journal", "journal-spare", "sender-s0-1", "sender-s1-1", "watchdog");
            Tried.times(accepted.size())
                    .faults(interrupts.get())
                    .lost(accepted.stream()
                            .filter(id -> !heard(bed).contains(id))
                            .count())
                    .doubled(doubled)
                    .note("to " + interrupted.size() + " threads for " + length.toSeconds() + " s")
                    .tell(reporter);
        }
    }

    private static long binds(CarrierBed bed) {
        return bed.simulator.report().stream()
                .mapToLong(report -> report.sessions().total())
                .sum();
    }

    private static List<TaskId> send(CarrierBed bed, int from) throws Exception {
        List<OutboundSms> bunch = new ArrayList<>();
        for (int number = from; number < from + BUNCH; number++) {
            bunch.add(CarrierBed.message(number % 2, number));
        }
        List<SendOutcome> outcomes = bed.middleWare().send(bunch).get(20, TimeUnit.SECONDS);
        assertThat(outcomes).allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
        return outcomes.stream()
                .map(outcome -> ((SendOutcome.Acceptance) outcome).id())
                .toList();
    }

    /** Every message at its SMSC, and its receipt with the platform; how many came to an SMSC more than once. */
    private static long assertAllThere(CarrierBed bed, Set<TaskId> accepted, int sent) {
        await().atMost(Duration.ofSeconds(40)).until(() -> texts(bed).distinct().count() >= sent);
        await().atMost(Duration.ofSeconds(40)).until(() -> heard(bed).containsAll(accepted));
        assertThat(accepted).hasSize(sent);
        long doubled = texts(bed).count() - sent;
        assertThat(doubled).as("twice without a bind lost").isLessThanOrEqualTo(binds(bed) == 2 ? 0 : sent);
        return doubled;
    }

    private static Stream<String> texts(CarrierBed bed) {
        return bed.simulator.ports().stream()
                .flatMap(port -> port.submits().stream())
                .map(ReceivedSubmit::text);
    }

    private static Set<TaskId> heard(CarrierBed bed) {
        Set<TaskId> heard = new HashSet<>();
        synchronized (bed.receipts) {
            for (Receipt receipt : bed.receipts) {
                heard.add(receipt.message());
            }
        }
        return heard;
    }

    private void interruptAll(AtomicBoolean over) {
        while (!over.get()) {
            for (Thread thread : ours()) {
                thread.interrupt();
                interrupts.incrementAndGet();
                interrupted.add(thread.getName());
            }
            LockSupport.parkNanos(2_000_000L);
        }
    }

    private List<Thread> ours() {
        return since.running().stream()
                .filter(thread -> OURS.matcher(thread.getName()).matches())
                .toList();
    }

    /** A thread of ours that keeps the mark of an interrupt never sleeps again. What waits for sockets alone does not look at it. */
    private List<String> sleepless() {
        return ours().stream()
                .filter(Thread::isInterrupted)
                .map(Thread::getName)
                .filter(name -> !name.matches("(smpp|intake|esme)-.*"))
                .toList();
    }
}
