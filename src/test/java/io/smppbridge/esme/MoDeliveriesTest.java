package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.InboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.connector.Piece;
import io.smppbridge.esme.Deliveries.Pdu;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Decoded;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Fragment;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.TextProfile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a subscriber wrote, on its way to an ESME: as it came, or in the terms of the ESME. */
class MoDeliveriesTest {
    private static final byte[] VENDOR = {0x14, 0, 0, 2, '1', '7'};
    private static final byte[] SAR_2_OF_3 = {
        2, 0x0C, 0, 2, 0x12, 0x34, 2, 0x0E, 0, 1, 3, 2, 0x0F, 0, 1, 2, 0x14, 0, 0, 2, '1', '7'
    };
    private static final byte[] NONE = {};

    private static EsmeAccount account(LongMo longMo) {
        return new EsmeAccount(
                "a",
                List.of(),
                List.of(),
                1,
                10,
                Double.POSITIVE_INFINITY,
                List.of(),
                10,
                ReceiptForm.MINUTES,
                ZoneOffset.UTC,
                longMo);
    }

    private static Piece piece(int esmClass, int dataCoding, byte[] octets, int sarSequence) {
        int total = sarSequence == 0 ? 0 : 3;
        return new Piece(
                new Piece.Marks("WAP", esmClass, 0x7F, 2),
                dataCoding,
                octets,
                total == 0 ? 0 : 0x1234,
                total,
                sarSequence,
                VENDOR);
    }

    private static Event mo(String text, Encoding encoding, byte[] octets, int dataCoding, Piece... pieces) {
        return new Event.Inbound(
                new InboundSms(
                        new TaskId(77),
                        "telia",
                        Address.of("+46701234567"),
                        Address.of("72404"),
                        text,
                        octets,
                        encoding,
                        dataCoding,
                        pieces.length,
                        true,
                        Instant.EPOCH,
                        List.of(),
                        Map.of()),
                List.of(pieces));
    }

    @Test
    @Tag("C08")
    @Tag("C60")
    void what_came_in_one_piece_goes_on_octet_by_octet() {
        byte[] octets = HexFormat.of().parseHex("06050423f00000" + "01ff80");
        Event event = mo("", Encoding.BINARY, new byte[] {1, -1, -128}, 0xF5, piece(0xC0, 0xF5, octets, 0));
        List<Pdu> pdus = Deliveries.of(event, account(LongMo.UDH), 0x34);
        assertThat(pdus).hasSize(1);
        Pdu pdu = pdus.get(0);
        assertThat(pdu.octets()).isEqualTo(octets);
        assertThat(pdu.envelope().esmClass()).isEqualTo(0xC0);
        assertThat(pdu.envelope().dataCoding()).isEqualTo(0xF5);
        assertThat(pdu.envelope().marks().serviceType()).isEqualTo("WAP");
        assertThat(pdu.envelope().marks().protocolId()).isEqualTo(0x7F);
        assertThat(pdu.envelope().marks().priority()).isEqualTo(2);
        assertThat(pdu.tlvs()).isEqualTo(VENDOR);
        assertThat(Deliveries.of(event, account(LongMo.UDH), 0x33).get(0).tlvs())
                .isEmpty(); // C09
    }

    @Test
    @Tag("C60")
    void flash_keeps_its_class_whoever_reads_it() {
        byte[] octets = "hi".getBytes(StandardCharsets.US_ASCII);
        Pdu same = Deliveries.of(
                        mo("hi", Encoding.GSM7, octets, 0x10, piece(0, 0x10, octets, 0)), account(LongMo.UDH), 0x34)
                .get(0);
        assertThat(same.envelope().dataCoding()).isEqualTo(0x10);
        assertThat(same.octets()).isEqualTo(octets);
        // The SMSC's alphabet is Latin-1: the ESME reads GSM.
        byte[] latin = "h@".getBytes(StandardCharsets.ISO_8859_1);
        Pdu turned = Deliveries.of(
                        mo("h@", Encoding.GSM7, latin, 0x10, piece(0, 0x10, latin, 0)), account(LongMo.UDH), 0x34)
                .get(0);
        assertThat(turned.octets()).containsExactly('h', 0);
        assertThat(turned.envelope().dataCoding()).isEqualTo(0x10);
        assertThat(turned.tlvs()).isEqualTo(VENDOR);
    }

