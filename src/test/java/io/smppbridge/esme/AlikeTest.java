package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlikeTest {
    private final List<String> told = new ArrayList<>();
    private final Alike alike = new Alike();

    @Test
    void a_turn_that_comes_after_they_were_refused_finds_nobody() {
        assertThat(alike.enter("one", waiting("a"))).isTrue();
        alike.refuse("one"); // there was no thread for the turn, which waits in its queue all the same
        alike.turn("one");
        assertThat(told).containsExactly("a refused");

        assertThat(alike.enter("one", waiting("b"))).isTrue();
        alike.turn("one");
        assertThat(told).containsExactly("a refused", "b decided");
    }

    private Alike.Waiting waiting(String name) {
        return new Alike.Waiting(() -> told.add(name + " decided"), () -> told.add(name + " refused"));
    }
}
