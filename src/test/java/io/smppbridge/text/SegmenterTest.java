package io.smppbridge.text;

import static io.smppbridge.settings.SmscConfig.Text.LongMessage.PAYLOAD;
import static io.smppbridge.settings.SmscConfig.Text.LongMessage.SAR;
import static io.smppbridge.settings.SmscConfig.Text.LongMessage.UDH16;
import static io.smppbridge.settings.SmscConfig.Text.LongMessage.UDH8;
import static org.assertj.core.api.Assertions.assertThat;

import com.cloudhopper.commons.gsm.GsmUtil;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.EncodeResult.TooLong;
import io.smppbridge.text.EncodeResult.Unencodable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmenterTest {
    private static final TextProfile GSM = new TextProfile(UDH8, 255, TextCoding.GSM, 254);
    private static final TextProfile LATIN = new TextProfile(UDH8, 255, TextCoding.LATIN1, 254);
    private static final String FAMILY = "👨‍👩‍👧";

    private static TextProfile by(LongMessage method) {
        return new TextProfile(method, 255, TextCoding.GSM, 254);
    }

    private static EncodeResult encode(String text, TextProfile profile) {
        return Segmenter.encode(OutboundSms.of("46701234567", text), profile, 0x1234);
    }

    private static Encoded encoded(String text, TextProfile profile) {
        return (Encoded) encode(text, profile);
    }

    private static Encoded hinted(String text, Encoding hint) {
        return (Encoded) asked(text, hint, GSM);
    }

    private static EncodeResult asked(String text, Encoding hint, TextProfile profile) {
        return Segmenter.encode(
                OutboundSms.to("46701234567").text(text).encoding(hint).build(), profile, 1);
    }

    private static Encoded binary(int length, TextProfile profile) {
        byte[] octets = new byte[length];
        Arrays.fill(octets, (byte) 0x1B);
        return (Encoded)
                Segmenter.encode(OutboundSms.to("46701234567").binary(octets).build(), profile, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 8, 0x10, 0x18, 0xF1, 0xF5, 0x99})
    void what_passes_whole_is_what_would_be_cut_into_one_part_of_the_same_octets(int dataCoding) {
        for (int length = 1; length <= 255; length++) {
            byte[] octets = new byte[length];
            Arrays.fill(octets, (byte) 0x1B);
            EncodeResult cut = Segmenter.encodeOctets(octets, false, dataCoding, GSM, 7);
            Encoding whole = Segmenter.whole(octets, dataCoding, GSM);
            if (cut instanceof Encoded encoded && encoded.parts().size() == 1) {
                assertThat(encoded.parts()).containsExactly(Part.plain(octets));
                assertThat(encoded.dataCoding()).isEqualTo(dataCoding);
                assertThat(whole).as("%d octets", length).isEqualTo(encoded.encoding());
            } else {
                assertThat(whole).as("%d octets", length).isNull();
            }
        }
    }

    private static String body(Part part) {
        byte[] octets = part.octets();
        int header = part.udhi() ? 1 + octets[0] : 0;
        return GsmAlphabet.decode(Arrays.copyOfRange(octets, header, octets.length));
    }

    private static byte[] octets(int... values) {
        byte[] octets = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            octets[i] = (byte) values[i];
        }
        return octets;
    }

    @Test
    void a_short_text_is_one_part_in_gsm() {
        Encoded result = encoded("Hello @ Ångström", GSM);
        assertThat(result.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(result.dataCoding()).isZero();
        assertThat(result.forcedUcs2()).isEmpty();
        assertThat(result.parts()).singleElement().satisfies(part -> {
            assertThat(part.udhi()).isFalse();
            assertThat(part.sar()).isFalse();
            assertThat(part.payload()).isFalse();
            assertThat(body(part)).isEqualTo("Hello @ Ångström");
        });
    }

    @Test
    void an_empty_text_is_one_empty_part() {
        assertThat(encoded("", GSM).parts())
                .singleElement()
                .satisfies(part -> assertThat(part.octets()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "GSM7,UDH8,160,153",
        "GSM7,UDH16,160,152",
        "GSM7,SAR,160,152",
        "UCS2,UDH8,70,67",
        "UCS2,UDH16,70,66",
        "UCS2,SAR,70,66",
        "LATIN1,UDH8,140,134",
        "LATIN1,UDH16,140,133",
        "LATIN1,SAR,140,133"
    })
    @Tag("C48")
    void limits_are_those_of_the_standard(Encoding encoding, LongMessage method, int single, int each) {
        TextProfile profile = by(method);
        assertThat(parts(asked("a".repeat(single), encoding, profile))).isEqualTo(1);
        assertThat(parts(asked("a".repeat(single + 1), encoding, profile))).isEqualTo(2);
        assertThat(parts(asked("a".repeat(2 * each), encoding, profile))).isEqualTo(2);
        assertThat(parts(asked("a".repeat(2 * each + 1), encoding, profile))).isEqualTo(3);
    }

    @Test
    @Tag("C48")
    void octets_have_the_limits_140_134_133() {
        assertThat(binary(140, GSM).parts()).hasSize(1);
        assertThat(binary(141, GSM).parts()).hasSize(2);
        assertThat(binary(268, GSM).parts()).hasSize(2);
        assertThat(binary(269, GSM).parts()).hasSize(3);
        assertThat(binary(267, by(UDH16)).parts()).hasSize(3);
    }

    private static int parts(EncodeResult result) {
        return ((Encoded) result).parts().size();
    }

    @Test
    @Tag("C46")
    void an_extension_character_counts_two() {
        assertThat(encoded("a".repeat(158) + "€", GSM).parts()).hasSize(1);
        assertThat(encoded("a".repeat(159) + "€", GSM).parts()).hasSize(2);
        assertThat(encoded("€".repeat(80), GSM).parts()).hasSize(1);
        assertThat(encoded("€".repeat(81), GSM).parts()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {151, 152, 153, 154, 155, 158, 159, 160, 161, 162})
    @Tag("C47")
    void no_escape_is_parted_from_its_character(int position) {
        String text = "a".repeat(position - 1) + "€" + "b".repeat(200);
        for (LongMessage method : List.of(UDH8, UDH16, SAR)) {
            StringBuilder whole = new StringBuilder();
            for (Part part : encoded(text, by(method)).parts()) {
                assertThat(part.octets()[part.octets().length - 1]).isNotEqualTo((byte) 0x1B);
                whole.append(body(part));
            }
            assertThat(whole).hasToString(text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 66, 67, 68, 69, 70})
    @Tag("C49")
    @Tag("C50")
    void no_surrogate_pair_is_parted(int units) {
        for (String emoji : List.of("😀", FAMILY)) {
            String text = "я".repeat(units) + emoji + "я".repeat(70);
            StringBuilder whole = new StringBuilder();
            for (Part part : encoded(text, GSM).parts()) {
                byte[] octets = part.octets();
                String stretch = new String(octets, 6, octets.length - 6, StandardCharsets.UTF_16BE);
                assertThat(octets.length % 2).isZero();
                assertThat(octets.length).isLessThanOrEqualTo(140);
                assertThat(stretch).doesNotContain("\uFFFD");
                whole.append(stretch);
            }
            assertThat(whole).hasToString(text);
        }
    }

    @Test
    @Tag("C50")
    void ucs2_is_big_endian_without_a_mark() {
        Encoded result = encoded("Я", GSM);
        assertThat(result.dataCoding()).isEqualTo(8);
        assertThat(result.parts().get(0).octets()).containsExactly(0x04, 0x2F);
    }

    @Test
    void what_forced_ucs2_is_named_once_each_and_at_most_twenty() {
        assertThat(encoded("Hej ç och 😀 och ç", GSM).forcedUcs2()).isEqualTo("ç😀");
        assertThat(encoded("абвгдежзийклмнопрстуфхцч", GSM).forcedUcs2()).hasSize(20);
        assertThat(hinted("абв", Encoding.UCS2).forcedUcs2()).isEmpty();
    }

    @Test
    void latin1_is_chosen_only_where_it_is_the_smscs_alphabet() {
        assertThat(encoded("garçon", GSM).encoding()).isEqualTo(Encoding.UCS2);
        Encoded result = encoded("garçon", LATIN);
        assertThat(result.encoding()).isEqualTo(Encoding.LATIN1);
        assertThat(result.dataCoding()).isEqualTo(3);
        assertThat(encoded("garçon Ж", LATIN).forcedUcs2()).isEqualTo("Ж");
    }

    @Test
    void a_latin1_smsc_gets_latin1_octets_that_count_as_septets() {
        Encoded result = encoded("é@{", LATIN);
        assertThat(result.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(result.dataCoding()).isZero();
        assertThat(result.parts().get(0).octets()).isEqualTo(octets(0xE9, 0x40, 0x7B));
        assertThat(encoded("a".repeat(160), LATIN).parts()).hasSize(1);
        assertThat(encoded("a".repeat(159) + "{", LATIN).parts()).hasSize(2);
        List<Part> cut = encoded("a".repeat(152) + "{".repeat(10), LATIN).parts();
        assertThat(cut.get(0).octets()).hasSize(6 + 152);
        // Each alphabet lacks one of these: only UCS-2 is sure to keep it.
        assertThat(encoded("10 €", LATIN).encoding()).isEqualTo(Encoding.UCS2);
        assertThat(encoded("Δ", LATIN).forcedUcs2()).isEqualTo("Δ");
    }

    @Test
    void a_hint_is_kept_or_refused_never_bent() {
        assertThat(hinted("plain", Encoding.UCS2).dataCoding()).isEqualTo(8);
        assertThat(hinted("garçon", Encoding.LATIN1).dataCoding()).isEqualTo(3);
        assertThat(asked("ça va 😀", Encoding.GSM7, GSM)).isEqualTo(new Unencodable("ç😀", Encoding.GSM7));
        assertThat(asked("10 €", Encoding.LATIN1, GSM)).isEqualTo(new Unencodable("€", Encoding.LATIN1));
        assertThat(asked("abca", Encoding.BINARY, GSM)).isEqualTo(new Unencodable("abc", Encoding.BINARY));
    }

    @Test
    @Tag("C54")
    void what_is_too_long_is_refused_with_its_number_of_parts() {
        TextProfile three = new TextProfile(UDH8, 3, TextCoding.GSM, 254);
        assertThat(parts(encode("a".repeat(459), three))).isEqualTo(3);
        assertThat(encode("a".repeat(460), three)).isEqualTo(new TooLong(4, 3));
        assertThat(encode("a".repeat(153 * 300), GSM)).isEqualTo(new TooLong(300, 255));
        assertThat(encode("a".repeat(460), new TextProfile(PAYLOAD, 3, TextCoding.GSM, 254)))
                .isEqualTo(new TooLong(4, 3));
    }

    @Test
    @Tag("C56")
    void headers_are_right_and_announced() {
        List<Part> narrow = encoded("a".repeat(200), by(UDH8)).parts();
        assertThat(narrow).allMatch(Part::udhi).noneMatch(Part::sar).noneMatch(Part::payload);
        assertThat(Arrays.copyOf(narrow.get(1).octets(), 7)).containsExactly(5, 0, 3, 0x34, 2, 2, 'a');
        List<Part> wide = encoded("a".repeat(200), by(UDH16)).parts();
        assertThat(Arrays.copyOf(wide.get(0).octets(), 8)).containsExactly(6, 8, 4, 0x12, 0x34, 2, 1, 'a');
    }

    @Test
    @Tag("C56")
    void cloudhopper_cuts_octets_alike() {
        byte[] body = new byte[1000];
        Arrays.fill(body, (byte) 7);
        byte[][] theirs = GsmUtil.createConcatenatedBinaryShortMessages(body, (byte) 0x2A);
        EncodeResult ours =
                Segmenter.encode(OutboundSms.to("46701234567").binary(body).build(), GSM, 0x2A);
        assertThat(((Encoded) ours).parts().stream().map(Part::octets)).containsExactly(theirs);
    }

    @Test
    @Tag("C57")
    void sar_needs_no_header_and_payload_no_parts() {
        List<Part> sar = encoded("a".repeat(200), by(SAR)).parts();
        assertThat(sar).noneMatch(Part::udhi).noneMatch(Part::payload).allMatch(p -> p.sarReference() == 0x1234);
        assertThat(sar).extracting(Part::sarSequence).containsExactly(1, 2);
        assertThat(sar).extracting(Part::sarTotal).containsOnly(2);
        assertThat(encoded("a".repeat(161), by(PAYLOAD)).parts())
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.payload()).isTrue();
                    assertThat(part.udhi() || part.sar()).isFalse();
                    assertThat(part.octets()).hasSize(161);
                });
        assertThat(encoded("a".repeat(160), by(PAYLOAD)).parts().get(0).payload())
                .isFalse();
    }

    @Test
    @Tag("C58")
    void no_short_message_is_longer_than_254_octets() {
        for (LongMessage method : LongMessage.values()) {
            for (String text : List.of("a".repeat(3000), "я".repeat(1000), "€".repeat(1000))) {
                assertThat(encoded(text, by(method)).parts())
                        .allMatch(part -> part.payload() || part.octets().length <= 254);
            }
        }
        byte[] part = new byte[255];
        System.arraycopy(octets(5, 0, 3, 9, 2, 1), 0, part, 0, 6);
        Encoded passed = (Encoded) Segmenter.encodeOctets(part, true, 4, GSM, 1);
        assertThat(passed.parts().get(0).payload()).isTrue();
    }

    /** data_coding 0 in UTF-8: as many characters as the air carries, and more octets. */
    @Test
    @Tag("C58")
    void of_5_a_short_message_has_255_octets_where_3_4_has_254() {
        String text = "Ω".repeat(95) + "a".repeat(65);
        TextCoding utf8 = TextCoding.of(java.nio.charset.StandardCharsets.UTF_8);
        Encoded of34 = encoded(text, new TextProfile(UDH8, 10, utf8, 254));
        assertThat(of34.encoding()).isEqualTo(Encoding.UCS2);
        Encoded of50 = encoded(text, new TextProfile(UDH8, 10, utf8, 255));
        assertThat(of50.parts())
                .singleElement()
                .satisfies(part -> assertThat(part.octets()).hasSize(255));
        byte[] part = new byte[255];
        System.arraycopy(octets(5, 0, 3, 9, 2, 1), 0, part, 0, 6);
        assertThat(((Encoded) Segmenter.encodeOctets(part, true, 4, new TextProfile(UDH8, 10, TextCoding.GSM, 255), 1))
                        .parts())
                .containsExactly(new Part(part, true, 0, 0, 0, false));
    }

    @Test
    @Tag("C59")
    void a_part_that_its_sender_cut_passes_as_it_is() {
        byte[] part = new byte[6 + 150];
        System.arraycopy(octets(5, 0, 3, 9, 2, 1), 0, part, 0, 6);
        Encoded passed = (Encoded) Segmenter.encodeOctets(part, true, 0, GSM, 1);
        assertThat(passed.parts()).containsExactly(new Part(part, true, 0, 0, 0, false));
        byte[] broken = octets(0x70, 1, 2);
        assertThat(((Encoded) Segmenter.encodeOctets(broken, true, 0, GSM, 1)).parts())
                .containsExactly(new Part(broken, true, 0, 0, 0, false));
    }

    @Test
    @Tag("C56")
    @Tag("C60")
    void a_port_header_is_merged_with_the_place_among_the_parts() {
        byte[] userData = new byte[7 + 200];
        System.arraycopy(octets(6, 5, 4, 0x0B, 0x84, 0x23, 0xF0), 0, userData, 0, 7);
        Arrays.fill(userData, 7, userData.length, (byte) 0xAB);
        Encoded result = (Encoded) Segmenter.encodeOctets(userData, true, 0xF5, GSM, 0x77);
        assertThat(result.dataCoding()).isEqualTo(0xF5);
        assertThat(result.parts()).hasSize(2).allMatch(part -> part.udhi() && part.octets().length <= 140);
        for (Part part : result.parts()) {
            Udh udh = Udh.parse(part.octets());
            assertThat(udh.destinationPort()).isEqualTo(2948);
            assertThat(udh.sourcePort()).isEqualTo(9200);
            assertThat(udh.concat().reference()).isEqualTo(0x77);
            assertThat(udh.length()).isEqualTo(12);
            assertThat(udh.malformed()).isFalse();
        }
        Encoded single = (Encoded) Segmenter.encodeOctets(Arrays.copyOf(userData, 140), true, 0xF5, GSM, 0x77);
        assertThat(single.parts().get(0).octets()).isEqualTo(Arrays.copyOf(userData, 140));
    }

    @Test
    @Tag("C60")
    void flash_and_binary_keep_data_coding_and_octets() {
        byte[] octets = octets(0, 0x1B, 0xFF, 0x80);
        for (int dataCoding : new int[] {0x10, 0xF0, 0xF1, 0x18, 2, 4, 0xF5, 13}) {
            Encoded result = (Encoded) Segmenter.encodeOctets(octets, false, dataCoding, GSM, 1);
            assertThat(result.dataCoding()).isEqualTo(dataCoding);
            assertThat(result.parts().get(0).octets()).isEqualTo(octets);
        }
        assertThat(binary(10, GSM).dataCoding()).isEqualTo(4);
    }

    @Test
    @Tag("C60")
    void ia5_is_counted_in_septets_and_latin_1_in_octets() {
        byte[] full = "a".repeat(160).getBytes(StandardCharsets.US_ASCII);
        assertThat(Segmenter.whole(full, 1, GSM)).isEqualTo(Encoding.LATIN1);
        assertThat(sizes(full, 1, GSM)).containsExactly(160);
        assertThat(sizes(full, 3, GSM)).containsExactly(6 + 134, 6 + 26);
        assertThat(sizes("a".repeat(306).getBytes(StandardCharsets.US_ASCII), 1, GSM))
                .containsExactly(6 + 153, 6 + 153);
        assertThat(sizes(("{" + "a".repeat(158)).getBytes(StandardCharsets.US_ASCII), 1, GSM))
                .containsExactly(159);
        assertThat(sizes(("{" + "a".repeat(159)).getBytes(StandardCharsets.US_ASCII), 1, GSM))
                .containsExactly(6 + 152, 6 + 8);
        assertThat(sizes(("\u00E5" + "a".repeat(159)).getBytes(StandardCharsets.ISO_8859_1), 1, GSM))
                .as("eight bits")
                .containsExactly(6 + 134, 6 + 26);
        byte[] escaped = ("a".repeat(152) + "\u001Be" + "a".repeat(10)).getBytes(StandardCharsets.US_ASCII);
        assertThat(sizes(escaped, 1, GSM)).as("GSM's octets under 1").containsExactly(6 + 152, 6 + 12);
        TextProfile octets =
                new TextProfile(UDH8, 255, TextCoding.GSM, 254, GSM.shaping(), Map.of(1, TextCoding.OCTETS));
        assertThat(sizes(full, 1, octets)).containsExactly(6 + 134, 6 + 26);
    }

    private static List<Integer> sizes(byte[] octets, int dataCoding, TextProfile profile) {
        Encoded cut = (Encoded) Segmenter.encodeOctets(octets, false, dataCoding, profile, 1);
        return cut.parts().stream().map(part -> part.octets().length).toList();
    }

    @Test
    @Tag("C60")
    void a_hint_says_what_octets_are_and_changes_none() {
        byte[] octets = "Я".repeat(71).getBytes(StandardCharsets.UTF_16BE);
        Encoded result = (Encoded) Segmenter.encode(
                OutboundSms.to("46701234567")
                        .binary(octets)
                        .encoding(Encoding.UCS2)
                        .build(),
                GSM,
                1);
        assertThat(result.dataCoding()).isEqualTo(8);
        assertThat(result.parts()).hasSize(2);
        assertThat(result.parts().get(0).octets()).hasSize(6 + 134);
    }

    private static TextProfile of(String charset) {
        return new TextProfile(UDH8, 255, TextCoding.of(Charset.forName(charset)), 254);
    }

    @Test
    @Tag("C52")
    void the_smscs_alphabet_decides_the_octets() {
        String text = "hej@£_";
        assertThat(encoded(text, GSM).parts().get(0).octets()).containsExactly('h', 'e', 'j', 0, 1, 0x11);
        assertThat(encoded(text, LATIN).parts().get(0).octets()).containsExactly('h', 'e', 'j', '@', 0xA3, '_');
        TextProfile packed = new TextProfile(UDH8, 255, TextCoding.GSM_PACKED, 254);
        assertThat(encoded("hellohello", packed).parts().get(0).octets())
                .containsExactly(0xE8, 0x32, 0x9B, 0xFD, 0x46, 0x97, 0xD9, 0xEC, 0x37);
        assertThat(encoded("1234567", packed).parts().get(0).octets())
                .containsExactly(0x31, 0xD9, 0x8C, 0x56, 0xB3, 0xDD, 0x1A);
        TextProfile ia5 = new TextProfile(UDH8, 255, TextCoding.IA5, 254);
        assertThat(encoded("a_@[", ia5).parts().get(0).octets()).containsExactly('a', '_', '@', '[');
        assertThat(encoded("€é", of("windows-1252")).parts().get(0).octets()).containsExactly(0x80, 0xE9);
        assertThat(encoded("å", of("UTF-8")).parts().get(0).octets()).containsExactly(0xC3, 0xA5);
        for (TextProfile profile : List.of(GSM, LATIN, packed, ia5, of("UTF-8"))) {
            assertThat(encoded("a", profile).dataCoding()).isZero();
            assertThat(encoded("a", profile).encoding()).isEqualTo(Encoding.GSM7);
        }
    }

    @Test
    @Tag("C52")
    void what_the_smscs_alphabet_lacks_goes_as_ucs2_and_is_named() {
        TextProfile ia5 = new TextProfile(UDH8, 255, TextCoding.IA5, 254);
        Encoded encoded = encoded("a£", ia5);
        assertThat(encoded.encoding()).isEqualTo(Encoding.UCS2);
        assertThat(encoded.forcedUcs2()).isEqualTo("£");
        // A backtick is ASCII, but nothing that the air carries in septets.
        assertThat(encoded("`", ia5).encoding()).isEqualTo(Encoding.UCS2);
        assertThat(encoded("Ω", of("windows-1252")).encoding()).isEqualTo(Encoding.UCS2);
    }

    @Test
    @Tag("C52")
    @Tag("C48")
    void parts_are_counted_as_on_the_air_whatever_the_octets() {
        TextProfile packed = new TextProfile(UDH8, 255, TextCoding.GSM_PACKED, 254);
        assertThat(encoded("a".repeat(160), packed).parts()).hasSize(1);
        assertThat(encoded("a".repeat(160), packed).parts().get(0).octets()).hasSize(140);
        assertThat(encoded("a".repeat(161), packed).parts()).hasSize(2);
        assertThat(encoded("a".repeat(161), packed).parts().get(0).octets()).hasSize(140);
        assertThat(encoded("a".repeat(307), packed).parts()).hasSize(3);
        assertThat(encoded("å".repeat(120), of("UTF-8")).parts().get(0).octets())
                .hasSize(240);
        // 160 of them would be 320 octets: more than short_message takes.
        assertThat(encoded("å".repeat(160), of("UTF-8")).encoding()).isEqualTo(Encoding.UCS2);
    }

    /** That of ports has seven octets, and twelve with a place; of a text one part holds 152 characters then, each of several 146. */
    @Test
    @Tag("C52")
    void a_header_of_its_own_counts_among_the_octets_that_short_message_takes() {
        Form ports = Form.PLAIN.withUdh(Form.ports(2948, 0));
        OutboundSms.Builder sms = OutboundSms.to("46701234567").form(ports);
        Encoded fits = (Encoded) Segmenter.encode(sms.text("å".repeat(123)).build(), of("UTF-8"), 1);
        assertThat(fits.parts()).hasSize(1);
        assertThat(fits.parts().get(0).octets()).hasSize(253);
        for (String text : List.of("å".repeat(124), "a".repeat(146) + "å".repeat(125))) {
            Encoded wide = (Encoded) Segmenter.encode(sms.text(text).build(), of("UTF-8"), 1);
            assertThat(wide.encoding()).as(text).isEqualTo(Encoding.UCS2);
        }
        OutboundSms asked = sms.text("å".repeat(124)).encoding(Encoding.GSM7).build();
        assertThat(Segmenter.encode(asked, of("UTF-8"), 1)).isInstanceOf(Unencodable.class);
    }

    @Test
    void a_plain_text_is_what_encode_makes_one_part_of_septets_of() {
        String atMost = "a".repeat(160);
        for (String text :
                List.of("", "Your code is 4711", "@£ \n\r", atMost, atMost + "a", "a €", "`", "\t", "дом", "é")) {
            boolean plain = text.length() <= 160 && !text.matches("(?s).*[€`\tа-я].*");
            assertThat(Segmenter.isPlain(OutboundSms.of("46701234567", text), GSM))
                    .as(text)
                    .isEqualTo(plain);
            if (plain) {
                byte[] septets = new byte[text.length()];
                GsmAlphabet.encodeBasic(text, septets);
                Encoded result = (Encoded) encode(text, GSM);
                assertThat(result.parts()).hasSize(1);
                assertThat(result.parts().get(0).octets()).isEqualTo(septets);
                assertThat(result.dataCoding()).isZero();
            }
        }
        OutboundSms asked =
                OutboundSms.to("46701234567").text("x").encoding(Encoding.UCS2).build();
        assertThat(Segmenter.isPlain(asked, GSM)).isFalse();
        assertThat(Segmenter.isPlain(OutboundSms.of("46701234567", "x"), LATIN)).isFalse();
    }

    @Test
    void a_message_class_says_nothing_against_septets_unless_the_smsc_means_something_else_by_it() {
        for (int dataCoding : new int[] {0, 0x10, 0x13, 0xF0, 0xF3}) {
            assertThat(Segmenter.isText(dataCoding, GSM)).as("%x", dataCoding).isTrue();
        }
        for (int dataCoding : new int[] {1, 4, 8, 0x14, 0x18, 0xF4}) {
            assertThat(Segmenter.isText(dataCoding, GSM)).as("%x", dataCoding).isFalse();
        }
        TextProfile other = new TextProfile(
                UDH8, 255, TextCoding.GSM, 254, GSM.shaping(), java.util.Map.of(0xF0, TextCoding.OCTETS));
        assertThat(Segmenter.isText(0xF0, other)).isFalse();
        assertThat(Segmenter.isText(0x10, other)).isTrue();
    }

    @Test
    void
            an_alphabet_of_several_octets_a_character_is_left_for_ucs2_where_a_part_does_not_hold_it_and_not_for_a_payload() {
        TextCoding utf8 = TextCoding.of(java.nio.charset.StandardCharsets.UTF_8);
        Encoded payload = encoded("é".repeat(200), new TextProfile(PAYLOAD, 255, utf8, 254));
        assertThat(payload.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(payload.parts()).hasSize(1);
        assertThat(payload.parts().get(0).octets()).hasSize(400);
        assertThat(encoded("é".repeat(150), new TextProfile(PAYLOAD, 255, utf8, 254))
                        .encoding())
                .isEqualTo(Encoding.UCS2);
        assertThat(encoded("é".repeat(200), new TextProfile(UDH8, 255, utf8, 254))
                        .encoding())
                .isEqualTo(Encoding.UCS2);
        assertThat(encoded("e".repeat(200), new TextProfile(UDH8, 255, utf8, 254))
                        .encoding())
                .isEqualTo(Encoding.GSM7);
    }
}
