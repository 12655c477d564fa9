package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.TransportKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The floors for two cores with nothing else to do; not for a machine that builds something meanwhile. */
@Timeout(600)
@Tag("long")
class FloorsIT {
    @TempDir
    Path directory;

    private Plan plan() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new Plan(
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                0,
                100,
                4,
                0,
                java,
                directory,
                TransportKind.NETTY,
                List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"esme", "esme-10", "esme-threads"})
    @Tag("S2.3")
    void smpp_to_smpp_keeps_its_floors(String scenario) throws Exception {
        kept(scenario);
    }

    @ParameterizedTest
    @ValueSource(strings = {"esme-1-memory", "esme-1x4-memory"})
    @Tag("S2.7")
    void one_message_at_a_time_is_in_the_gateway_for_200_micros_at_most_but_for_the_disk(String scenario)
            throws Exception {
        kept(scenario);
    }

    @Test
    @Tag("S2.16")
    void a_receipt_for_each_message_costs_no_more_than_half_the_throughput() throws Exception {
        kept("esme-receipts");
    }

    private void kept(String scenario) throws Exception {
        Result result = new Scenarios(plan()).all().get(scenario).run();
        System.out.println(scenario + ": " + result.note());
        assertThat(result.note())
                .contains("floor ")
                .doesNotContain(Floor.MISSED)
                .doesNotContain("MISSING")
                .doesNotContain("refused");
    }

    @Test
    @Tag("S2.4")
    @Tag("S2.5")
    void the_pipeline_is_as_fast_as_threads_for_each_connection_at_2_and_at_64() throws Exception {
        Comparison comparison = new Comparison(plan(), Duration.ofSeconds(8), true);
        List<Cell> cells = new ArrayList<>();
        for (int window : new int[] {1, 10}) {
            for (int connections : new int[] {2, 64}) {
                for (Cell.Form form : Cell.Form.values()) {
                    cells.add(comparison.run(new Cell.Kind(form, connections, window, false)));
                }
            }
        }
        Verdict verdict = new Verdict(cells);
        System.out.print(ComparisonTable.markdown(cells));
        verdict.lines().forEach(System.out::println);
        assertThat(verdict.isKept()).as(String.join("\n", verdict.lines())).isTrue();
    }
}
