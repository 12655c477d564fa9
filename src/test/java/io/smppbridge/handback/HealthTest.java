package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When an endpoint as a whole pauses, and for how long. */
class HealthTest {
    private static final long SECOND = 1_000_000_000;

    private final TurnedClock clock = new TurnedClock();
    private final Surroundings world = new Surroundings(clock, clock, () -> 0.0, host -> new InetAddress[0]);
    private final Health health = new Health(
            "webhook:crm", world, () -> new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1), world.chance()));

    private long pause() {
        return health.pauseLeft(clock.nanos());
    }

    @Test
    @Tag("C90")
    void the_third_failure_in_a_row_that_may_be_the_events_fault_makes_a_pause_and_not_the_second() {
        health.failed("500", false, 0);
        health.failed("500", false, 0);
        assertThat(pause()).isZero();
        assertThat(health.isFailing()).isFalse();
        health.failed("500", false, 0);
        assertThat(pause()).isEqualTo(SECOND);
        assertThat(health.isFailing()).isTrue();
    }

    @Test
    @Tag("C90")
    void failures_with_something_taken_in_between_make_no_pause() {
        for (int i = 0; i < 5; i++) {
            health.failed("500", false, 0);
            health.failed("500", false, 0);
            assertThat(health.lives()).as("had been failing").isFalse();
        }
        assertThat(pause()).isZero();
        assertThat(health.isFailing()).isFalse();
    }

    /** They were under way when the first of them failed. */
    @Test
    @Tag("C90")
    void further_failures_during_a_pause_make_it_no_longer() {
        for (int i = 0; i < 5; i++) {
            health.failed("no connection", true, 0);
        }
        assertThat(pause()).isEqualTo(SECOND);
        clock.turn(Duration.ofSeconds(1));
        assertThat(pause()).isZero();
        health.failed("no connection", true, 0);
        assertThat(pause()).isEqualTo(2 * SECOND);
    }

    @Test
    @Tag("C90")
    void one_that_fails_is_tried_with_a_single_request_until_its_first_sign_of_life_which_ends_its_pause_too() {
        health.failed("no connection", true, 0);
        clock.turn(Duration.ofSeconds(1));
        assertThat(pause()).isZero();
        assertThat(health.inFlight(4)).isEqualTo(1);
        health.failed("no connection", true, 0);
        assertThat(pause()).isEqualTo(2 * SECOND);
        assertThat(health.lives()).as("had been failing").isTrue();
        assertThat(pause()).isZero();
        assertThat(health.pauseEnds()).isEmpty();
        assertThat(health.inFlight(4)).isEqualTo(4);
    }
}
