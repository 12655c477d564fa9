package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a row's goals, and of its share of the ceiling. */
class GoalsTest {
    private static Result rate(String scenario, double perSecond, double cpuMicros, double octets) {
        double none = Double.NaN;
        return new Result(
                scenario, perSecond, cpuMicros, none, octets, none, none, none, none, none, none, none, none, "note");
    }

    @Test
    void a_goal_is_told_with_what_it_is_and_whether_it_is_reached() {
        assertThat(Goals.judged(rate("http-bulk", 500_000, 2.1, 99), "netty").note())
                .isEqualTo("note, goal reached: at least 500,000 msg/s, goal missed: at most 2 µs CPU,"
                        + " goal reached: at most 100 B");
    }

    @Test
    void another_transport_has_goals_of_its_own() {
        assertThat(Goals.judged(rate("http-bulk", 410_000, 2.9, 1_800), "jsmpp").note())
                .isEqualTo("note, goal reached: at least 400,000 msg/s, goal reached: at most 3 µs CPU");
    }

    @Test
    void what_was_not_measured_is_not_reached() {
        assertThat(Goals.judged(Result.of("memory", Double.NaN, "note"), "netty")
                        .note())
                .isEqualTo("note, goal missed: at most 256 MiB");
    }

    @Test
    void a_row_without_goals_stays_as_it_is() {
        assertThat(Goals.judged(rate("tcp-2", 1, 1, 1), "netty").note()).isEqualTo("note");
    }

    @Test
    void a_goal_that_is_missed_breaks_no_floor() {
        assertThat(Goals.judged(rate("esme", 130_000, 5, 700), "netty").note()).doesNotContain(Floor.MISSED);
    }

    @Test
    void rates_are_a_share_of_the_ceiling_of_the_same_run() {
        String table = Table.of(List.of(rate("raw", 5_000_000, 1, 1), rate("esme", 400_000, 2, 700)), Map.of());
        assertThat(table).contains("x0.080");
        assertThat(Table.of(List.of(rate("esme", 400_000, 2, 700)), Map.of())).doesNotContain("x0.");
    }

    @Test
    void figures_that_are_no_rate_are_compared_too() {
        Result then = Result.of("bag", 2.0, "times");
        assertThat(Table.of(List.of(Result.of("bag", 1.0, "times")), Map.of("bag", then)))
                .contains("1.00 (x0.50) times");
    }
}
