package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of the two architectures. */
@Tag("S2.4")
class VerdictTest {
    static Cell cell(Cell.Form form, int connections, double perSecond, long missing) {
        return new Cell(
                new Cell.Kind(form, connections, 10, false),
                perSecond,
                perSecond * 0.9,
                2,
                0.5,
                120,
                900,
                1800,
                30,
                form == Cell.Form.CLASSIC ? 9 : Double.NaN,
                0.25,
                1.5,
                20,
                0,
                missing);
    }

    private static Verdict verdict(int connections, double classic, double pipeline) {
        return new Verdict(List.of(
                cell(Cell.Form.CLASSIC, connections, classic, 0), cell(Cell.Form.PIPELINE, connections, pipeline, 0)));
    }

    @Test
    @Tag("S2.5")
    void a_pipeline_that_is_slower_at_2_or_at_64_connections_has_missed() {
        for (int connections : new int[] {2, 64}) {
            assertThat(verdict(connections, 10_000, 9_999).isKept()).isFalse();
            assertThat(verdict(connections, 10_000, 9_999).lines())
                    .singleElement()
                    .asString()
                    .contains("MISSED");
            assertThat(verdict(connections, 10_000, 10_000).isKept()).isTrue();
            assertThat(verdict(connections, 10_000, 25_000).lines())
                    .containsExactly(
                            connections
                                    + " connections, window 10, minimal log: pipeline 25,000 msg/s, classic 10,000 msg/s: x2.50");
        }
    }

    @Test
    void where_nothing_is_promised_the_faster_one_is_named_all_the_same() {
        assertThat(verdict(16, 10_000, 9_000).isKept()).isTrue();
        assertThat(verdict(16, 10_000, 9_000).lines())
                .singleElement()
                .asString()
                .contains("(classic is faster)");
    }

    @Test
    void a_message_lost_or_doubled_by_either_form_spoils_the_comparison() {
        for (long missing : new long[] {1, -1}) {
            Verdict verdict = new Verdict(List.of(cell(Cell.Form.CLASSIC, 4, 100, missing)));
            assertThat(verdict.isKept()).isFalse();
            assertThat(verdict.lines()).singleElement().asString().startsWith("MISSING " + missing);
        }
    }

    @Test
    void table_and_csv_have_a_cell_for_each_figure_and_none_for_what_was_not_measured() {
        List<Cell> cells = List.of(cell(Cell.Form.CLASSIC, 2, 12_345.678, 0), cell(Cell.Form.PIPELINE, 2, 23_456, 0));
        List<String> rows = ComparisonTable.csv(cells).lines().toList();
        int columns = rows.get(0).split(",", -1).length;
        assertThat(rows).hasSize(3).allMatch(row -> row.split(",", -1).length == columns);
        assertThat(rows.get(1)).startsWith("classic,2,10,minimal,12345.678,").doesNotContain("NaN");
        List<String> heads = List.of(rows.get(0).split(","));
        assertThat(rows.get(2).split(",", -1)[heads.indexOf("locks_taken_per_message")])
                .isEmpty();
        assertThat(rows.get(2).split(",", -1)[heads.indexOf("messages_per_second_per_load")])
                .isEqualTo("11728");
        assertThat(rows.get(2).split(",", -1)[heads.indexOf("messages_per_second_per_cpu")])
                .isEqualTo("42220.8");
        assertThat(ComparisonTable.markdown(cells).lines().map(row -> row.split("\\|", -1).length))
                .hasSize(4)
                .containsOnly(columns + 2);
    }

    @Test
    void of_a_long_run_the_best_stretch_of_its_length_counts() {
        List<Stretch.Look> looks = List.of(
                look(0, 0), look(1, 100), look(2, 200), look(3, 700), look(4, 1100), look(5, 1200), look(6, 1300));
        assertThat(Stretch.best(looks, 2_000_000_000L)).isEqualTo(450);
        assertThat(Stretch.best(looks, 1_000_000_000L)).isEqualTo(500);
        assertThat(Stretch.best(looks, 60_000_000_000L))
                .as("of a shorter run the whole")
                .isEqualTo(1300 / 6.0);
    }

    private static Stretch.Look look(int second, long count) {
        return new Stretch.Look(second * 1_000_000_000L, count);
    }

    @Test
    void a_floor_says_whether_it_is_kept() {
        assertThat(Floor.atLeast(120_000, "msg/s", 120_000)).isEqualTo(", floor at least 120,000 msg/s: kept");
        assertThat(Floor.atLeast(120_000, "msg/s", 119_999)).endsWith(Floor.MISSED);
        assertThat(Floor.atMost(200, "µs", Double.NaN))
                .as("what was not measured is not kept")
                .endsWith(Floor.MISSED);
        assertThat(Floor.atMost(0.5, "of it", 0.51)).isEqualTo(", floor at most 0.50 of it: MISSED");
    }
}
