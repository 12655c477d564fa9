package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Result bulk(double perSecond) {
        return new Result(
                "http-bulk", perSecond, 4.88, 0.7, 1752, 320, 2, 20.8, 43.1, 1.54, 0.29, 0.69, Double.NaN, "note");
    }

    @Test
    void figures_not_measured_are_empty_cells() {
        String table = Table.of(List.of(Result.of("idle", 0.8, "% of a core")), Map.of());
        assertThat(table.lines()).hasSize(3);
        assertThat(table).contains("0.80 % of a core").doesNotContain("NaN");
    }

    @Test
    void every_line_has_as_many_cells() {
        String table = Table.of(List.of(bulk(183_499), Result.of("restart", 2.5, "s")), Map.of());
        assertThat(table.lines()
                        .map(line -> line.chars().filter(c -> c == '|').count())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void a_comparison_says_how_many_times_as_much() {
        String table = Table.of(List.of(bulk(300_000)), Map.of("http-bulk", bulk(150_000)));
        assertThat(table).contains("300,000 (x2.00)");
    }

    @Test
    void our_own_processor_time_grows() throws IOException {
        long pid = ProcessHandle.current().pid();
        long before = Meter.cpuNanos(pid);
        long spin = 0;
        for (long i = 0; Meter.cpuNanos(pid) < before + 20_000_000 && i < 1_000_000; i++) {
            spin += i;
        }
        assertThat(Meter.cpuNanos(pid)).as("after %s", spin).isGreaterThan(before);
    }
}
