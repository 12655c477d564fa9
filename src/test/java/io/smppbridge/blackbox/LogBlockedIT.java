package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bridge that logs each PDU, as fast as it can send, to an output that is blocked and free by turns. */
@Timeout(600)
class LogBlockedIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern DROPPED = Pattern.compile("(?m)^smpp_bridge_log_lines_dropped_total (\\S+)$");
    private static final int BATCH = 50;
    /** Messages that the carrier has not had yet: beyond it the platform waits, so that what is measured is the sending. */
    private static final int AHEAD = 1_000;
    /** Events that the platform has not had yet; every second message has one. */
    private static final int BEHIND = 10_000;

    private static final double ENOUGH = 0.95;
    /** Where other work on the machine has had its turn in one of two stretches, more of them tell what the log costs: at most so many times as many. */
    private static final int LONGER = 4;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger next = new AtomicInteger(1);
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean ended;

    /** What was sent in how many nanoseconds, while the log was blocked and while it was free. */
    private static final class Rates {
        private final long[] sent = new long[2];
        private final long[] nanos = new long[2];
        private int rounds;

        double perSecond(boolean blocked) {
            int which = blocked ? 1 : 0;
            return sent[which] * 1e9 / nanos[which];
        }

        double share() {
            return perSecond(true) / perSecond(false);
        }
    }

    @Test
    @Tag("F-11")
    void a_log_that_nobody_reads_costs_neither_rate_nor_message_nor_the_end(TestReporter reporter) throws Exception {
        pipe(reporter, 1, Duration.ofMillis(700));
    }

    @Test
    @Tag("long")
    @Tag("F-11")
    void a_log_that_nobody_reads_for_a_minute_costs_neither_rate_nor_message_nor_the_end(TestReporter reporter)
            throws Exception {
        pipe(reporter, 5, Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    @Tag("F-11")
    void a_full_log_disk_costs_neither_rate_nor_message(TestReporter reporter) throws Exception {
        try (LogDisk disk = LogDisk.mount(directory);
                Bed bed = bed()) {
            Path config = bed.write();
            try (RunningBridge bridge =
                    RunningBridge.logging(directory, config, ProcessBuilder.Redirect.appendTo(disk.log()))) {
                Rates rates = measured(bed, disk, 3, Duration.ofSeconds(3));
                bridge.terminate();
                assertThat(bridge.awaitExit(60)).isZero();
                told(reporter, bed, disk, rates);
            }
        }
    }

    private void pipe(TestReporter reporter, int rounds, Duration stretch) throws Exception {
        try (Bed bed = bed()) {
            Path config = bed.write();
            try (RunningBridge bridge = RunningBridge.logging(directory, config, ProcessBuilder.Redirect.PIPE);
                    LogPipe pipe = new LogPipe(bridge.log())) {
                Rates rates = measured(bed, pipe, rounds, stretch);
                pipe.block();
                bridge.terminate();
                assertThat(bridge.awaitExit(60)).isZero();
                told(reporter, bed, pipe, rates);
            }
        }
    }

    private Bed bed() throws Exception {
        return new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))
                .with("log.level", "debug")
                .with("smsc.a.window", "100")
                .with("admin.enabled", "true")
                .with("admin.port", Integer.toString(freePort()))
                .with("intake.http.port", Integer.toString(freePort()));
    }

    /** Free, blocked, blocked, free, so often: what grows or shrinks steadily in a run is in both. */
    private Rates measured(Bed bed, LogOutput output, int rounds, Duration stretch) throws Exception {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> dropped(bed) >= 0);
        List<Thread> load = load(bed);
        Rates rates = new Rates();
        bed.awaitSubmits(3_000, PATIENCE);
        while (rates.rounds < rounds || rates.share() < ENOUGH && rates.rounds < LONGER * rounds) {
            rates.rounds++;
            measure(bed, rates, false, stretch);
            long before = dropped(bed);
            output.block();
            await().atMost(PATIENCE).until(() -> dropped(bed) > before);
            measure(bed, rates, true, stretch.multipliedBy(2));
            long blocked = dropped(bed);
            output.free();
            await().atMost(PATIENCE).until(() -> output.told() >= blocked);
            measure(bed, rates, false, stretch);
        }
        ended = true;
        for (Thread thread : load) {
            thread.join(30_000);
        }
        Ledger ledger = bed.settled(PATIENCE);
        assertThat(ledger.isExact()).as("%s", ledger).isTrue();
        long all = dropped(bed);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(output.told())
                        .as("what the log says of itself is what the metric says")
                        .isEqualTo(all));
        assertThat(ledger.received() - output.submits())
                .as("submits without a line, of all %s lines that were dropped", all)
                .isBetween(1L, all);
        return rates;
    }

    private List<Thread> load(Bed bed) {
        int port = Integer.parseInt(bed.settings.get("intake.http.port"));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> post(bed, port), "test-platform-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void post(Bed bed, int port) {
        while (!ended) {
            if (accepted.get() - bed.received() > AHEAD || accepted.get() / 2 - bed.hook.size() > BEHIND) {
                LockSupport.parkNanos(1_000_000L);
            } else if (bed.platform.post(port, next.getAndAdd(BATCH), BATCH)) {
                accepted.addAndGet(BATCH);
            }
        }
    }

    private static void measure(Bed bed, Rates rates, boolean blocked, Duration stretch) {
        int which = blocked ? 1 : 0;
        long start = System.nanoTime();
        long before = bed.received();
        LockSupport.parkNanos(stretch.toNanos());
        rates.sent[which] += bed.received() - before;
        rates.nanos[which] += System.nanoTime() - start;
    }

    private void told(TestReporter reporter, Bed bed, LogOutput output, Rates rates) throws Exception {
        Ledger ledger = bed.ledger();
        String words = String.format(
                "%.0f/s while the log was blocked, %.0f/s while it was not: %.2f; %d lines dropped and counted",
                rates.perSecond(true), rates.perSecond(false), rates.share(), output.told());
        bed.report("F-11, " + words, ledger);
        assertThat(rates.share()).as(words).isGreaterThanOrEqualTo(ENOUGH);
        ledger.tried(rates.rounds).note(words).tell(reporter);
    }

    /** As the metric has it. */
    private long dropped(Bed bed) throws Exception {
        URI metrics = URI.create("http://127.0.0.1:" + bed.settings.get("admin.port") + "/metrics");
        String page = client.send(
                        HttpRequest.newBuilder(metrics)
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher line = DROPPED.matcher(page);
        assertThat(line.find()).as(page).isTrue();
        return (long) Double.parseDouble(line.group(1));
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
