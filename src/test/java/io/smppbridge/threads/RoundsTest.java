package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When those look about them who have nothing to do. */
class RoundsTest {
    @Test
    void whoever_goes_to_rest_when_all_wake_at_the_same_moment_and_rest_no_longer_than_they_may() {
        Random random = new Random(29);
        for (int i = 0; i < 1_000; i++) {
            long begun = random.nextLong() / 2; // what a monotonic clock starts from is anybody's guess, below zero too
            long later = begun + random.nextInt(100_000_000);
            long first = Rounds.next(begun, Rounds.EVERY);
            long second = Rounds.next(later, Rounds.EVERY);
            assertThat(first).as("from %d", begun).isPositive().isLessThanOrEqualTo(900_000_000L);
            assertThat((later + second - begun - first) % 900_000_000L)
                    .as("from %d and %d", begun, later)
                    .isZero();
        }
    }

    @Test
    void what_is_due_sooner_is_waited_for_exactly() {
        assertThat(Rounds.rest(899_999_000L, 300_000_000L)).isEqualTo(300_000_000L);
        assertThat(Rounds.rest(600_000_000L, 5_000_000_000L)).isEqualTo(300_000_000L);
        assertThat(Rounds.rest(600_000_000L, Long.MAX_VALUE)).isEqualTo(300_000_000L);
    }

    @Test
    void who_looks_more_often_or_more_seldom_is_awake_at_these_moments_too() {
        long at = 5L * Rounds.EVERY.toNanos() + 1;
        Duration seldom = Rounds.EVERY.multipliedBy(2);
        assertThat((at + Rounds.next(at, seldom)) % Rounds.EVERY.toNanos()).isZero();
        assertThat(Rounds.EVERY.toNanos() % Rounds.SOON.toNanos()).isZero();
        assertThat(Rounds.next(at - 1, Rounds.EVERY))
                .as("at such a moment: until the next one")
                .isEqualTo(900_000_000L);
    }
}
