package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C41")
class RetryBudgetsTest {
    private static final int PLAIN = 0x08;
    private static final int OWN = 0x64;
    private static final RetryBudgets BUDGETS = new RetryBudgets(3, 2, Map.of(), Map.of(OWN, Duration.ofMinutes(1)));

    @Test
    void a_pause_lies_within_a_fifth_but_never_below_the_first_or_above_the_longest() {
        SmscConfig.Retry retry = retry("5s", "30s");
        assertThat(pauses(retry, PLAIN, 1)).allMatch(pause -> pause >= 5_000 && pause <= 6_000);
        assertThat(pauses(retry, PLAIN, 2)).allMatch(pause -> pause >= 8_000 && pause <= 12_000);
        assertThat(pauses(retry, PLAIN, 9)).allMatch(pause -> pause >= 24_000 && pause <= 30_000);
        for (int refusals : new int[] {1, 2, 9}) {
            assertThat(Set.copyOf(pauses(retry, PLAIN, refusals))).hasSizeGreaterThan(4);
        }
    }

    @Test
    void one_that_a_status_has_for_itself_is_kept_to_as_well() {
        assertThat(pauses(retry("5s", "10m"), OWN, 1)).allMatch(pause -> pause >= 60_000 && pause <= 72_000);
        assertThat(pauses(retry("5s", "30s"), OWN, 3)).containsOnly(60_000L);
        assertThat(pauses(retry("5s", "5s"), PLAIN, 3)).containsOnly(5_000L);
    }

    /** They are mirrored at a bound, so that what was refused together does not gather there. */
    @Test
    void no_more_of_them_end_at_a_bound_than_elsewhere() {
        SmscConfig.Retry retry = retry("5s", "30s");
        assertThat(Collections.frequency(pauses(retry, PLAIN, 1), 5_000L)).isOne();
        assertThat(Collections.frequency(pauses(retry, PLAIN, 9), 30_000L)).isOne();
    }

    @Test
    void a_status_has_as_many_attempts_as_it_has_for_itself_and_an_unknown_one_no_more_than_a_known_one() {
        SmscConfig.Retry retry = retry("5s", "30s"); // five attempts
        assertThat(budgets(3).attempts(retry, OWN, true)).isEqualTo(20);
        assertThat(budgets(3).attempts(retry, OWN, false)).isEqualTo(20);
        assertThat(budgets(3).attempts(retry, PLAIN, true)).isEqualTo(5);
        assertThat(budgets(3).attempts(retry, PLAIN, false)).isEqualTo(3);
        assertThat(budgets(8).attempts(retry, PLAIN, false)).isEqualTo(5);
    }

    private static RetryBudgets budgets(int unknown) {
        return new RetryBudgets(unknown, 2, Map.of(OWN, 20), Map.of());
    }

    private static List<Long> pauses(SmscConfig.Retry retry, int status, int refusals) {
        return DoubleStream.of(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
                .mapToObj(place -> BUDGETS.pause(retry, status, refusals, place).toMillis())
                .toList();
    }

    private static SmscConfig.Retry retry(String min, String max) {
        Duration none = Duration.ZERO;
        return new SmscConfig.Retry(
                5, Duration.parse("PT" + min), Duration.parse("PT" + max), none, none, Map.of(), BUDGETS);
    }
}
