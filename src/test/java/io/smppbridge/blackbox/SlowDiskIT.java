package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.CapturedPdu;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The disk takes its time, or never answers: forces of the whole process are held up, and nothing else of it. */
@Tag("crowd")
class SlowDiskIT {
    private static final int ENQUIRE_LINK = 0x15;
    private static final int ENQUIRE_LINK_RESP = 0x80000015;
    private static final int STUCK = 70;
    /** Two SMSCs with one bind of twenty each. */
    private static final int SUM_OF_WINDOWS = 40;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ENQUIRED_WITHIN = Duration.ofSeconds(1);

    /** What the machine takes, once and again for each thread that waits for a processor on average. */
    private static final Duration SLACK = Duration.ofMillis(200);

    private static final int BATCH = 5;

    /** A request that finds all of them in use waits, and its time runs from when it was due. */
    private static final int CONNECTIONS = 200;

    @TempDir
    Path directory;

    private final ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS);

    @AfterEach
    void close() {
        connections.shutdownNow();
    }

    @Test
    @Tag("B-06")
    void with_slow_forces_all_is_accepted_within_two_of_them_and_no_smsc_notices(TestReporter reporter)
            throws Exception {
        slow(reporter, Duration.ofMillis(200), Optional.empty(), 100, Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    @Tag("B-06")
    void with_forces_of_half_a_second_for_a_minute_all_is_accepted_within_two_of_them_and_no_smsc_notices(
            TestReporter reporter) throws Exception {
        slow(reporter, Duration.ofMillis(500), Optional.empty(), 400, Duration.ofSeconds(60));
    }

    @Test
    @Tag("long")
    @Tag("B-06")
    void with_one_force_of_five_seconds_all_is_accepted_within_two_of_it_and_no_smsc_notices(TestReporter reporter)
            throws Exception {
        slow(reporter, Duration.ofSeconds(5), Optional.of(400), 200, Duration.ofSeconds(20));
    }

    /** @param only which fdatasync of each thread; nothing: all of them, and fsync too */
    private void slow(TestReporter reporter, Duration delay, Optional<Integer> only, int rate, Duration time)
            throws Exception {
        Strace.assume();
        SimulatorConfig simulator = SimulatorConfig.forTests("a", "b")
                .with("respond-after", "5ms..30ms")
                .with("receipt-after", "5ms..50ms")
                .with("deliver-window", "500")
                .with("enquire-link-every", "200ms")
                .capturing(new SimulatorConfig.CaptureConfig(Optional.empty(), 1_000_000));
        String held = only.map(nth -> "fdatasync:when=" + nth).orElse("fdatasync,fsync");
        try (Bed bed = new Bed(directory, simulator).with("journal.segment-size", "64M")) {
            Child child = bed.launch(holding(held + ":delay_enter=" + delay.toMillis() * 1_000))
                    .awaitReady();
            AtomicInteger next = new AtomicInteger(1);
            offer(bed, child, next, rate, Duration.ofSeconds(2)); // everything is warm
            Offered offered = offer(bed, child, next, rate, time);
            Ledger ledger = bed.settled(PATIENCE);
            Duration enquired = slowestEnquireLink(bed);
            String words = offered.words() + "; enquire_link answered within " + enquired.toMillis() + " ms";
            bed.report("B-06, forces of " + delay.toMillis() + " ms, " + words, ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(ledger.orderBreaks()).isZero();
            assertThat(bed.callers.refused()).isEmpty();
            assertThat(bed.callers.inDoubt()).isEmpty();
            for (SimulatedPort port : bed.sim.ports()) {
                assertThat(port.report().sessions().total()).as("binds").isEqualTo(1);
                assertThat(port.report().waiting().timeouts()).isZero();
            }
            assertThat(child.log()).as("no timer ran out").doesNotContain("WARN", "ERROR");
            Duration slack = Duration.ofNanos((long) (SLACK.toNanos() * (1 + offered.crowd)));
            assertThat(offered.p99()).isLessThanOrEqualTo(delay.multipliedBy(2).plus(slack));
            assertThat(enquired).isLessThan(ENQUIRED_WITHIN.plus(slack));
            ledger.tried(only.isPresent() ? 1 : offered.latency.getTotalCount())
                    .note("forces of " + delay.toMillis() + " ms: " + words)
                    .tell(reporter);
        }
    }

    /** From then on it does not matter what others wait for: the process ends itself, and the next start finds all that was promised. */
    @Test
    @Tag("long")
    @Tag("B-14")
    void a_force_that_never_returns_ends_the_process_within_thirty_seconds_and_loses_nothing(TestReporter reporter)
            throws Exception {
        Strace.assume();
        SimulatorConfig simulator = SimulatorConfig.forTests("a", "b").with("respond-after", "5ms..30ms");
        try (Bed bed = new Bed(directory, simulator)) {
            Child child = bed.launch(holding("fdatasync:when=60:delay_enter=60000000"))
                    .awaitReady();
            Platform.Load load = bed.platform.load(child.httpPort(), new AtomicInteger(1), 5, 4);
            Duration took = ended(bed, child);
            load.end();
            assertThat(child.awaitExit(60)).isEqualTo(STUCK);
            Child second = bed.start();
            bed.settleDoubts(second);
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("B-14, ended " + took.toMillis() + " ms after the last answer", ledger);
            assertThat(took).isBetween(Duration.ofSeconds(27), Duration.ofSeconds(32));
            assertThat(ledger.accepted()).isGreaterThan(50);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.most()).isLessThanOrEqualTo(2);
            assertThat(ledger.dup()).isLessThanOrEqualTo(SUM_OF_WINDOWS);
            ledger.tried(1)
                    .note("a force that never returned: exit code 70 " + took.toMillis() + " ms after the last answer")
                    .tell(reporter);
        }
    }

    /** How long after its last answer the process said that it ends itself; strace lets it go only when the held call is over. */
    private static Duration ended(Bed bed, Child child) {
        AtomicInteger answered = new AtomicInteger();
        AtomicLong last = new AtomicLong(System.nanoTime());
        Awaitility.await()
                .atMost(PATIENCE.multipliedBy(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    int now = bed.callers.accepted().size();
                    if (answered.getAndSet(now) != now) {
                        last.set(System.nanoTime());
                    }
                    return child.log().contains("fatal:");
                });
        return Duration.ofNanos(System.nanoTime() - last.get());
    }

    /** Words before the bridge's own; only these calls stop the process. */
    private String[] holding(String inject) {
        return new String[] {
            Strace.program(),
            "-f",
            "--seccomp-bpf",
            "-o",
            directory.resolve("trace").toString(),
            "-e",
            "trace=fdatasync,fsync",
            "-e",
            "inject=" + inject
        };
    }

    /**
     * What became of requests.
     *
     * @param latency from the moment that a request was due to its answer
     * @param crowd how many threads waited for a processor, on average
     */
    private record Offered(Histogram latency, double crowd) {
        Duration p99() {
            return Duration.ofNanos(latency.getValueAtPercentile(99));
        }

        String words() {
            return latency.getTotalCount() + " requests accepted within "
                    + latency.getValueAtPercentile(50) / 1_000_000 + " (median), " + p99().toMillis() + " (p99) and "
                    + latency.getMaxValue() / 1_000_000 + " ms (all)"
                    + (crowd < Crowd.MUCH ? "" : String.format(" on a crowded machine (%.1f)", crowd));
        }
    }

    /** At fixed times, whatever becomes of the requests before. */
    private Offered offer(Bed bed, Child child, AtomicInteger next, int rate, Duration time) throws Exception {
        Histogram latency = new ConcurrentHistogram(120 * SECOND, 3);
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        long interval = SECOND * BATCH / rate;
        long here = ProcessHandle.current().pid();
        long waited = Crowd.waited(here, child.bridge());
        long start = System.nanoTime();
        for (long i = 0; i * interval < time.toNanos(); i++) {
            long due = start + i * interval;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            int from = next.getAndAdd(BATCH);
            answers.add(CompletableFuture.runAsync(
                    () -> {
                        bed.platform.post(child.httpPort(), from, BATCH);
                        latency.recordValue(Math.min(120 * SECOND, System.nanoTime() - due));
                    },
                    connections));
        }
        double took = System.nanoTime() - start;
        double crowd = Math.max(0, Crowd.waited(here, child.bridge()) - waited) / took;
        answers.forEach(CompletableFuture::join);
        return new Offered(latency.copy(), crowd);
    }

    /** All have been answered. */
    private static Duration slowestEnquireLink(Bed bed) {
        long slowest = 0;
        for (SimulatedPort port : bed.sim.ports()) {
            Map<String, Long> asked = new HashMap<>();
            int answered = 0;
            for (CapturedPdu pdu : port.captured()) {
                String key = pdu.bind() + " " + pdu.sequence();
                if (!pdu.received() && pdu.commandId() == ENQUIRE_LINK) {
                    asked.put(key, pdu.nanos());
                } else if (pdu.received() && pdu.commandId() == ENQUIRE_LINK_RESP && asked.containsKey(key)) {
                    slowest = Math.max(slowest, pdu.nanos() - asked.remove(key));
                    answered++;
                }
            }
            assertThat(answered).isGreaterThan(5);
            assertThat(asked).as("the last may be on its way").hasSizeLessThanOrEqualTo(1);
        }
        return Duration.ofNanos(slowest);
    }
}
