package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In what order receipts that wait are asked whose they are. */
class ParkedReceiptsTest {
    private static final int LOOKS = 10;

    private final ParkedReceipts parked = new ParkedReceipts();
    private final List<Long> asked = new ArrayList<>();
    private int left;

    private void add(long... records) {
        for (long record : records) {
            parked.add(record, null);
        }
    }

    /** Asks all, with so many looks for all of them; those that got as many as they wanted. */
    private List<Long> turn(Map<Long, Integer> wanted, Set<Long> over) {
        List<Long> served = new ArrayList<>();
        asked.clear();
        left = LOOKS;
        parked.turn(
                0,
                entry -> {
                    asked.add(entry.getKey());
                    int looks = wanted.getOrDefault(entry.getKey(), 0);
                    if (looks < left) {
                        served.add(entry.getKey());
                    }
                    left = Math.max(0, left - looks);
                    return over.contains(entry.getKey());
                },
                () -> left == 0);
        return served;
    }

    @Test
    void those_that_want_little_are_asked_in_the_order_in_which_they_came() {
        add(1, 2, 3);
        for (int turn = 0; turn < 3; turn++) {
            assertThat(turn(Map.of(1L, 3, 2L, 3, 3L, 3), Set.of())).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void one_that_wants_more_than_there_is_stands_behind_the_others_the_next_time() {
        add(1, 2, 3);
        assertThat(turn(Map.of(1L, 99, 2L, 1, 3L, 1), Set.of())).isEmpty();
        assertThat(turn(Map.of(1L, 99, 2L, 1, 3L, 1), Set.of())).containsExactly(2L, 3L);
        assertThat(asked).containsExactly(2L, 3L, 1L);
    }

    @Test
    void one_that_got_what_others_had_left_is_the_first_the_next_time() {
        add(1, 2, 3, 4);
        Map<Long, Integer> wanted = Map.of(1L, 6, 2L, 2, 3L, 5, 4L, 2);
        assertThat(turn(wanted, Set.of())).containsExactly(1L, 2L);
        assertThat(turn(wanted, Set.of())).containsExactly(3L, 4L);
        assertThat(asked).containsExactly(3L, 4L, 1L, 2L);
    }

    @Test
    void who_took_all_and_is_over_moves_nobody() {
        add(1, 2, 3);
        turn(Map.of(1L, 99), Set.of(1L));
        turn(Map.of(), Set.of(3L));
        assertThat(asked).containsExactly(2L, 3L);
        turn(Map.of(), Set.of());
        assertThat(asked).containsExactly(2L);
    }

    @Test
    void where_the_clock_is_set_back_none_comes_from_the_future() {
        List<Long> came = new ArrayList<>();
        parked.add(1, new ParkedReceipts.Parked(1, null, null, null, 5_000));
        for (long now : List.of(6_000L, 2_000L, 3_000L)) {
            parked.turn(now, entry -> !came.add(entry.getValue().atMs()), () -> false);
        }
        assertThat(came).containsExactly(5_000L, 2_000L, 2_000L);
    }

    @Test
    void beyond_a_bound_none_more_is_kept() {
        for (long record = 1; record <= 10_001; record++) {
            add(record);
        }
        assertThat(parked.all()).hasSize(10_000);
    }
}