    /** As the bridge reads it off the SMSC, and as the ESME then reads what it gets. */
    private static String readByAnEsme(TextCoding alphabet, int dataCoding, boolean udhi, byte[] userData) {
        TextProfile smsc = new TextProfile(LongMessage.UDH8, 255, alphabet, 254);
        Decoded read = Decoder.decode(Decoder.open(Incoming.of(dataCoding, udhi, userData)), smsc);
        Event event = mo(
                read.text(),
                read.encoding(),
                read.octets(),
                dataCoding,
                piece(udhi ? 0x40 : 0, dataCoding, userData, 0));
        StringBuilder text = new StringBuilder();
        for (Pdu pdu : Deliveries.of(event, account(LongMo.UDH), 0x34)) {
            assertThat(pdu.envelope().dataCoding() & 0xF3).as("its class").isEqualTo(dataCoding & 0xF3);
            boolean header = (pdu.envelope().esmClass() & 0x40) != 0;
            Incoming got = Incoming.of(pdu.envelope().dataCoding(), header, pdu.octets());
            text.append(Decoder.decode(Decoder.open(got), TextProfile.STANDARD).text());
        }
        return text.toString();
    }

    @Test
    @Tag("C60")
    void a_text_of_an_alphabet_that_the_esme_does_not_know_comes_in_one_that_holds_it() {
        String text = "\u041F\u0440\u0438\u0432\u0435\u0442";
        for (String charset : List.of("UTF-8", "windows-1251")) {
            byte[] octets = text.getBytes(Charset.forName(charset));
            assertThat(readByAnEsme(TextCoding.of(Charset.forName(charset)), 0, false, octets))
                    .as(charset)
                    .isEqualTo(text);
        }
        TextCoding utf8 = TextCoding.of(StandardCharsets.UTF_8);
        byte[] many = text.repeat(40).getBytes(StandardCharsets.UTF_8);
        assertThat(readByAnEsme(utf8, 0, false, many)).isEqualTo(text.repeat(40));
        byte[] plain = "Hello @ \u20AC".getBytes(StandardCharsets.UTF_8);
        assertThat(readByAnEsme(utf8, 0, false, plain)).isEqualTo("Hello @ \u20AC");
    }

