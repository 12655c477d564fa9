package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Generation speed as the source measured it: ten runs of 500 messages, one worker, window 1, the SMSC in a second JVM. */
@Tag("long")
@Timeout(120)
class CycleTimeIT {
    private static final int RUNS = 10;
    private static final int MESSAGES = 500;
    /** What the source measured, milliseconds a message. */
    private static final double SOURCE = 8.67;

    @TempDir
    Path directory;

    @Test
    @Tag("S1.9")
    void a_message_with_window_1_takes_less_time_than_the_source_needed() throws Exception {
        try (Child simulator = new Child(List.of(), "smsc-sim", "--port", "0", "--for", "2m")) {
            int port = Integer.parseInt(simulator.awaitLine("SMPP on 127.0.0.1:(\\d+)"));
            Path file = CarrierBed.with(Files.createDirectory(directory.resolve("bed")), 1)
                    .each("window", "1")
                    .write(List.of(port));
            double[] means = new double[RUNS];
            try (Bridge bridge = Bridge.start(file)) {
                for (int run = 0; run < RUNS; run++) {
                    means[run] = run(bridge, run);
                }
            }
            table(means);
            assertThat(Arrays.stream(means).average().orElseThrow()).isLessThan(SOURCE);
        }
    }

    private static double run(Bridge bridge, int run) throws Exception {
        var accepted = bridge.stats().smsc("s0").accepted;
        long before = accepted.sum();
        List<io.smppbridge.OutboundSms> list = java.util.stream.IntStream.range(0, MESSAGES)
                .mapToObj(i -> CarrierBed.message(0, run * MESSAGES + i))
                .toList();
        long begun = System.nanoTime();
        bridge.middleWare().send(list).get(10, java.util.concurrent.TimeUnit.SECONDS);
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> accepted.sum() == before + MESSAGES);
        return (System.nanoTime() - begun) / 1e6 / MESSAGES;
    }

    private static void table(double[] means) {
        double mean = Arrays.stream(means).average().orElseThrow();
        double[] sorted = means.clone();
        Arrays.sort(sorted);
        double sigma = Math.sqrt(Arrays.stream(means)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (RUNS - 1));
        System.out.printf(
                "S1.9: %d runs of %d messages, window 1, one worker, SMSC in a second JVM; Java %s on %d cores%n",
                RUNS,
                MESSAGES,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
        for (int run = 0; run < RUNS; run++) {
            System.out.printf("  run %2d  %.3f ms a message%n", run + 1, means[run]);
        }
        System.out.printf(
                "  mean %.3f ms (%.0f/s), median %.3f ms, standard deviation %.3f ms; the source: %.2f ms%n",
                mean, 1000 / mean, (sorted[4] + sorted[5]) / 2, sigma, SOURCE);
    }
}
