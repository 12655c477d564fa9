package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.Language;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.SmscConfig.Text.Shaping;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.EncodeResult.TooLong;
import io.smppbridge.text.EncodeResult.Unshapable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapingTest {
    private static final TextProfile PLAIN = profile(LongMessage.UDH8, Shaping.NONE);

    private static TextProfile profile(LongMessage method, Shaping shaping) {
        return new TextProfile(method, 255, io.smppbridge.settings.TextCoding.GSM, 254, shaping, java.util.Map.of());
    }

    private static TextProfile speaking(Language... languages) {
        return profile(LongMessage.UDH8, new Shaping(List.of(languages), false, false));
    }

    private static Encoded encoded(OutboundSms sms, TextProfile profile) {
        return (Encoded) Segmenter.encode(sms, profile, 0xAB);
    }

    private static Encoded encoded(String text, TextProfile profile) {
        return encoded(OutboundSms.of("46701234567", text), profile);
    }

    private static Decoded read(Encoded encoded) {
        List<Fragment> fragments = new ArrayList<>();
        for (Part part : encoded.parts()) {
            fragments.add(Decoder.open(new Incoming(
                    encoded.dataCoding(),
                    part.udhi(),
                    part.octets(),
                    part.sarReference(),
                    part.sarTotal(),
                    part.sarSequence())));
        }
        return Decoder.decode(fragments, TextProfile.STANDARD);
    }

    private static String header(Part part) {
        return HexFormat.of().formatHex(part.octets(), 0, 1 + part.octets()[0]);
    }

    @ParameterizedTest
    @CsvSource({
        "TURKISH, Şu İstanbul'da güneşli bir gün; ığdır'a çıkmış ağaç ve dağ kokusu var, '250101'",
        "SPANISH, Mañana por la tarde habrá una reunión en la oficina de María; ¿podrás venir tú también?, '240102'",
        "PORTUGUESE, Amanhã não haverá reunião; você já está de férias então aproveite a praia e o São João, '250103'",
        "HINDI, नमस्ते आपका ऑर्डर भेज दिया गया है और कल सुबह तक आपके घर पहुँच जाएगा धन्यवाद, '250106'",
        "URDU, آپ کا آرڈر روانہ کر دیا گیا ہے اور کل صبح تک آپ کے گھر پہنچ جاوے گا شکریہ, '25010D'"
    })
    @Tag("C51")
    void a_language_with_tables_takes_one_message_where_ucs2_takes_two(String language, String text, String element) {
        String twice = text + " " + text.substring(0, Math.max(0, 71 - text.length()));
        Encoded wide = encoded(twice, PLAIN);
        assertThat(wide.encoding()).isEqualTo(Encoding.UCS2);
        assertThat(wide.parts()).hasSizeGreaterThan(1);
        Encoded narrow = encoded(twice, speaking(Language.valueOf(language)));
        assertThat(narrow.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(narrow.forcedUcs2()).isEmpty();
        assertThat(narrow.dataCoding()).isZero();
        assertThat(narrow.parts()).singleElement().satisfies(part -> {
            assertThat(part.udhi()).isTrue();
            assertThat(header(part)).containsIgnoringCase(element);
        });
        assertThat(read(narrow).text()).isEqualTo(twice);
        assertThat(read(narrow).flaws()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    @Tag("C51")
    void each_language_travels_by_its_own_tables_and_is_named_in_every_part(Language language) {
        int id = language.identifier();
        StringBuilder letters = new StringBuilder();
        NationalTables.Table lock = NationalTables.lock(id).orElse(NationalTables.NONE);
        NationalTables.Table shift = NationalTables.shift(id).orElseThrow();
        for (NationalTables.Table table : List.of(lock, shift)) {
            table.septets().keySet().stream()
                    .filter(c -> Character.isLetter(c) && GsmAlphabet.septets(c) <= 0)
                    .forEach(letters::append);
        }
        assertThat(letters).isNotEmpty();
        // Letters of the language among others, so that tables pay off also where only the single shift table has them.
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 200; i++) {
            text.append(letters.charAt(i % letters.length())).append(i % 2 == 0 ? "a" : " 1");
        }
        Encoded wide = encoded(text.toString(), PLAIN);
        Encoded narrow = encoded(text.toString(), speaking(language));
        assertThat(wide.encoding()).isEqualTo(Encoding.UCS2);
        assertThat(narrow.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(narrow.parts()).hasSizeLessThan(wide.parts().size());
        for (Part part : narrow.parts()) {
            assertThat(header(part)).containsPattern("2[45]01" + String.format("%02x", id));
        }
        assertThat(read(narrow).text()).isEqualTo(text.toString());
    }

    @ParameterizedTest
    @EnumSource(names = {"UDH8", "UDH16", "SAR"})
    @Tag("C56")
    @Tag("C51")
    void ports_a_national_table_and_a_place_are_in_one_header_once_each(LongMessage method) {
        String text = "\u015F" + "a".repeat(400);
        OutboundSms sms =
                OutboundSms.to("1234").text(text).ports(0x0B84, 0x23F0).build();
        Encoded encoded = encoded(sms, profile(method, new Shaping(List.of(Language.TURKISH), false, false)));
        int place = method == LongMessage.UDH8 ? 5 : method == LongMessage.UDH16 ? 6 : 0;
        assertThat(encoded.parts()).hasSize(3);
        for (int i = 0; i < 3; i++) {
            Part part = encoded.parts().get(i);
            String header = header(part);
            assertThat(part.udhi()).isTrue();
            assertThat(part.octets()[0]).as(header).isEqualTo((byte) (6 + 3 + place));
            assertThat(header.split("05040b8423f0", -1)).as(header).hasSize(2);
            assertThat(header.split("250101", -1)).as(header).hasSize(2);
            assertThat(header)
                    .endsWith(
                            switch (method) {
                                case UDH8 -> "0003ab030" + (i + 1);
                                case UDH16 -> "080400ab030" + (i + 1);
                                default -> "250101";
                            });
            assertThat(part.sar()).isEqualTo(method == LongMessage.SAR);
            // What the air carries: a header in whole septets, with the place that an SMSC makes of SAR, and the text.
            int octets = part.octets()[0] + 1;
            int headerSeptets = ((octets + (part.sar() ? 6 : 0)) * 8 + 6) / 7;
            assertThat(headerSeptets + part.octets().length - octets).isLessThanOrEqualTo(160);
        }
        assertThat(read(encoded).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"UDH8, 67", "UDH16, 66", "SAR, 66"})
    @Tag("C49")
    void neither_pair_nor_cluster_is_parted_at_any_place_by_any_method(LongMessage method, int room) {
        TextProfile whole = profile(method, new Shaping(List.of(), false, true));
        for (String one : List.of("\uD83D\uDE00", "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67")) {
            for (int before = room - 10; before <= room + 2; before++) {
                String text = "\u044F".repeat(before) + one + "\u044F".repeat(40);
                List<String> parts = texts(encoded(text, whole));
                int first = before + one.length() <= room ? before + one.length() : Math.min(before, room);
                assertThat(parts.get(0)).as("%s, %d before", method, before).hasSizeGreaterThanOrEqualTo(first);
                assertThat(parts).anyMatch(part -> part.contains(one));
                assertThat(String.join("", parts)).isEqualTo(text);
            }
        }
    }

    @Test
    @Tag("C51")
    void tables_are_not_used_where_they_are_not_allowed_not_needed_or_not_shorter() {
        assertThat(encoded("ş".repeat(80), speaking(Language.SPANISH)).encoding())
                .isEqualTo(Encoding.UCS2);
        Encoded plain = encoded("Hello @ € ".repeat(8), speaking(Language.values()));
        assertThat(plain.parts())
                .singleElement()
                .satisfies(part -> assertThat(part.udhi()).isFalse());
        // Two octets in UCS-2, five with a header.
        assertThat(encoded("ş", speaking(Language.TURKISH)).encoding()).isEqualTo(Encoding.UCS2);
        assertThat(encoded("ş 😀".repeat(40), speaking(Language.TURKISH)).encoding())
                .isEqualTo(Encoding.UCS2);
    }

    @Test
    @Tag("C48")
    @Tag("C51")
    void with_one_national_element_the_limits_are_155_and_149() {
        TextProfile turkish = speaking(Language.TURKISH);
        assertThat(encoded("ş" + "a".repeat(154), turkish).parts()).hasSize(1);
        Encoded two = encoded("ş" + "a".repeat(155), turkish);
        assertThat(two.parts()).hasSize(2);
        assertThat(two.parts().get(0).octets()).hasSize(9 + 149);
        assertThat(header(two.parts().get(0))).isEqualTo("08" + "250101" + "0003ab0201");
        assertThat(encoded("ş" + "a".repeat(297), turkish).parts()).hasSize(2);
        assertThat(encoded("ş" + "a".repeat(298), turkish).parts()).hasSize(3);
        assertThat(read(two).text()).isEqualTo("ş" + "a".repeat(155));
    }

    @Test
    @Tag("C47")
    @Tag("C51")
    void an_escape_of_a_single_shift_table_is_not_split_from_what_it_leads_in() {
        for (int before = 140; before < 156; before++) {
            String text = "a".repeat(before) + "á€".repeat(12) + "b".repeat(60);
            for (LongMessage method : LongMessage.values()) {
                Encoded result = encoded(text, profile(method, new Shaping(List.of(Language.SPANISH), false, false)));
                assertThat(result.encoding()).isEqualTo(Encoding.GSM7);
                assertThat(read(result).text()).isEqualTo(text);
                for (Part part : result.parts()) {
                    assertThat(part.octets()[part.octets().length - 1]).isNotEqualTo(GsmAlphabet.ESCAPE);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"👨‍👩‍👧", "🇸🇪", "👍🏽", "é́", "नि"})
    @Tag("C49")
    void a_cluster_stays_in_one_part_by_option_and_a_pair_always(String cluster) {
        TextProfile whole = profile(LongMessage.UDH8, new Shaping(List.of(), false, true));
        for (int before = 56; before <= 68; before++) {
            String text = "я".repeat(before) + cluster + "я".repeat(30);
            assertThat(read(encoded(text, whole)).text()).isEqualTo(text);
            List<String> parts = texts(encoded(text, whole));
            assertThat(parts).as("%d before", before).anyMatch(part -> part.contains(cluster));
            assertThat(texts(encoded(text, PLAIN)))
                    .noneMatch(part -> Character.isHighSurrogate(part.charAt(part.length() - 1)));
        }
    }

    @Test
    @Tag("C49")
    void a_cluster_longer_than_a_part_is_cut_all_the_same() {
        TextProfile whole = profile(LongMessage.UDH16, new Shaping(List.of(), false, true));
        String text = "я" + "\u0301".repeat(300);
        assertThat(read(encoded(text, whole)).text()).isEqualTo(text);
    }

    private static List<String> texts(Encoded encoded) {
        return encoded.parts().stream()
                .map(part -> new String(
                        Arrays.copyOfRange(part.octets(), part.udhi() ? 1 + part.octets()[0] : 0, part.octets().length),
                        StandardCharsets.UTF_16BE))
                .toList();
    }

    @Test
    @Tag("C60")
    void flash_sets_class_0_in_each_alphabet() {
        assertThat(flash("Hello").dataCoding()).isEqualTo(0x10);
        assertThat(flash("Hello").parts().get(0).udhi()).isFalse();
        assertThat(flash("Hello").parts().get(0).octets()).hasSize(5);
        assertThat(flash("Привет").dataCoding()).isEqualTo(0x18);
        Encoded octets =
                encoded(OutboundSms.to("1234").binary(new byte[] {1, 2}).flash().build(), PLAIN);
        assertThat(octets.dataCoding()).isEqualTo(0x14);
        Encoded long3 = flash("a".repeat(400));
        assertThat(long3.parts()).hasSize(3);
        assertThat(long3.dataCoding()).isEqualTo(0x10);
        assertThat(read(long3).text()).isEqualTo("a".repeat(400));
        OutboundSms latin = OutboundSms.to("1234")
                .text("é")
                .encoding(Encoding.LATIN1)
                .flash()
                .build();
        assertThat(Segmenter.encode(latin, PLAIN, 1)).isInstanceOf(Unshapable.class);
    }

    private static Encoded flash(String text) {
        return encoded(OutboundSms.to("1234").text(text).flash().build(), PLAIN);
    }

    @Test
    @Tag("C56")
    @Tag("C60")
    void ports_are_in_every_part_and_merged_with_its_place() {
        OutboundSms one = OutboundSms.to("1234")
                .binary(new byte[133])
                .ports(0x0B84, 0x23F0)
                .build();
        assertThat(encoded(one, PLAIN).parts())
                .singleElement()
                .satisfies(part -> assertThat(header(part)).isEqualTo("0605040b8423f0"));
        byte[] octets = new byte[300];
        Arrays.fill(octets, (byte) 0x1B);
        Encoded three = encoded(
                OutboundSms.to("1234").binary(octets).ports(0x0B84, 0x23F0).build(), PLAIN);
        assertThat(three.parts()).hasSize(3);
        assertThat(three.dataCoding()).isEqualTo(4);
        for (int i = 0; i < 3; i++) {
            assertThat(header(three.parts().get(i))).isEqualTo("0b05040b8423f00003ab030" + (i + 1));
            assertThat(three.parts().get(i).octets().length).isLessThanOrEqualTo(140);
        }
        assertThat(read(three).octets()).isEqualTo(octets);
        Encoded text = encoded(
                OutboundSms.to("1234").text("ş".repeat(160)).ports(5505, 0).build(), speaking(Language.TURKISH));
        assertThat(header(text.parts().get(0))).isEqualTo("0e05041581000025010100" + "03ab0201");
        assertThat(read(text).text()).isEqualTo("ş".repeat(160));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x04, 0x08, 0x15, 0xF5, 0xF6, 0x09})
    @Tag("C60")
    void octets_with_a_data_coding_of_their_own_go_as_they_are(int dataCoding) {
        byte[] octets = HexFormat.of().parseHex("06050400010002" + "00ff1b65807f");
        Encoded result = (Encoded) Segmenter.encodeOctets(octets, true, dataCoding, PLAIN, 1);
        assertThat(result.dataCoding()).isEqualTo(dataCoding);
        assertThat(result.parts()).singleElement().satisfies(part -> {
            assertThat(part.udhi()).isTrue();
            assertThat(part.octets()).isEqualTo(octets);
        });
    }

    @Test
    @Tag("C56")
    @Tag("C59")
    void a_header_with_a_place_among_parts_means_a_part_that_is_never_cut_again() {
        byte[] place = HexFormat.of().parseHex("050003770201");
        OutboundSms part =
                OutboundSms.to("1234").text("a".repeat(153)).udh(place).build();
        assertThat(encoded(part, PLAIN).parts())
                .singleElement()
                .satisfies(it -> assertThat(header(it)).isEqualTo("050003770201"));
        OutboundSms longer =
                OutboundSms.to("1234").text("a".repeat(154)).udh(place).build();
        assertThat(Segmenter.encode(longer, PLAIN, 1)).isEqualTo(new TooLong(2, 1));
    }

    /** Flash, in the alphabet that its sender asks for: kept, or refused where that lacks a character, never bent. */
    @Test
    @Tag("C60")
    void a_hint_is_kept_beside_a_class_or_refused() {
        assertThat(flash("plain", Encoding.UCS2))
                .isInstanceOfSatisfying(
                        Encoded.class, ucs2 -> assertThat(ucs2.dataCoding()).isEqualTo(0x18));
        assertThat(flash("plain", Encoding.GSM7))
                .isInstanceOfSatisfying(
                        Encoded.class, gsm -> assertThat(gsm.dataCoding()).isEqualTo(0x10));
        assertThat(flash("Яндекс", Encoding.GSM7))
                .isInstanceOfSatisfying(
                        EncodeResult.Unencodable.class,
                        no -> assertThat(no.asked()).isEqualTo(Encoding.GSM7));
        assertThat(flash("plain", Encoding.LATIN1)).isInstanceOf(Unshapable.class);
    }

    private static EncodeResult flash(String text, Encoding hint) {
        OutboundSms sms =
                OutboundSms.to("1234").text(text).encoding(hint).flash().build();
        return Segmenter.encode(sms, PLAIN, 1);
    }

    @Test
    @Tag("C56")
    void the_longest_header_that_is_taken_has_a_hundred_octets() {
        for (int octets : new int[] {100, 101}) {
            byte[] header = Arrays.copyOf(new byte[] {(byte) (octets - 1), 0x70, (byte) (octets - 3)}, octets);
            OutboundSms sms = OutboundSms.to("1234").text("x").udh(header).build();
            assertThat(Segmenter.encode(sms, PLAIN, 1))
                    .as("%d octets", octets)
                    .isInstanceOf(octets == 100 ? Encoded.class : Unshapable.class);
        }
    }

    /** Each part repeats it, and has a place besides: with a longer one the parts were up to 145 octets long, and more. */
    @ParameterizedTest
    @CsvSource({"UDH8, 131", "UDH8_OR_16, 131", "UDH16, 130", "SAR, 130"})
    void octets_behind_a_header_that_leaves_a_part_no_room_are_not_cut(LongMessage method, int longest) {
        TextProfile profile = new TextProfile(method, 255, TextCoding.GSM, 254);
        for (int length : new int[] {longest, longest + 1, 255}) {
            byte[] octets = Arrays.copyOf(new byte[] {(byte) (length - 1), 0x70, (byte) (length - 3)}, length + 20);
            EncodeResult result = Segmenter.encodeOctets(octets, true, 4, profile, 1);
            if (length == longest) {
                assertThat(((Encoded) result).parts()).hasSize(5).allMatch(part -> part.octets().length <= 140);
            } else {
                assertThat(result)
                        .isEqualTo(new Unshapable(
                                "udh",
                                length + " octets, expected at most " + longest + " where there are several parts"));
            }
        }
    }

    /** Cut short, or with an element whose length is not its own: ports of 8 and 16 bits, each table, a place. */
    @Test
    @Tag("C56")
    void a_header_that_makes_no_sense_is_refused() {
        for (String hex :
                List.of("0105", "03000377", "022400", "03040117", "0504030B8423", "022500", "0425020101", "020000")) {
            OutboundSms sms = OutboundSms.to("1234")
                    .text("x")
                    .udh(HexFormat.of().parseHex(hex))
                    .build();
            assertThat(Segmenter.encode(sms, PLAIN, 1)).as(hex).isInstanceOf(Unshapable.class);
        }
        OutboundSms table = OutboundSms.to("1234")
                .text("x")
                .udh(HexFormat.of().parseHex("03240101"))
                .build();
        assertThat(Segmenter.encode(table, PLAIN, 1)).isInstanceOf(Unshapable.class);
        OutboundSms huge = OutboundSms.to("1234").text("x").udh(hugeHeader()).build();
        assertThat(Segmenter.encode(huge, PLAIN, 1)).isInstanceOf(Unshapable.class);
    }

    private static byte[] hugeHeader() {
        byte[] header = new byte[120];
        header[0] = 119;
        header[1] = 0x70;
        header[2] = 117;
        return header;
    }
}
