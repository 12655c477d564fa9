package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.Tried;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Decoded.Flaw;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C93")
class DecoderTest {
    private static final TextProfile LATIN = by(TextCoding.LATIN1, Map.of());

    private static TextProfile by(TextCoding alphabet, Map<Integer, TextCoding> codings) {
        return new TextProfile(
                LongMessage.UDH8, 255, alphabet, 254, io.smppbridge.settings.SmscConfig.Text.Shaping.NONE, codings);
    }

    private static Decoded read(TextProfile profile, int dataCoding, byte[] userData) {
        return Decoder.decode(Decoder.open(Incoming.of(dataCoding, false, userData)), profile);
    }

    @Test
    void packed_septets_are_read_where_the_smsc_packs_them() {
        TextProfile packed = by(TextCoding.GSM_PACKED, Map.of());
        // "hellohello" and "1234567" as 3GPP TS 23.038 packs them; the last has seven bits to spare.
        assertThat(read(packed, 0, hex("E8329BFD4697D9EC37")).text()).isEqualTo("hellohello");
        assertThat(read(packed, 0xF0, hex("31D98C56B3DD1A")).text()).isEqualTo("1234567");
        assertThat(read(packed, 0, hex("31D98C56B3DD00")).text()).isEqualTo("1234567");
        assertThat(read(packed, 0, hex("E8329BFD4697D9EC37")).encoding()).isEqualTo(Encoding.GSM7);
        assertThat(read(packed, 0, hex("E8329BFD4697D9EC37")).octets()).hasSize(9);
    }

    /** SMPP tells octets, not septets: seven bits that are left over read as an @, but a full message has none left over. */
    @Test
    void an_at_sign_that_ends_a_full_packed_message_is_kept_and_one_that_fills_an_octet_is_not() {
        for (int header : new int[] {0, 6}) {
            int most = header == 0 ? 160 : 153;
            byte[] septets = GsmAlphabet.encode("a".repeat(most - 1) + "@");
            byte[] packed = Septets.pack(septets, 0, most, header);
            assertThat(header + packed.length).isEqualTo(140);
            assertThat(Septets.unpack(packed, header)).isEqualTo(septets);
        }
        byte[] eight = {0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0};
        assertThat(Septets.unpack(Septets.pack(eight, 0, 8, 0), 0)).isEqualTo(Arrays.copyOf(eight, 7));
    }

    @Test
    void packed_parts_begin_at_a_septet_behind_their_header() {
        TextProfile packed = by(TextCoding.GSM_PACKED, Map.of());
        Fragment one = Decoder.open(Incoming.of(0, true, hex("0500 03 2A 02 01 D06536")));
        Fragment two = Decoder.open(Incoming.of(0, true, hex("0500 03 2A 02 02 D86F")));
        assertThat(Decoder.decode(one, packed).text()).isEqualTo("hel");
        assertThat(Decoder.decode(List.of(one, two), packed).text()).isEqualTo("hello");
    }

    @Test
    void a_named_charset_is_read_and_what_it_lacks_is_flagged_not_guessed() {
        TextProfile windows = by(TextCoding.of(Charset.forName("windows-1252")), Map.of());
        assertThat(read(windows, 0, hex("80E9")).text()).isEqualTo("€é");
        assertThat(read(windows, 0, hex("80E9")).encoding()).isEqualTo(Encoding.OTHER);
        TextProfile utf8 = by(TextCoding.of(StandardCharsets.UTF_8), Map.of());
        assertThat(read(utf8, 0, "på 😀".getBytes(StandardCharsets.UTF_8)).text())
                .isEqualTo("på 😀");
        Decoded broken = read(utf8, 0, hex("41C3"));
        assertThat(broken.text()).isEmpty();
        assertThat(broken.encoding()).isEqualTo(Encoding.BINARY);
        assertThat(broken.octets()).isEqualTo(hex("41C3"));
        assertThat(broken.flawWords()).containsExactly("not-in-charset");
    }

    @Test
    void ia5_has_seven_bits() {
        TextProfile ia5 = by(TextCoding.IA5, Map.of());
        assertThat(read(ia5, 0, "a_b@[]".getBytes(StandardCharsets.US_ASCII)).text())
                .isEqualTo("a_b@[]");
        assertThat(read(ia5, 0, hex("41E9")).flaws()).containsExactly(Flaw.NOT_IN_CHARSET);
    }

