package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.Spelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a subscriber's words are told apart. */
class InboundRoutesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "STOP",
                " Stop. ",
                "\"stop\"",
                "stop\u2757\uFE0F", // a red exclamation mark: phones put a variation selector behind it
                "\u203C\uFE0FStop \u2764\uFE0F",
                "Stop \uD83D\uDC68\u200D\u2695\uFE0F",
                "stop \u0023\uFE0F\u20E3",
                "\u200F\u0301stop",
                "\uFF33\uFF34\uFF2F\uFF30\u3002", // full width
                "stop \uD83C\uDE32", // emoji and signs that are spelt with letters
                "\u3297\uFE0FStop\u24C2\uFE0F",
                "STOP\u2122",
                "\u24C8\u24E3\u24DE\u24DF" // letters in circles
            })
    void stop_is_stop_whatever_stands_around_it(String said) {
        assertThat(Spelling.fold(said)).isEqualTo("stop");
    }

    @ParameterizedTest
    @CsvSource({
        "iptal, \u0130PTAL", // a Turkish capital I has its dot
        "iptal, I\u0307PTAL",
        "\u0130ptal, \u0131ptal",
        "gro\u00DF, GROSS",
        "gro\u00DF, GRO\u1E9E",
        "r\u00F6sta, RO\u0308STA", // two code points for one letter
        "\u0434\u0430\u0439, \u0434\u0430\u0438\u0306",
        "h\u1EE7y, HU\u0309Y",
        "\u03C3\u03C4\u03BF\u03C0, \u03A3\u03A4\u039F\u03A0",
        "\u03BF\u03C7\u03B9\u03C2, \u039F\u03A7\u0399\u03A3!",
        "\u092C\u0902\u0926, \u092C\u0902\u0926\u0964",
        "\u0906\u0928\u0947, \u0906\u0928\u0947 \u2757\uFE0F",
        "stop all, Stop  ALL!",
        "stop all, 'stop\n\tall'",
        "stop all, stop\u00A0\u3000all",
        "'stop  all', stop all"
    })
    void a_word_is_the_same_in_either_case_and_spelling(String word, String said) {
        assertThat(Spelling.fold(said)).isEqualTo(Spelling.fold(word));
    }

    @Test
    void other_words_stay_others() {
        assertThat(Spelling.fold("\u092C\u0902\u0926\u0940")).isNotEqualTo(Spelling.fold("\u092C\u0902\u0926"));
        assertThat(Spelling.fold("stop it")).isEqualTo("stop it");
        assertThat(Spelling.fold("stopp")).isNotEqualTo("stop");
        assertThat(Spelling.fold("\uFE0F")).isEmpty();
        assertThat(Spelling.fold("")).isEmpty();
    }

    @Test
    void a_word_without_letters_is_that_and_not_every_message_without_letters() {
        String stopSign = "\uD83D\uDED1";
        assertThat(Spelling.fold(stopSign)).isEqualTo(Spelling.fold(" " + stopSign + "\uFE0F "));
        assertThat(Spelling.fold(stopSign)).isNotEqualTo(Spelling.fold("\uD83D\uDC4D"));
        assertThat(Spelling.fold(stopSign)).isNotEqualTo(Spelling.fold("?"));
        assertThat(Spelling.fold("?")).isNotEqualTo(InboundRoutes.firstWord(""));
        assertThat(InboundRoutes.firstWord("\u2764\uFE0F me")).isEqualTo(Spelling.fold("\u2764"));
    }

    /** The journal's thread reads it: what puts signs of a letter into order takes as long as the square of their number. */
    @Test
    void a_text_that_is_far_too_long_for_a_word_is_not_spelt_anew() {
        String signs = "e" + "\u0301\u0323".repeat(20_000);
        assertThat(Spelling.fold(signs + "!").equals(signs)).isTrue();
        String alone = signs.substring(1);
        assertThat(InboundRoutes.firstWord(alone).equals(alone)).isTrue();
        assertThat(Spelling.fold("Stop" + "\u2757\uFE0F".repeat(5_000))).isEqualTo("stop");
    }

    @Test
    void the_first_word_ends_at_any_blank() {
        assertThat(InboundRoutes.firstWord(" Vote 3")).isEqualTo("vote");
        assertThat(InboundRoutes.firstWord("vote\u00A03")).isEqualTo("vote");
        assertThat(InboundRoutes.firstWord("\u00A0\u202Fvote\n3")).isEqualTo("vote");
        assertThat(InboundRoutes.firstWord(" \u3000 ")).isEmpty();
    }
}
