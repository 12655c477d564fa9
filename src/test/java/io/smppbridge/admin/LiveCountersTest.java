package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.stats.CounterFile;
import io.smppbridge.threads.Ticker;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCountersTest {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private Given given;

    @BeforeEach
    void open() throws Exception {
        given = new Given(directory).busy();
    }

    @AfterEach
    void close() {
        given.close();
    }

    private Map<String, Double> figures() throws Exception {
        return CounterFile.read(directory.resolve(LiveCounters.FILE))
                .map(CounterFile.Picture::figures)
                .orElse(Map.of());
    }

    @Test
    @Tag("S3.4")
    void the_file_holds_every_series_of_the_bridge_under_the_names_of_the_exposition_and_follows_it() throws Exception {
        MetricsPage metrics =
                new MetricsPage(new BridgeMetrics(given.sources(), new Rates(given.stats, () -> 0)), "0.1.0");
        Set<String> exposed = new String(metrics.scrape(), StandardCharsets.UTF_8)
                .lines()
                .filter(line ->
                        line.startsWith("smpp_bridge_") && !line.contains("_bucket{") && !line.contains("_bucket "))
                .filter(line -> !line.startsWith("smpp_bridge_build_info"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
        metrics.close();
        LiveCounters live = LiveCounters.open(
                directory, given.sources(), Duration.ofMillis(50), InstantSource.system(), Ticker.SYSTEM);
        try {
            await().until(() -> !figures().isEmpty());
            assertThat(new TreeSet<>(figures().keySet())).isEqualTo(exposed);
            String submitted = "smpp_bridge_submitted_total{smsc=\"telia\"}";
            double before = figures().get(submitted);
            given.stats.smsc("telia").submitted.add(5);
            await().atMost(Duration.ofSeconds(1)).until(() -> figures().get(submitted) == before + 5);
        } finally {
            live.stop(Duration.ofSeconds(1));
        }
    }

    @Test
    @Tag("S3.4")
    void writing_twice_a_second_costs_less_than_a_hundredth_of_a_core() throws Exception {
        LiveCounters live = LiveCounters.open(
                directory, given.sources(), Duration.ofMillis(5), InstantSource.system(), Ticker.SYSTEM);
        try {
            long[] threads = since.ids("live-counters");
            assertThat(threads).hasSize(1);
            long thread = threads[0];
            long warm = System.nanoTime();
            await().until(() -> System.nanoTime() - warm > 1_000_000_000L);
            double first = cpu(thread);
            long from = System.nanoTime();
            await().until(() -> System.nanoTime() - from > 1_000_000_000L);
            double perPicture = (cpu(thread) - first) / 150; // at least so many in a second at 5 ms and its own time
            System.out.printf("S3.4: %.3f ms of a core for each picture, at most%n", perPicture / 1e6);
            assertThat(perPicture).isLessThan(5_000_000); // two a second: a hundredth
        } finally {
            live.stop(Duration.ofSeconds(1));
        }
    }

    private static double cpu(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread);
    }
}