    @Test
    @Tag("C60")
    @Tag("C51")
    void a_flash_in_latin_1_and_packed_septets_of_a_national_table_come_as_what_they_say() {
        byte[] latin = "h\u00E9 \u00E7".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(readByAnEsme(TextCoding.LATIN1, 0x10, false, latin)).isEqualTo("h\u00E9 \u00E7");
        assertThat(readByAnEsme(TextCoding.LATIN1, 0x10, false, "h\u00E9".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo("h\u00E9");
        // A single shift to Turkish, then escape and s, which is an s with a cedilla, then what fills up the last
        // octet.
        byte[] turkish = HexFormat.of().parseHex("03240101" + "D8CC1B");
        assertThat(readByAnEsme(TextCoding.GSM_PACKED, 0, true, turkish)).isEqualTo("\u015F");
    }

    @Test
    @Tag("C08")
    @Tag("C59")
    void parts_keep_their_own_places_and_become_one_payload_where_that_is_wanted() {
        Piece[] pieces = new Piece[3];
        for (int i = 0; i < 3; i++) {
            byte[] octets = new byte[100];
            Arrays.fill(octets, (byte) ('a' + i));
            pieces[i] = piece(0, 4, octets, i + 1);
        }
        Event event = mo("", Encoding.BINARY, new byte[300], 4, pieces);
        List<Pdu> parts = Deliveries.of(event, account(LongMo.UDH), 0x34);
        assertThat(parts).hasSize(3);
        assertThat(parts.get(1).octets()).isEqualTo(pieces[1].octets());
        assertThat(parts.get(1).tlvs()).isEqualTo(SAR_2_OF_3);
        List<Pdu> old = Deliveries.of(event, account(LongMo.PAYLOAD), 0x33);
        assertThat(old)
                .hasSize(3)
                .allMatch(pdu -> pdu.tlvs().length == 0 && pdu.envelope().esmClass() == 0x40);
        assertThat(old.get(1).octets()).startsWith(6, 8, 4, 0x12, 0x34, 3, 2, 'b');
        List<Pdu> whole = Deliveries.of(event, account(LongMo.PAYLOAD), 0x34);
        assertThat(whole).hasSize(1);
        assertThat(whole.get(0).payload()).isTrue();
        assertThat(whole.get(0).octets()).hasSize(300);
        assertThat(whole.get(0).envelope().esmClass()).isZero();
        assertThat(whole.get(0).tlvs()).isEqualTo(VENDOR);
    }

    /** Nothing that the SMSC has been told is taken may vanish for its length. */
    @Test
    @Tag("C58")
    void what_no_number_of_parts_holds_goes_whole() {
        byte[] octets = new byte[40_000];
        Arrays.fill(octets, (byte) 'a');
        Event one = mo("a".repeat(octets.length), Encoding.GSM7, octets, 0, piece(0, 0, octets, 0));
        for (int version : new int[] {0x33, 0x34}) {
            List<Pdu> pdus = Deliveries.of(one, account(LongMo.UDH), version);
            assertThat(pdus).hasSize(1);
            assertThat(pdus.get(0).payload()).isTrue();
            assertThat(pdus.get(0).octets()).isEqualTo(octets);
        }
        byte[] third = Arrays.copyOf(octets, 15_000);
        Event parts = mo(
                "",
                Encoding.BINARY,
                new byte[45_000],
                4,
                piece(0, 4, third, 1),
                piece(0, 4, third, 2),
                piece(0, 4, third, 3));
        List<Pdu> joined = Deliveries.of(parts, account(LongMo.PAYLOAD), 0x34);
        assertThat(joined).hasSize(1);
        assertThat(joined.get(0).payload()).isTrue();
        assertThat(joined.get(0).octets()).hasSize(45_000);
    }

    @Test
    @Tag("C60")
    void ports_stay_when_parts_are_joined_and_when_a_payload_is_cut() {
        byte[] ports = Form.ports(2948, 9200);
        Piece[] pieces = new Piece[2];
        for (int i = 0; i < 2; i++) {
            byte[] header = HexFormat.of().parseHex("0b05040b8423f0" + "00030902" + "0" + (i + 1));
            byte[] octets = Arrays.copyOf(header, 140);
            pieces[i] = piece(0x40, 4, octets, 0);
        }
        Event event = mo("", Encoding.BINARY, new byte[256], 4, pieces);
        Pdu whole = Deliveries.of(event, account(LongMo.PAYLOAD), 0x34).get(0);
        assertThat(whole.octets()).hasSize(263).startsWith(ports);
        assertThat(whole.envelope().esmClass()).isEqualTo(0x40);
        Event came = mo("", Encoding.BINARY, new byte[256], 4, piece(0x40, 4, whole.octets(), 0));
        assertThat(Deliveries.of(came, account(LongMo.PAYLOAD), 0x34).get(0).payload())
                .isTrue();
        List<Pdu> cut = Deliveries.of(came, account(LongMo.UDH), 0x34);
        assertThat(cut).hasSize(2).allMatch(pdu -> pdu.octets().length <= 140 && !pdu.payload());
        assertThat(cut.get(1).octets()).startsWith(0x0b, 5, 4).contains(0, 3);
        assertThat(cut.get(0).tlvs()).isNotEqualTo(NONE);
    }

    /** No short_message holds that header, a place and anything besides. */
    @Test
    @Tag("C60")
    void a_payload_whose_header_leaves_a_part_no_room_reaches_an_esme_whole() {
        byte[] octets = Arrays.copyOf(new byte[] {(byte) 249, 0x70, (byte) 247}, 300);
        Event event = mo("", Encoding.BINARY, Arrays.copyOfRange(octets, 250, 300), 4, piece(0x40, 4, octets, 0));
        assertThat(Deliveries.of(event, account(LongMo.UDH), 0x34))
                .singleElement()
                .satisfies(pdu -> {
                    assertThat(pdu.octets()).isEqualTo(octets);
                    assertThat(pdu.payload()).isTrue();
                });
    }

    @Test
    @Tag("C51")
    @Tag("C93")
    void parts_that_are_read_by_different_national_tables_become_a_payload_that_says_the_same() {
        String plain = "0003090201" + "611B65";
        String turkish = "0003090202" + "240101" + "621B53";
        String turkishFirst = "0003090201" + "240101" + "621B53";
        String locked = "0003090202" + "250101" + "6107";
        assertThat(payloadOf("05" + plain, "08" + turkish)).isEqualTo("a\u20ACb\u015E");
        assertThat(payloadOf("05" + plain, "08" + locked)).isEqualTo("a\u20ACa\u0131");
        assertThat(payloadOf("08" + turkishFirst, "05" + "0003090202" + "631B53"))
                .isEqualTo("b\u015EcS");
        assertThat(payloadOf("08" + turkishFirst, "08" + turkish)).isEqualTo("b\u015Eb\u015E");
    }

    /** As an ESME reads what it gets whole. */
    private static String payloadOf(String... parts) {
        Piece[] pieces = new Piece[parts.length];
        List<Fragment> fragments = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            byte[] octets = HexFormat.of().parseHex(parts[i]);
            pieces[i] = piece(0x40, 0, octets, 0);
            fragments.add(Decoder.open(Incoming.of(0, true, octets)));
        }
        Decoded read = Decoder.decode(fragments, TextProfile.STANDARD);
        Event event = mo(read.text(), read.encoding(), read.octets(), 0, pieces);
        List<Pdu> pdus = Deliveries.of(event, account(LongMo.PAYLOAD), 0x34);
        assertThat(pdus).hasSize(1);
        Pdu whole = pdus.get(0);
        boolean header = (whole.envelope().esmClass() & 0x40) != 0;
        Incoming got = Incoming.of(whole.envelope().dataCoding(), header, whole.octets());
        return Decoder.decode(Decoder.open(got), TextProfile.STANDARD).text();
    }
}
