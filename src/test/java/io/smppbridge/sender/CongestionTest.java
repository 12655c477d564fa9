package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The rate follows what the SMSC says of its load (SMPP 5.0 congestion_state), between a fiftieth of the contract and all of it. */
class CongestionTest {
    private static final long SECOND = 1_000_000_000L;

    private final RateGate gate = new RateGate(100, 1, Duration.ZERO);
    private final AtomicLong taken = new AtomicLong();
    private final Congestion congestion = new Congestion(gate, taken::get);

    @Test
    void a_congested_smsc_is_sent_less_once_a_second_and_never_nothing() {
        congestion.told(100, 0);
        assertThat(gate.rate()).isEqualTo(70);
        congestion.told(100, SECOND / 2);
        assertThat(gate.rate()).isEqualTo(70);
        congestion.told(95, SECOND);
        assertThat(gate.rate()).isBetween(62.9, 63.1);
        for (int i = 2; i < 60; i++) {
            congestion.told(100, i * SECOND);
        }
        assertThat(gate.rate()).isEqualTo(2);
    }

    @Test
    void at_its_optimum_the_rate_stays_and_below_it_grows_back_to_the_contract() {
        congestion.told(100, 0);
        congestion.told(85, 2 * SECOND);
        assertThat(gate.rate()).isEqualTo(70);
        congestion.told(80, 2 * SECOND);
        assertThat(gate.rate()).isEqualTo(70);
        congestion.told(79, 3 * SECOND);
        assertThat(gate.rate()).isBetween(76.9, 77.1);
        for (int i = 4; i < 10; i++) {
            congestion.told(10, i * SECOND);
        }
        assertThat(gate.rate()).isEqualTo(100);
    }

    @Test
    void an_smsc_that_says_nothing_any_more_is_believed_for_ten_seconds() {
        congestion.told(100, 100 * SECOND);
        congestion.flowing(109 * SECOND);
        assertThat(gate.rate()).isEqualTo(70);
        for (int i = 110; i < 120; i++) {
            congestion.flowing(i * SECOND);
        }
        assertThat(gate.rate()).isEqualTo(100);
    }

    @Test
    void it_stands_beside_what_refusals_have_taught_and_survives_a_reload() {
        gate.slowTo(50);
        congestion.told(100, 0);
        assertThat(gate.rate()).isEqualTo(35);
        gate.slowTo(40);
        assertThat(gate.rate()).isEqualTo(35);
        gate.slowTo(20);
        assertThat(gate.rate()).isEqualTo(20);
        gate.apply(200, 1, Duration.ZERO);
        assertThat(gate.rate()).isEqualTo(35);
    }

    @Test
    void a_lane_without_a_rate_is_measured_slowed_and_let_go_again() {
        RateGate unlimited = new RateGate(Double.POSITIVE_INFINITY, 1, Duration.ZERO);
        Congestion steered = new Congestion(unlimited, taken::get);
        steered.told(79, 0);
        steered.told(100, 0);
        assertThat(unlimited.limited()).as("nothing is known of its rate yet").isFalse();
        taken.set(50);
        steered.told(100, SECOND / 10);
        assertThat(unlimited.limited()).isFalse();
        taken.set(500);
        steered.told(100, SECOND / 2);
        assertThat(unlimited.rate()).isEqualTo(700);
        steered.told(100, SECOND * 3 / 2);
        assertThat(unlimited.rate()).isBetween(489.0, 491.0);
        for (int i = 2; i < 100; i++) {
            steered.told(100, i * SECOND);
        }
        assertThat(unlimited.rate()).as("a fiftieth of the way").isEqualTo(40);
        int seconds = 100;
        for (; unlimited.limited(); seconds++) {
            assertThat(unlimited.rate()).isLessThan(2_000);
            steered.told(10, seconds * SECOND);
        }
        assertThat(seconds).isBetween(135, 145);
        assertThat(unlimited.reserve(1, this, seconds * SECOND)).isEqualTo(RateGate.UNLIMITED);
    }

    @Test
    void a_lane_without_a_rate_keeps_one_a_second_however_little_it_took() {
        RateGate unlimited = new RateGate(Double.POSITIVE_INFINITY, 1, Duration.ZERO);
        Congestion steered = new Congestion(unlimited, taken::get);
        steered.told(100, 0);
        taken.set(5);
        for (int i = 1; i < 20; i++) {
            steered.told(100, i * SECOND);
        }
        assertThat(unlimited.rate()).isEqualTo(1);
    }

    @Test
    void what_was_counted_long_ago_says_nothing_of_now() {
        RateGate unlimited = new RateGate(Double.POSITIVE_INFINITY, 1, Duration.ZERO);
        Congestion steered = new Congestion(unlimited, taken::get);
        steered.told(100, 0);
        taken.set(1_000_000);
        steered.told(100, 60 * SECOND);
        assertThat(unlimited.limited()).isFalse();
        taken.set(1_000_100);
        steered.told(95, 61 * SECOND);
        assertThat(unlimited.rate()).isBetween(89.0, 91.0);
    }

    @Test
    void a_throttled_lane_without_a_rate_still_pauses_and_nothing_more() {
        RateGate unlimited = new RateGate(Double.POSITIVE_INFINITY, 1, Duration.ZERO);
        Congestion steered = new Congestion(unlimited, taken::get);
        steered.told(100, 0);
        taken.set(100);
        steered.told(100, SECOND);
        Throttle throttle = new Throttle(unlimited, new Bench().config().retry());
        throttle.refused(0x58, SECOND, SECOND);
        assertThat(throttle.allowance(this, SECOND)).isZero();
        assertThat(unlimited.rate()).isEqualTo(70);
    }
}