    @Test
    void an_smsc_may_mean_something_else_by_a_data_coding() {
        TextProfile odd = by(
                TextCoding.GSM,
                Map.of(
                        3, TextCoding.GSM,
                        4, TextCoding.UCS2,
                        6, TextCoding.of(Charset.forName("ISO-8859-5")),
                        0xF5, TextCoding.LATIN1,
                        8, TextCoding.OCTETS));
        assertThat(read(odd, 3, hex("00")).text()).isEqualTo("@");
        assertThat(read(odd, 4, hex("0416")).text()).isEqualTo("Ж");
        assertThat(read(odd, 6, hex("B6")).text()).isEqualTo("Ж");
        assertThat(read(odd, 0xF5, hex("E9")).text()).isEqualTo("é");
        assertThat(read(odd, 8, hex("0416")).text()).isEmpty();
        assertThat(read(odd, 8, hex("0416")).flaws()).isEmpty();
        assertThat(read(odd, 0, hex("00")).text()).isEqualTo("@");
    }

    private static Decoded decode(int dataCoding, boolean udhi, byte[] userData) {
        return Decoder.decode(Decoder.open(Incoming.of(dataCoding, udhi, userData)), TextProfile.STANDARD);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x10, 0x12, 0xF0, 0xF2, 0xC0, 0xD8})
    void gsm_is_read(int dataCoding) {
        Decoded read = decode(dataCoding, false, hex("00 41 1B65"));
        assertThat(read.text()).isEqualTo("@A€");
        assertThat(read.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(read.flaws()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x08, 0x18, 0x19, 0xE0})
    void ucs2_is_read(int dataCoding) {
        Decoded read = decode(dataCoding, false, "Привет 😀".getBytes(StandardCharsets.UTF_16BE));
        assertThat(read.text()).isEqualTo("Привет 😀");
        assertThat(read.encoding()).isEqualTo(Encoding.UCS2);
    }

    @Test
    void a_byte_order_mark_tells_the_order_of_ucs2_and_is_no_part_of_the_text() {
        assertThat(decode(8, false, "\uFEFFSTOP 😀".getBytes(StandardCharsets.UTF_16BE))
                        .text())
                .isEqualTo("STOP 😀");
        Decoded swapped = decode(8, false, "\uFEFFSTOP 😀".getBytes(StandardCharsets.UTF_16LE));
        assertThat(swapped.text()).isEqualTo("STOP 😀");
        assertThat(swapped.flaws()).isEmpty();
        assertThat(decode(8, false, "a\uFEFFb".getBytes(StandardCharsets.UTF_16BE))
                        .text())
                .isEqualTo("a\uFEFFb");
        assertThat(decode(8, false, hex("FEFF")).text()).isEmpty();
        assertThat(decode(8, false, hex("FFFE 41")).flaws()).containsExactly(Flaw.ODD_LENGTH);
    }

    @Test
    void latin1_is_read_by_coding_and_by_profile() {
        byte[] octets = "garçon @".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decode(3, false, octets).text()).isEqualTo("garçon @");
        assertThat(decode(1, false, octets).text()).isEqualTo("garçon @");
        Fragment fragment = Decoder.open(Incoming.of(0, false, octets));
        assertThat(Decoder.decode(fragment, LATIN).encoding()).isEqualTo(Encoding.LATIN1);
        assertThat(Decoder.decode(fragment, LATIN).text()).isEqualTo("garçon @");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 0x14, 0xF4, 0xF5, 0xF7})
    void octets_stay_octets(int dataCoding) {
        Decoded read = decode(dataCoding, false, hex("00FF801B"));
        assertThat(read.encoding()).isEqualTo(Encoding.BINARY);
        assertThat(read.text()).isEmpty();
        assertThat(read.octets()).isEqualTo(hex("00FF801B"));
        assertThat(read.flaws()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 9, 10, 13, 14, 15, 0x1C, 0x40, 0x80, 0xB5})
    void an_unknown_coding_is_flagged_and_its_octets_kept(int dataCoding) {
        Decoded read = decode(dataCoding, false, hex("41FF"));
        assertThat(read.encoding()).isEqualTo(Encoding.BINARY);
        assertThat(read.text()).isEmpty();
        assertThat(read.octets()).isEqualTo(hex("41FF"));
        assertThat(read.flaws()).containsExactly(Flaw.UNKNOWN_CODING);
    }

    @Test
    @Tag("D-10")
    void octets_that_are_no_septets_are_kept_and_flagged() {
        Decoded read = decode(0, false, hex("41E5"));
        assertThat(read.encoding()).isEqualTo(Encoding.BINARY);
        assertThat(read.text()).isEmpty();
        assertThat(read.octets()).isEqualTo(hex("41E5"));
        assertThat(read.flaws()).containsExactly(Flaw.NOT_SEPTETS);
    }

    @Test
    @Tag("D-10")
    void half_a_ucs2_character_is_flagged() {
        Decoded read = decode(8, false, hex("0041 0042 00"));
        assertThat(read.text()).isEqualTo("AB");
        assertThat(read.octets()).hasSize(5);
        assertThat(read.flaws()).containsExactly(Flaw.ODD_LENGTH);
    }

    @Test
    @Tag("D-10")
    void half_a_surrogate_pair_is_replaced_and_told_and_a_whole_one_is_not() {
        for (String octets : new String[] {"D83D 0041", "DE00 0041", "0041 D83D"}) {
            Decoded read = decode(8, false, hex(octets));
            assertThat(read.text()).hasSize(2).contains("\uFFFD", "A");
            assertThat(read.flaws()).containsExactly(Flaw.HALF_PAIR);
            assertThat(read.flawWords()).containsExactly("half-pair");
        }
        assertThat(decode(8, false, hex("D83D D83D DE00 0041")).text()).isEqualTo("\uFFFD\uD83D\uDE00A");
        assertThat(decode(8, false, hex("D83D DE00")).flaws()).isEmpty();
    }

    @Test
    @Tag("D-10")
    void nothing_is_a_message_too() {
        assertThat(decode(0, false, new byte[0]).text()).isEmpty();
        assertThat(decode(0, true, new byte[0]).flaws()).containsExactly(Flaw.BAD_UDH);
    }

    @Test
    @Tag("D-10")
    void long_content_is_read_whole() {
        for (int length : new int[] {254, 255, 65_535}) {
            byte[] octets = new byte[length];
            java.util.Arrays.fill(octets, (byte) 'a');
            assertThat(decode(0, false, octets).text()).hasSize(length);
        }
    }

    @Test
    @Tag("D-10")
    void a_header_longer_than_the_message_is_kept_as_content() {
        Decoded read = decode(4, true, hex("20 00 03 01 02 01"));
        assertThat(read.octets()).isEqualTo(hex("20 00 03 01 02 01"));
        assertThat(read.flaws()).containsExactly(Flaw.BAD_UDH);
    }

    @Test
    @Tag("D-10")
    void an_element_that_runs_over_leaves_the_rest_readable() {
        Fragment fragment = Decoder.open(Incoming.of(0, true, hex("05 00 09 01 02 01 41 42")));
        assertThat(fragment.udh().malformed()).isTrue();
        assertThat(fragment.udh().octets()).isEqualTo(hex("05 00 09 01 02 01"));
        assertThat(fragment.concat()).isEqualTo(Concat.NONE);
        assertThat(Decoder.decode(fragment, TextProfile.STANDARD).text()).isEqualTo("AB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"05 00 03 01 00 00", "05 00 03 01 02 00", "05 00 03 01 02 03", "06 08 04 0001 02 03"})
    @Tag("D-10")
    void a_place_that_makes_no_sense_is_no_place(String header) {
        Fragment fragment = Decoder.open(Incoming.of(0, true, hex(header + "41")));
        assertThat(fragment.concat()).isEqualTo(Concat.NONE);
        assertThat(fragment.udh().malformed()).isTrue();
        assertThat(fragment.octets()).isEqualTo(hex("41"));
    }

    @Test
    void ports_and_place_are_read_side_by_side() {
        Udh udh = Udh.parse(hex("0B 05 04 158A 0000 08 04 BEEF 03 02 41"));
        assertThat(udh.malformed()).isTrue();
        udh = Udh.parse(hex("0C 05 04 158A 0000 08 04 BEEF 03 02 41"));
        assertThat(udh.malformed()).isFalse();
        assertThat(udh.destinationPort()).isEqualTo(0x158A);
        assertThat(udh.sourcePort()).isZero();
        assertThat(udh.concat()).isEqualTo(new Concat(Concat.Kind.UDH16, 0xBEEF, 3, 2));
        assertThat(Udh.parse(hex("04 04 02 10 20")).destinationPort()).isEqualTo(0x10);
    }

    @Test
    void a_header_wins_over_sar_tlvs() {
        byte[] userData = hex("05 00 03 07 02 01 41");
        assertThat(Decoder.open(new Incoming(0, true, userData, 9, 3, 1)).concat())
                .isEqualTo(new Concat(Concat.Kind.UDH8, 7, 2, 1));
        assertThat(Decoder.open(new Incoming(0, false, userData, 9, 3, 1)).concat())
                .isEqualTo(new Concat(Concat.Kind.SAR, 9, 3, 1));
        assertThat(Decoder.open(new Incoming(0, false, userData, 9, 3, 4)).concat())
                .isEqualTo(Concat.NONE);
    }

    @Test
    @Tag("C51")
    void national_tables_are_read() {
        assertThat(decode(0, true, hex("03 24 01 01 41 1B 73 1B 65")).text()).isEqualTo("Aş€");
        assertThat(decode(0, true, hex("03 25 01 06 0F 55 5F")).text()).isEqualTo("एृ्");
        assertThat(decode(0, true, hex("06 24 01 0D 25 01 0D 00 1B 1C 1B 41")).text())
                .isEqualTo("ا۰A");
        // An escape before what the single shift table lacks reads as the locking table's place.
        assertThat(decode(0, true, hex("03 25 01 01 1B 07 07")).text()).isEqualTo("ıı");
        Decoded long2 = Decoder.decode(
                java.util.List.of(
                        Decoder.open(Incoming.of(0, true, hex("08 250101 0003070201 07"))),
                        Decoder.open(Incoming.of(0, true, hex("05 0003070202 07")))),
                TextProfile.STANDARD);
        assertThat(long2.text()).isEqualTo("ıì");
        assertThat(long2.flaws()).isEmpty();
    }

    @Test
    void an_unknown_national_table_is_flagged_rather_than_misread() {
        Decoded read = decode(0, true, hex("03 24 01 0E 41"));
        assertThat(read.text()).isEmpty();
        assertThat(read.encoding()).isEqualTo(Encoding.BINARY);
        assertThat(read.octets()).isEqualTo(hex("41"));
        assertThat(read.flaws()).containsExactly(Flaw.NATIONAL_TABLE);
        assertThat(decode(8, true, hex("03 24 01 0E 0041")).text()).isEqualTo("A");
    }

    @Test
    @Tag("D-10")
    void no_octets_make_it_throw_and_none_get_lost(TestReporter reporter) {
        Random random = new Random(11);
        int tried = 0;
        long lost = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] userData = new byte[random.nextInt(20)];
            random.nextBytes(userData);
            if (userData.length > 0 && random.nextBoolean()) {
                userData[0] = (byte) random.nextInt(12);
            }
            Incoming incoming = new Incoming(
                    random.nextInt(256), random.nextBoolean(), userData, random.nextInt(), random.nextInt(9), 1);
            Fragment fragment = Decoder.open(incoming);
            assertThat(fragment.udh().length() + fragment.octets().length)
                    .as("seed 11, round %d", i)
                    .isEqualTo(userData.length);
            assertThat(Decoder.decode(fragment, random.nextBoolean() ? TextProfile.STANDARD : LATIN)
                            .octets())
                    .isEqualTo(fragment.octets());
            tried++;
            lost += userData.length - fragment.udh().length() - fragment.octets().length;
        }
        Tried.times(tried).lost(lost).note("random user data, seed 11").tell(reporter);
    }

    @Test
    void elements_of_other_lengths_than_theirs_are_told_and_say_nothing() {
        Udh udh = Udh.parse(hex("0A 00 03 07 02 01 00 03 07 02 09 41")); // the second has no such part
        assertThat(udh.malformed()).isTrue();
        assertThat(udh.concat()).isEqualTo(new Concat(Concat.Kind.UDH8, 7, 2, 1));
        udh = Udh.parse(hex("05 05 03 158A 00 41"));
        assertThat(udh.malformed()).isTrue();
        assertThat(udh.destinationPort()).isEqualTo(-1);
        assertThat(Udh.parse(hex("06 00 04 07 02 01 00 41")).concat()).isEqualTo(Concat.NONE);
        assertThat(Udh.parse(hex("07 08 05 0007 02 01 00 41")).concat()).isEqualTo(Concat.NONE);
    }

    @Test
    void what_a_header_has_beside_its_place_is_a_header_of_its_own() {
        assertThat(Udh.parse(hex("0C 05 04 158A 0000 08 04 BEEF 03 02 41")).others())
                .isEqualTo(hex("06 05 04 158A 0000"));
        assertThat(Udh.parse(hex("0B 00 03 07 02 01 05 04 158A 0000 41")).others())
                .isEqualTo(hex("06 05 04 158A 0000"));
        assertThat(Udh.parse(hex("06 08 04 BEEF 03 02 41")).others()).isEmpty();
    }
}
