package io.smppbridge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JoinsTest {
    private static final int MOST = 100_000;

    private final Joins joins = new Joins(new Contents(new Messages()));

    /** Gives what the part made. */
    private Joins.Made part(int message, int number) {
        joins.add(new Submit("a", "Acme", "467" + message, Said.text("x"), new Submit.Part(7, 2, number), true, ""));
        return joins.made();
    }

    @Test
    void of_so_many_that_are_not_whole_the_one_of_which_none_came_for_longest_is_forgotten() {
        for (int message = 0; message < MOST; message++) {
            assertThat(part(message, 1)).isEqualTo(Joins.Made.NOTHING);
        }
        assertThat(part(0, 2)).isEqualTo(Joins.Made.WHOLE);
        assertThat(part(MOST, 1)).isEqualTo(Joins.Made.NOTHING);
        assertThat(part(1, 2)).as("forgotten").isEqualTo(Joins.Made.NOTHING);
        assertThat(part(3, 2)).as("kept").isEqualTo(Joins.Made.WHOLE);
        assertThat(joins.partial()).isEqualTo(MOST);
    }
}
