package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.SmscConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may submit while a lane is paused. */
class ThrottleTest {
    private static final long SECOND = 1_000_000_000L;
    private final Throttle throttle =
            new Throttle(new RateGate(100, 1, Duration.ZERO), retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));

    private static SmscConfig.Retry retry(Duration throttleMin, Duration throttleMax) {
        return new SmscConfig.Retry(
                5,
                Duration.ofSeconds(5),
                Duration.ofMinutes(10),
                throttleMin,
                throttleMax,
                Map.of(),
                RetryBudgets.USUAL);
    }

    @Test
    @Tag("C38")
    void of_several_workers_one_probes() {
        Object one = new Object();
        Object other = new Object();
        assertThat(throttle.allowance(one, 0)).isEqualTo(Integer.MAX_VALUE);
        throttle.refused(0x58, 1, 2);
        assertThat(throttle.rests(SECOND)).isTrue();
        assertThat(throttle.allowance(one, SECOND)).isZero();
        long due = SECOND + 2;
        assertThat(throttle.allowance(one, due)).isEqualTo(1);
        assertThat(throttle.allowance(other, due)).isZero(); // asked before the first has sent its probe
        throttle.notSubmitting(one); // it had nothing
        assertThat(throttle.allowance(other, due)).isEqualTo(1);
        assertThat(throttle.allowance(one, due)).isZero();
        throttle.submitting(due);
        assertThat(throttle.allowance(one, due)).isZero();
        throttle.flowing(due, due + 5);
        assertThat(throttle.allowance(one, due + 5)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @Tag("C38")
    void a_shorter_longest_pause_holds_for_the_one_that_is_under_way() {
        throttle.apply(retry(Duration.ofHours(1), Duration.ofHours(1)));
        throttle.refused(0x58, 1, 2);
        assertThat(throttle.rests(60 * SECOND)).isTrue();
        throttle.apply(retry(Duration.ofSeconds(1), Duration.ofSeconds(8)));
        assertThat(throttle.rests(8 * SECOND)).isTrue();
        assertThat(throttle.rests(8 * SECOND + 2)).isFalse();
        assertThat(throttle.allowance("one", 8 * SECOND + 2)).isEqualTo(1);
    }

    @Test
    @Tag("C38")
    void a_longer_one_does_not() {
        throttle.refused(0x58, 1, 2);
        throttle.apply(retry(Duration.ofHours(1), Duration.ofHours(1)));
        assertThat(throttle.rests(SECOND + 2)).isFalse();
    }

    @Test
    @Tag("C38")
    void a_worker_that_died_before_its_probe_keeps_the_others_waiting_for_a_second() {
        throttle.refused(0x58, 1, 2);
        long due = SECOND + 2;
        assertThat(throttle.allowance("dead", due)).isEqualTo(1);
        assertThat(throttle.allowance("live", due + SECOND - 1)).isZero();
        assertThat(throttle.allowance("live", due + SECOND)).isEqualTo(1);
    }
}
