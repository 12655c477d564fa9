package io.smppbridge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeckTest {
    private static final int KINDS = Trouble.values().length;

    private static List<Trouble> drawn(Deck deck, int many, boolean kills) {
        return IntStream.range(0, many).mapToObj(i -> deck.draw(kills)).toList();
    }

    @Test
    void every_kind_comes_once_before_any_comes_twice() {
        Deck deck = new Deck(new Random(1));
        assertThat(drawn(deck, KINDS, true)).doesNotHaveDuplicates();
        assertThat(drawn(deck, KINDS, true)).doesNotHaveDuplicates();
    }

    @Test
    void one_seed_gives_one_order_and_another_seed_another() {
        List<Trouble> one = drawn(new Deck(new Random(1)), 5 * KINDS, true);
        assertThat(drawn(new Deck(new Random(1)), 5 * KINDS, true)).isEqualTo(one);
        assertThat(drawn(new Deck(new Random(2)), 5 * KINDS, true)).isNotEqualTo(one);
    }

    @Test
    void late_in_the_soak_all_kinds_but_the_kill_go_on() {
        Deck deck = new Deck(new Random(1));
        deck.draw(true);
        Set<Trouble> others = EnumSet.complementOf(EnumSet.of(Trouble.KILL));
        assertThat(Set.copyOf(drawn(deck, 3 * KINDS, false))).isEqualTo(others);
    }
}
