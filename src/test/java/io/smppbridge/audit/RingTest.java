package io.smppbridge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RingTest {
    private static final int MANY = 100_000;

    private final BitSet over = new BitSet();
    /** Even rows have one key, odd ones another. */
    private final Ring ring = new Ring(row -> 1 + row % 2, over::get);

    RingTest() {
        for (int row = 0; row < MANY; row++) {
            ring.add(row);
        }
    }

    @Test
    void each_row_of_a_key_is_next_once_before_any_is_next_again() {
        for (int row = 1; row < MANY; row += 2) {
            assertThat(ring.next(2)).isEqualTo(row);
            over.set(row);
        }
        assertThat(ring.next(2)).isOdd();
    }

    @Test
    void the_one_that_is_not_over_is_found_among_any_number_that_are() {
        over.set(0, MANY - 2);
        assertThat(ring.look(1)).isEqualTo(MANY - 2);
        assertThat(ring.next(1)).isEqualTo(MANY - 2);
    }

    @Test
    void a_look_leaves_the_next_one_the_next() {
        assertThat(ring.look(1)).isEqualTo(ring.look(1)).isEqualTo(ring.next(1));
    }

    @Test
    void one_row_stays_when_all_are_over_and_a_new_one_is_next() {
        over.set(0, MANY);
        assertThat(ring.next(1)).isEven();
        ring.add(MANY);
        assertThat(ring.next(1)).isEqualTo(MANY);
        assertThat(ring.next(3)).isEqualTo(Index.NONE);
    }
}
