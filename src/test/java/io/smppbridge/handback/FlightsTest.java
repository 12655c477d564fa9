package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlightsTest {
    private final Flights flights = new Flights();

    private Flight until(long deadline) {
        Flight flight = new Flight(null, List.of(), deadline);
        flights.add(flight);
        return flight;
    }

    @Test
    void those_whose_time_is_over_are_named_in_their_order_and_the_others_are_waited_for() {
        Flight slow = until(300);
        Flight first = until(100);
        Flight second = until(90);
        assertThat(flights.waitNanos(0)).isEqualTo(90);
        assertThat(flights.late(89)).isEmpty();
        assertThat(flights.late(100)).containsExactly(first, second);
        assertThat(flights.remove(first)).isTrue();
        assertThat(flights.remove(second)).isTrue();
        assertThat(flights.waitNanos(100)).isEqualTo(200);
        assertThat(flights.clear()).containsExactly(slow);
        assertThat(flights.waitNanos(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void one_is_removed_once() {
        Flight first = until(1);
        Flight middle = until(1);
        Flight last = until(1);
        assertThat(flights.remove(middle)).isTrue();
        assertThat(flights.remove(middle)).isFalse();
        assertThat(flights.size()).isEqualTo(2);
        assertThat(flights.clear()).containsExactly(first, last);
        assertThat(flights.isEmpty()).isTrue();
    }
}
