package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import org.junit.jupiter.api.Test;

class SenderLettersTest {
    private static final int WORD = 5;

    @Test
    void a_word_fits_as_septets_or_as_latin_1_and_a_number_as_latin_1_alone() {
        Address french = new Address("Fête", WORD, 0);
        assertThat(SenderLetters.fit(french, false)).isTrue();
        assertThat(SenderLetters.fit(french, true)).isFalse();
        assertThat(SenderLetters.misfits(french, true)).isEqualTo("ê");
        Address greek = new Address("Ωμ", WORD, 0);
        assertThat(SenderLetters.fit(greek, false)).isFalse();
        assertThat(SenderLetters.misfits(greek, true)).isEqualTo("μ");
        assertThat(SenderLetters.fit(new Address("Ω", WORD, 0), true)).isTrue();
        assertThat(SenderLetters.fitEverywhere(french)).isFalse();
        assertThat(SenderLetters.fitEverywhere(new Address("Åre", WORD, 0))).isTrue();
        assertThat(SenderLetters.fitEverywhere(new Address("Fête", 0, 0))).isTrue();
    }
}
