package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeMetricsTest {
    private static final Pattern NAME = Pattern.compile("\\b(?:smpp_bridge|jvm|process|system)_[a-z0-9_]+");

    @TempDir
    Path directory;

    private Given given;
    private MetricsPage metrics;
    private final AtomicLong nanos = new AtomicLong();
    private Rates rates;

    @BeforeEach
    void open() throws Exception {
        given = new Given(directory).busy();
        rates = new Rates(given.stats, nanos::get);
        metrics = new MetricsPage(
                new BridgeMetrics(given.sources(), rates), given.sources().version());
    }

    @AfterEach
    void close() {
        metrics.close();
        given.close();
    }

    private String scrape() {
        return new String(metrics.scrape(), StandardCharsets.UTF_8);
    }

    /** The JVM's own come with its first collections. */
    private long series() {
        return scrape().lines().filter(line -> line.startsWith("smpp_bridge_")).count();
    }

    private Set<String> names() {
        return scrape().lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void what_was_counted_is_exposed_under_the_names_that_are_promised() {
        assertThat(scrape().lines())
                .contains(
                        "smpp_bridge_submitted_total{smsc=\"telia\"} 1000.0",
                        "smpp_bridge_submit_answers_total{smsc=\"telia\",status=\"0x58\"} 1.0",
                        "smpp_bridge_accepted_total{intake=\"http\"} 1200.0",
                        "smpp_bridge_rejected_total{reason=\"no-credit\"} 3.0",
                        "smpp_bridge_delivery_receipts_total{smsc=\"telia\",state=\"DELIVERED\"} 1.0",
                        "smpp_bridge_mo_total{smsc=\"telia\"} 5.0",
                        "smpp_bridge_throttled_total{smsc=\"telia\"} 1.0",
                        "smpp_bridge_awaiting_receipts{smsc=\"telia\"} 40.0",
                        "smpp_bridge_awaiting_receipts{smsc=\"tele2\"} 0.0",
                        "smpp_bridge_awaiting_receipts{smsc=\"(removed)\"} 2.0",
                        "smpp_bridge_window_in_use{smsc=\"telia\"} 4.0",
                        "smpp_bridge_rate_limit{smsc=\"telia\"} 5.0",
                        "smpp_bridge_rate_effective{smsc=\"telia\"} 4.5",
                        "smpp_bridge_bag_messages{smsc=\"telia\"} 1.0",
                        "smpp_bridge_bag_oldest_seconds{smsc=\"telia\"} 90.0",
                        "smpp_bridge_bind_state{bind=\"tx-1-1\",smsc=\"telia\"} 1.0",
                        "smpp_bridge_bind_state{bind=\"tx-1-1\",smsc=\"tele2\"} 0.0",
                        "smpp_bridge_webhook_attempts_total{result=\"taken\"} 690.0",
                        "smpp_bridge_handback_waiting{endpoint=\"webhook:main\"} 1.0",
                        "smpp_bridge_handback_dead{endpoint=\"webhook:main\"} 2.0",
                        "smpp_bridge_journal_segments 3.0",
                        "smpp_bridge_ready 1.0");
        assertThat(scrape()).contains("smpp_bridge_build_info{").contains("version=\"0.1.0\"");
        assertThat(names()).contains("process_cpu_usage", "jvm_memory_used_bytes", "jvm_threads_live_threads");
    }

    @Test
    void a_latency_is_a_histogram_in_seconds() {
        assertThat(scrape().lines())
                .contains(
                        "smpp_bridge_submit_response_seconds_bucket{smsc=\"telia\",le=\"0.01\"} 0",
                        "smpp_bridge_submit_response_seconds_bucket{smsc=\"telia\",le=\"0.02\"} 1",
                        "smpp_bridge_submit_response_seconds_bucket{smsc=\"telia\",le=\"+Inf\"} 1",
                        "smpp_bridge_submit_response_seconds_count{smsc=\"telia\"} 1",
                        "smpp_bridge_submit_response_seconds_sum{smsc=\"telia\"} 0.012",
                        "smpp_bridge_journal_sync_seconds_count 1");
    }

    @Test
    void series_come_and_go_with_the_smscs() throws Exception {
        given.config = given.config("tele2", "three");
        assertThat(scrape())
                .doesNotContain("smsc=\"telia\"")
                .contains("smpp_bridge_submitted_total{smsc=\"three\"} 0.0");
    }

    @Test
    @Tag("I-05")
    void whatever_an_smsc_answers_the_number_of_series_has_a_bound() {
        for (int i = 0; i < 100_000; i++) {
            given.stats.smsc("telia").answer(i);
            given.stats.smsc("telia").receipt("STATE" + i);
        }
        long before = series();
        for (int i = 100_000; i < 1_000_000; i++) {
            given.stats.smsc("telia").answer(i);
        }
        given.stats.accepted("http").add(1_000_000);
        assertThat(series()).isEqualTo(before).isLessThan(1_000);
        assertThat(scrape()).contains("status=\"other\"");
    }

    @Test
    @Tag("C105")
    @Tag("S-50")
    void no_secret_is_exposed() {
        assertThat(scrape()).doesNotContain("s3cret").doesNotContain("whsec");
    }

    @Test
    void the_actual_rate_is_measured_over_the_last_ten_seconds() {
        for (int second = 0; second <= 30; second++) {
            nanos.set(second * 1_000_000_000L);
            rates.sample();
            given.stats.smsc("telia").submitted.add(second < 15 ? 100 : 5);
        }
        assertThat(rates.perSecond("telia")).isEqualTo(5.0);
        assertThat(scrape()).contains("smpp_bridge_rate_actual{smsc=\"telia\"} 5.0");
    }

    @Test
    void the_dashboard_asks_only_for_what_is_exposed() throws Exception {
        JsonNode board = new ObjectMapper().readTree(Files.readString(Path.of("docs/grafana/smpp-bridge.json")));
        Set<String> asked = new TreeSet<>();
        board.findValuesAsText("expr").forEach(expr -> collect(expr, asked));
        board.findValuesAsText("definition").forEach(expr -> collect(expr, asked));
        assertThat(asked).hasSizeGreaterThan(20);
        assertThat(names()).containsAll(asked);
    }

    /** Of a gauge that falls, they tell an increase: what an operator puts right would raise the alarm. */
    @Test
    void rates_and_increases_are_asked_of_counters_only() throws Exception {
        String asking = Files.readString(Path.of("docs/metrics.md"))
                + String.join(
                        "\n",
                        new ObjectMapper()
                                .readTree(Files.readString(Path.of("docs/grafana/smpp-bridge.json")))
                                .findValuesAsText("expr"));
        Matcher growths = Pattern.compile("\\b(?:i?rate|increase)\\((\\w+)").matcher(asking);
        Set<String> grown = new TreeSet<>();
        while (growths.find()) {
            grown.add(growths.group(1));
        }
        assertThat(grown).hasSizeGreaterThan(10).allMatch(name -> name.matches("\\w+_(total|bucket|sum|count)"));
    }

    @Test
    void the_document_names_every_metric_of_ours_and_no_other() throws Exception {
        Set<String> documented = new TreeSet<>();
        Files.readString(Path.of("docs/metrics.md")).lines().forEach(line -> collect(line, documented));
        documented.removeIf(name -> !name.startsWith("smpp_bridge_"));
        Set<String> exposed = names().stream()
                .filter(name -> name.startsWith("smpp_bridge_"))
                .map(name -> name.replaceFirst("_seconds_(bucket|sum|count)$", "_seconds"))
                .collect(Collectors.toCollection(TreeSet::new));
        documented.removeIf(name -> name.endsWith("_bucket"));
        assertThat(documented).isEqualTo(exposed);
    }

    private static void collect(String text, Set<String> into) {
        Matcher names = NAME.matcher(text);
        while (names.find()) {
            into.add(names.group());
        }
    }
}
