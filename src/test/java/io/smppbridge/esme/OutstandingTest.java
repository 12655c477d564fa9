package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutstandingTest {
    private final Outstanding outstanding = new Outstanding();

    private static Flight flight() {
        return new Flight(null, null, null);
    }

    @Test
    void each_is_found_by_its_number_whatever_is_stuck_beside_it() {
        Random random = new Random(3);
        Map<Integer, Flight> expected = new LinkedHashMap<>();
        int sequence = 0x7FFFFFFF - 50_000;
        for (int turn = 0; turn < 200_000; turn++) {
            if (expected.size() < 100 && random.nextBoolean()) {
                sequence = sequence == 0x7FFFFFFF ? 1 : sequence + 1;
                Flight flight = flight();
                expected.put(sequence, flight);
                outstanding.put(sequence, flight, turn);
            } else if (!expected.isEmpty()) {
                List<Integer> numbers = new ArrayList<>(expected.keySet());
                int number = numbers.get(random.nextInt(10) == 0 ? random.nextInt(numbers.size()) : numbers.size() - 1);
                assertThat(outstanding.remove(number)).isSameAs(expected.remove(number));
                assertThat(outstanding.remove(number)).isNull();
            }
            assertThat(outstanding.size()).isEqualTo(expected.size());
        }
        assertThat(sequence).isLessThan(1 << 20);
        assertThat(outstanding.clear(sequence)).containsExactlyElementsOf(expected.values());
        assertThat(outstanding.isEmpty()).isTrue();
    }

    @Test
    void the_oldest_alone_makes_it_overdue() {
        outstanding.put(1, flight(), 100);
        outstanding.put(2, flight(), 200);
        assertThat(outstanding.isOverdue(150, 50)).isFalse();
        assertThat(outstanding.isOverdue(151, 50)).isTrue();
        outstanding.remove(1);
        assertThat(outstanding.isOverdue(151, 50)).isFalse();
    }

    @Test
    void one_that_moves_into_the_place_of_another_keeps_its_own_time() {
        outstanding.put(1, flight(), 100);
        outstanding.put(17, flight(), 200); // the same place
        outstanding.put(33, flight(), 300);
        assertThat(outstanding.remove(1)).isNotNull();
        assertThat(outstanding.isOverdue(250, 50)).isFalse();
        assertThat(outstanding.isOverdue(251, 50)).isTrue();
        assertThat(outstanding.remove(17)).isNotNull();
        assertThat(outstanding.isOverdue(350, 50)).isFalse();
        assertThat(outstanding.isOverdue(351, 50)).isTrue();
    }

    @Test
    void what_comes_back_comes_in_the_order_in_which_it_was_written_also_where_numbers_begin_anew() {
        List<Flight> written = new ArrayList<>();
        for (int sequence : new int[] {0x7FFFFFFE, 0x7FFFFFFF, 1, 2, 3}) {
            Flight flight = flight();
            written.add(flight);
            outstanding.put(sequence, flight, 0);
        }
        assertThat(outstanding.clear(3)).containsExactlyElementsOf(written);
    }
}
