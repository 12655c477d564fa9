package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudhopper.commons.charset.CharsetUtil;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C45")
class GsmAlphabetTest {
    private static final String EXTENSIONS = "\f^{}\\[~]|€";

    private static List<Character> alphabet() {
        List<Character> all = new ArrayList<>();
        for (int c = 0; c <= 0xFFFF; c++) {
            if (GsmAlphabet.septets((char) c) > 0) {
                all.add((char) c);
            }
        }
        return all;
    }

    /** None of the three knows the form feed, 0x0A of the extension table. */
    private static List<Character> alphabetOfOracles() {
        List<Character> all = alphabet();
        all.remove((Character) '\f');
        return all;
    }

    @Test
    void the_alphabet_has_127_characters_and_10_extensions() {
        assertThat(alphabet()).hasSize(127 + 10);
        assertThat(alphabet().stream().filter(c -> GsmAlphabet.septets(c) == 2).map(String::valueOf))
                .containsExactlyInAnyOrder(EXTENSIONS.split(""));
    }

    @Test
    void every_character_comes_back() {
        for (char c : alphabet()) {
            byte[] octets = GsmAlphabet.encode(String.valueOf(c));
            assertThat(octets).hasSize(GsmAlphabet.septets(c));
            assertThat(GsmAlphabet.decode(octets)).isEqualTo(String.valueOf(c));
        }
    }

    @Test
    void every_septet_and_every_escaped_septet_can_be_read() {
        for (byte septet = 0; septet >= 0; septet++) {
            assertThat(GsmAlphabet.decode(new byte[] {septet})).hasSize(1);
            assertThat(GsmAlphabet.decode(new byte[] {0x1B, septet})).hasSize(1);
        }
        assertThat(GsmAlphabet.decode(new byte[] {0x1B, 0x41})).isEqualTo("A");
        assertThat(GsmAlphabet.decode(new byte[] {0x41, 0x1B})).isEqualTo("A ");
    }

    @Test
    void an_at_sign_is_a_zero_octet_also_within_text() {
        assertThat(GsmAlphabet.encode("a@b")).containsExactly(0x61, 0x00, 0x62);
        assertThat(GsmAlphabet.decode(new byte[] {0x61, 0x00, 0x62})).isEqualTo("a@b");
    }

    @Test
    void the_small_c_with_cedilla_is_not_in_the_alphabet() {
        // 23.038 has the capital only; three of four well-known tables differ here.
        assertThat(GsmAlphabet.septets('ç')).isZero();
        assertThat(GsmAlphabet.septets('Ç')).isOne();
        assertThat(GsmAlphabet.septets('\u001B')).isZero();
    }

    @Test
    void an_octet_above_seven_bits_is_refused() {
        assertThat(GsmAlphabet.readable(new byte[] {0x41, (byte) 0x80})).isFalse();
        assertThatThrownBy(() -> GsmAlphabet.decode(new byte[] {(byte) 0x80}))
                .hasMessageContaining("octet 128 at 0, expected 0..127");
    }

    @Test
    void telecom_charsets_encodes_and_decodes_alike() throws CharacterCodingException {
        Charset oracle = new threegpp.charset.gsm.GSMCharset();
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            String text = randomText(random, alphabetOfOracles());
            ByteBuffer theirs = oracle.newEncoder().encode(java.nio.CharBuffer.wrap(text));
            byte[] octets = new byte[theirs.remaining()];
            theirs.get(octets);
            assertThat(octets).as("seed 3, text %d", i).isEqualTo(GsmAlphabet.encode(text));
            assertThat(oracle.newDecoder().decode(ByteBuffer.wrap(octets)).toString())
                    .isEqualTo(text);
        }
    }

    @Test
    void cloudhopper_encodes_and_decodes_alike() {
        Random random = new Random(4);
        List<Character> characters = alphabetOfOracles();
        for (int i = 0; i < 2_000; i++) {
            String text = randomText(random, characters);
            byte[] octets = CharsetUtil.encode(text, CharsetUtil.CHARSET_GSM);
            assertThat(octets).as("seed 4, text %d", i).isEqualTo(GsmAlphabet.encode(text));
            assertThat(CharsetUtil.decode(octets, CharsetUtil.CHARSET_GSM)).isEqualTo(text);
        }
    }

    @Test
    void opensmpp_encodes_and_decodes_alike() {
        Charset oracle = new org.smpp.charset.Gsm7BitCharsetProvider().charsetForName("X-Gsm7Bit");
        Random random = new Random(5);
        List<Character> characters = alphabetOfOracles();
        for (int i = 0; i < 500; i++) {
            String text = randomText(random, characters);
            ByteBuffer theirs = oracle.encode(text);
            byte[] octets = new byte[theirs.remaining()];
            theirs.get(octets);
            assertThat(octets).as("seed 5, text %d: %s", i, text).isEqualTo(GsmAlphabet.encode(text));
            assertThat(oracle.decode(ByteBuffer.wrap(octets)).toString()).isEqualTo(text);
        }
    }

    private static String randomText(Random random, List<Character> characters) {
        StringBuilder text = new StringBuilder();
        for (int left = 1 + random.nextInt(160); left > 0; left--) {
            text.append(characters.get(random.nextInt(characters.size())));
        }
        return text.toString();
    }
}
