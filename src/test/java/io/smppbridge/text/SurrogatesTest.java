package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SurrogatesTest {
    @Test
    void half_a_pair_is_found_wherever_it_stands_and_a_whole_one_is_none() {
        assertThat(Surrogates.firstAlone("")).isEqualTo(-1);
        assertThat(Surrogates.firstAlone("a\uD83D\uDE00b\uD83D\uDE00")).isEqualTo(-1);
        assertThat(Surrogates.firstAlone("a\uD83D")).isEqualTo(1);
        assertThat(Surrogates.firstAlone("\uDE00a")).isZero();
        assertThat(Surrogates.firstAlone("\uD83Da")).isZero();
        assertThat(Surrogates.firstAlone("\uD83D\uDE00\uDE00")).isEqualTo(2);
        assertThat(Surrogates.firstAlone("\uD83D\uDE00\uD83D\uD83D\uDE00")).isEqualTo(2);
    }
}
