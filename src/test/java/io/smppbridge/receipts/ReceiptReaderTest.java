package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Memory;
import io.smppbridge.MessageState;
import io.smppbridge.receipts.ReceiptState.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptReaderTest {
    private static final String BODY =
            "id:77 sub:001 dlvrd:001 submit date:2301011200 done date:2301011205 " + "stat:DELIVRD err:000 text:hello";
    private final ReceiptReader reader = new ReceiptReader(ZoneOffset.UTC, false);
    private final ReceiptReader byText = new ReceiptReader(ZoneOffset.UTC, true);

    static List<String> shapes() throws IOException {
        try (InputStream in = ReceiptReaderTest.class.getResourceAsStream("/receipts/shapes.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private SmscReceipt receipt(int esmClass, byte[] body, Map<Integer, byte[]> tlvs) {
        return reader.read(new ReceiptInput(esmClass, 0, body, tlvs)).orElseThrow();
    }

    private SmscReceipt receipt(String body) {
        return receipt(4, latin1(body), Map.of());
    }

    @Test
    @Tag("C66")
    void there_are_at_least_fifty_shapes() throws IOException {
        assertThat(shapes()).hasSizeGreaterThanOrEqualTo(50);
    }

    @Test
    @Tag("C66")
    void what_was_read_before_changes_nothing() throws IOException {
        Random random = new Random(2_611);
        List<String> bodies = new ArrayList<>(List.of(
                BODY,
                "id:0077 sub:001 dlvrd:001 submit date:230101120000 done date:230101120500 stat:DELIVRD err:000",
                "id:a1b2c3d4-0001 submit date:2301011200 done date:2301011200 stat:DELIVRD:reason err:000 Text:stat:X",
                "id:\"77\" stat:UNDELIV err:011 done date:\"2301011205\" text:id:4"));
        shapes().forEach(line -> bodies.add(line.split("\\|", 6)[5].strip().replace("\\n", "\n")));
        String odd = "0123456789abcdefmstABCDEF :='\"\u0011-_|,;";
        for (String body : bodies) {
            byte[] one = latin1(body);
            for (int i = 0; i < 300; i++) {
                byte[] next = Arrays.copyOf(one, random.nextInt(20) == 0 ? random.nextInt(one.length + 3) : one.length);
                for (int changes = random.nextInt(4); changes > 0 && next.length > 0; changes--) {
                    next[random.nextInt(next.length)] = (byte) odd.charAt(random.nextInt(odd.length()));
                }
                String tlvId = random.nextBoolean() ? "" : "77";
                ReceiptInput input = new ReceiptInput(4, 0, next, tlvId, random.nextInt(4) - 1, new byte[0]);
                ReceiptReader fresh = new ReceiptReader(ZoneOffset.UTC, false);
                reader.read(new ReceiptInput(4, 0, one, Map.of()));
                assertThat(reader.read(input))
                        .as("%s, after %s", new String(next, StandardCharsets.ISO_8859_1), body)
                        .isEqualTo(fresh.read(input));
            }
        }
    }

    /** Whoever wrote the message wrote what is quoted of it. */
    @Test
    @Tag("C66")
    void an_id_that_a_text_quotes_names_no_message_where_the_receipt_itself_names_none() {
        String quotes = "sub:001 dlvrd:001 stat:UNDELIV err:011 text:id:4711 hello";
        SmscReceipt nameless =
                reader.read(new ReceiptInput(4, 0, latin1(quotes), Map.of())).orElseThrow();
        assertThat(nameless.id()).isEmpty();
        ReceiptInput input = new ReceiptInput(4, 0, latin1(quotes), "77", -1, new byte[0]);
        SmscReceipt named = reader.read(input).orElseThrow();
        assertThat(named.textId()).isEmpty();
        assertThat(MessageIds.of("hex-dec").ofReceipt(named)).containsExactly("119", "77");
        ReceiptInput textFirst = new ReceiptInput(4, 0, latin1("text:hello id:78 stat:DELIVRD"), Map.of());
        assertThat(reader.read(textFirst).orElseThrow().id()).isEqualTo("78");
    }

    @Test
    void of_receipts_that_differ_in_id_and_dates_each_says_its_own() {
        for (int minute = 10; minute < 60; minute++) {
            SmscReceipt read =
                    receipt(BODY.replace("id:77", "id:" + minute).replace("2301011205", "23010112" + minute));
            assertThat(read.textId()).isEqualTo("" + minute);
            assertThat(read.report().submitDate()).isEqualTo(Instant.parse("2023-01-01T12:00:00Z"));
            assertThat(read.report().doneDate()).isEqualTo(Instant.parse("2023-01-01T12:" + minute + ":00Z"));
            assertThat(read.report().stat()).isEqualTo("DELIVRD");
        }
    }

    /** 3GPP has UCS-2 with its high octet first and no mark; not every SMSC does. */
    @Test
    @Tag("C66")
    void one_in_ucs2_is_read_with_a_byte_order_mark_and_with_its_octets_swapped() {
        byte[] header = {5, 0, 3, 1, 1, 1};
        for (byte[] wide : List.of(
                ("\uFEFF" + BODY).getBytes(StandardCharsets.UTF_16BE),
                ("\uFEFF" + BODY).getBytes(StandardCharsets.UTF_16LE),
                BODY.getBytes(StandardCharsets.UTF_16LE))) {
            for (int coding : new int[] {8, 0}) {
                ReceiptInput input = new ReceiptInput(4, coding, wide, Map.of());
                SmscReceipt read = reader.read(input).orElseThrow();
                assertThat(read.textId()).isEqualTo("77");
                assertThat(read.state()).isEqualTo(ReceiptState.DELIVERED);
                assertThat(read.report().doneDate()).isEqualTo(Instant.parse("2023-01-01T12:05:00Z"));
                assertThat(ReceiptReader.text(input)).isEqualTo(BODY);
                assertThat(byText.read(new ReceiptInput(0, coding, wide, Map.of())))
                        .isPresent();
                assertThat(ReceiptReader.quoted(4, coding, wide)).isEqualTo("hello");
            }
            byte[] behind = Arrays.copyOf(header, header.length + wide.length);
            System.arraycopy(wide, 0, behind, header.length, wide.length);
            assertThat(receipt(0x44, behind, Map.of()).textId()).isEqualTo("77");
        }
        assertThat(ReceiptReader.text(new ReceiptInput(4, 8, new byte[] {(byte) 0xFE, (byte) 0xFF}, Map.of())))
                .isEmpty();
        assertThat(ReceiptReader.text(new ReceiptInput(4, 3, latin1("\u00FE\u00FFid:1"), Map.of())))
                .as("no mark in Latin-1")
                .isEqualTo("\u00FE\u00FFid:1");
    }

    /** Of a header whose number is 0 every second octet is, as of ASCII in UCS-2 with its octets swapped. */
    @Test
    @Tag("C66")
    void what_it_quotes_is_found_behind_a_header() {
        byte[] header = {5, 0, 3, 0, 1, 1};
        for (byte[] body : List.of(latin1(BODY), BODY.getBytes(StandardCharsets.UTF_16BE))) {
            byte[] behind = Arrays.copyOf(header, header.length + body.length);
            System.arraycopy(body, 0, behind, header.length, body.length);
            assertThat(ReceiptReader.quoted(0x44, 0, behind)).isEqualTo("hello");
        }
    }

    /** As SMSCs write it that have none: zero on their clock, here or west of Greenwich. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "7001010000",
                "700101000000",
                "197001010000",
                "19700101000000",
                "1970-01-01 00:00:00",
                "6912311900",
                "700101000000000+",
                "9912312359",
                "20700101000000"
            })
    @Tag("C71")
    void a_date_of_the_last_century_is_none(String date) {
        for (String zone : List.of("UTC", "Asia/Kolkata", "America/New_York")) {
            ReceiptReader there = new ReceiptReader(ZoneId.of(zone), false);
            String body = BODY.replace("2301011205", "\"" + date + "\"");
            SmscReceipt read =
                    there.read(new ReceiptInput(4, 0, latin1(body), Map.of())).orElseThrow();
            assertThat(read.report().doneDate()).as(zone).isEqualTo(Instant.EPOCH);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    @Tag("C66")
    void every_shape_is_read(String line) {
        String[] columns = line.split(" \\| ", 6);
        String body = columns[5].replace("\\n", "\n");
        Map<Integer, byte[]> payload = Map.of(ReceiptInput.MESSAGE_PAYLOAD, latin1(body));
        byte[] wide = body.getBytes(StandardCharsets.UTF_16BE);
        for (ReceiptInput input : List.of(
                new ReceiptInput(4, 0, latin1(body), Map.of()),
                new ReceiptInput(4, 3, new byte[0], payload),
                new ReceiptInput(4, 8, wide, Map.of()))) {
            SmscReceipt receipt = reader.read(input).orElseThrow();
            assertThat(receipt.id()).isEqualTo(given(columns[0]));
            assertThat(receipt.textId()).isEqualTo(given(columns[0]));
            assertThat(receipt.state()).isEqualTo(ReceiptState.valueOf(columns[1].strip()));
            assertThat(receipt.report().err()).isEqualTo(given(columns[2]));
            assertThat(receipt.report().submitDate()).isEqualTo(date(columns[3]));
            assertThat(receipt.report().doneDate()).isEqualTo(date(columns[4]));
            assertThat(receipt.statesDiffer()).isFalse();
        }
    }

    private static String given(String column) {
        return column.strip().equals("-") ? "" : column.strip();
    }

    private static Instant date(String column) {
        return given(column).isEmpty() ? Instant.EPOCH : Instant.parse(given(column));
    }

    @Test
    @Tag("C66")
    void dates_are_the_smscs_own() {
        ReceiptReader swedish = new ReceiptReader(ZoneId.of("Europe/Stockholm"), false);
        SmscReceipt receipt =
                swedish.read(new ReceiptInput(4, 0, latin1(BODY), Map.of())).orElseThrow();
        assertThat(receipt.report().doneDate()).isEqualTo(Instant.parse("2023-01-01T11:05:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "202611211600, false",
        "2026-11-21 16:00, false",
        "2026-11-21T16:00+05:30, false",
        "2611211600, false",
        "261121160000, true",
        "2026-11-21T16:00:00+05:30, true",
        "20261121160000, true",
    })
    @Tag("C66")
    void dates_are_the_same_second_only_where_they_tell_it(String date, boolean same) {
        assertThat(receipt("id:77 submit date:" + date + " done date:" + date + " stat:DELIVRD")
                        .sameTimes())
                .isEqualTo(same);
    }

    /** By the SMSC's clock, which is Stockholm's, they would be an hour before 16:00. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T16:00:00+05:30, 2026-11-21T10:30:00Z",
        "2026-11-21T16:00:00-05:00, 2026-11-21T21:00:00Z",
        "2026-11-21T16:00:00.123Z, 2026-11-21T16:00:00Z",
        "2026-11-21T16:00:00z, 2026-11-21T16:00:00Z",
        "2026-11-21 16:00:00+0530, 2026-11-21T10:30:00Z",
        "2026-11-21 16:00:00 +0530, 2026-11-21T10:30:00Z",
        "2026-11-21 16:00:00+00, 2026-11-21T16:00:00Z",
        "2026-11-21 16:00:00-03, 2026-11-21T19:00:00Z",
        "2026-11-21T16:00+05:30, 2026-11-21T10:30:00Z",
        "2026-11-21T16:00Z, 2026-11-21T16:00:00Z",
        "20261121160000+0530, 2026-11-21T10:30:00Z",
        "261121160000-0500, 2026-11-21T21:00:00Z",
        "2611211600+0530, 2026-11-21T10:30:00Z",
        "2026-11-21-16-00-00, 2026-11-21T15:00:00Z",
        "2026-11-21 16-00, 2026-11-21T15:00:00Z",
        "2026-11-21 16:00-05, 2026-11-21T15:00:05Z",
        "2026-11-21-160000, 2026-11-21T15:00:00Z",
        "2026-11-21T16:00:00+25:00, 2026-11-21T15:00:00Z",
        "20261121-1600, 2026-11-21T15:00:00Z",
        "+26-11-21 16:00, 2026-11-21T15:00:00Z",
        "2026-11-21 16:00 -1, 2026-11-21T15:00:00Z",
        "2611211600 +4670123456, 2026-11-21T15:00:00Z",
    })
    @Tag("C66")
    void a_date_that_bears_an_offset_is_by_that(String written, Instant meant) {
        ReceiptReader swedish = new ReceiptReader(ZoneId.of("Europe/Stockholm"), false);
        for (String body : List.of(
                BODY.replace("2301011205", written),
                "id:77 stat:DELIVRD submit date:2301011200 done date:" + written)) {
            SmscReceipt read =
                    swedish.read(new ReceiptInput(4, 0, latin1(body), Map.of())).orElseThrow();
            assertThat(read.report().doneDate()).isEqualTo(meant);
            assertThat(read.report().submitDate()).isEqualTo(Instant.parse("2023-01-01T11:00:00Z"));
            assertThat(read.report().stat()).isEqualTo("DELIVRD");
        }
    }

    @Test
    @Tag("C66")
    void an_underscore_in_gsm_and_a_header_are_seen_through() {
        assertThat(receipt("id:a\u0011b stat:DELIVRD").id()).isEqualTo("a_b");
        byte[] body = latin1("\u0005\u0000\u0003\u0001\u0001\u0001id:77 stat:DELIVRD");
        assertThat(receipt(0x44, body, Map.of()).id()).isEqualTo("77");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x04, 0x07, 0x44, 0x84, 0x20, 0x24})
    @Tag("C68")
    void esm_class_makes_a_receipt(int esmClass) {
        assertThat(reader.read(new ReceiptInput(esmClass, 0, latin1(BODY), Map.of())))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x03, 0x40, 0x80, 0x08, 0x10})
    @Tag("C68")
    void a_subscriber_who_writes_like_an_smsc_has_written_a_message(int esmClass) {
        assertThat(reader.read(new ReceiptInput(esmClass, 0, latin1(BODY), Map.of())))
                .isEmpty();
    }

    @Test
    @Tag("C68")
    void text_makes_a_receipt_only_where_that_was_asked_for_and_is_whole() {
        assertThat(byText.read(new ReceiptInput(0, 0, latin1(BODY), Map.of()))).isPresent();
        assertThat(byText.read(new ReceiptInput(0, 0, latin1("id:77 is my number"), Map.of())))
                .isEmpty();
        assertThat(byText.read(new ReceiptInput(0, 0, latin1("my id:77 stat:DELIVRD"), Map.of())))
                .isEmpty();
    }

    @Test
    @Tag("C67")
    @Tag("D-03")
    void tlvs_win_and_a_difference_is_told() {
        Map<Integer, byte[]> tlvs = Map.of(
                ReceiptInput.RECEIPTED_MESSAGE_ID,
                latin1("4D\0"),
                ReceiptInput.MESSAGE_STATE,
                new byte[] {5},
                ReceiptInput.NETWORK_ERROR_CODE,
                new byte[] {3, 0, 27});
        SmscReceipt receipt = receipt(4, latin1(BODY), tlvs);
        assertThat(receipt.id()).isEqualTo("4D");
        assertThat(receipt.textId()).isEqualTo("77");
        assertThat(receipt.state()).isEqualTo(ReceiptState.UNDELIVERABLE);
        assertThat(receipt.report().networkError()).isEqualTo(0x03001B);
        assertThat(receipt.statesDiffer()).isTrue();
        assertThat(receipt.report().words()).isEqualTo("stat:DELIVRD err:000 network:3/27");
    }

    @Test
    @Tag("C67")
    @Tag("D-03")
    void equal_tlvs_do_not_disagree_and_suffice_alone() {
        Map<Integer, byte[]> tlvs =
                Map.of(ReceiptInput.RECEIPTED_MESSAGE_ID, latin1("0077"), ReceiptInput.MESSAGE_STATE, new byte[] {2});
        assertThat(receipt(4, latin1(BODY), tlvs).statesDiffer()).isFalse();
        SmscReceipt alone = receipt(4, new byte[0], tlvs);
        assertThat(alone.id()).isEqualTo("0077");
        assertThat(alone.state()).isEqualTo(ReceiptState.DELIVERED);
        assertThat(alone.statesDiffer()).isFalse();
    }

    @Test
    @Tag("C67")
    void a_tlv_that_makes_no_sense_does_not_win() {
        Map<Integer, byte[]> tlvs = Map.of(
                ReceiptInput.RECEIPTED_MESSAGE_ID,
                new byte[] {0},
                ReceiptInput.MESSAGE_STATE,
                new byte[] {99},
                ReceiptInput.NETWORK_ERROR_CODE,
                new byte[] {1});
        SmscReceipt receipt = receipt(4, latin1(BODY), tlvs);
        assertThat(receipt.id()).isEqualTo("77");
        assertThat(receipt.state()).isEqualTo(ReceiptState.DELIVERED);
        assertThat(receipt.report().networkError()).isEqualTo(-1);
        assertThat(receipt.statesDiffer()).isFalse();
    }

    @Test
    @Tag("C70")
    void states_on_the_way_are_not_final() {
        assertThat(ReceiptState.values())
                .filteredOn(state -> !state.isFinal())
                .containsExactlyInAnyOrder(
                        ReceiptState.SCHEDULED, ReceiptState.ENROUTE, ReceiptState.ACCEPTED, ReceiptState.UNSTATED);
        for (ReceiptState state : ReceiptState.values()) {
            assertThat(ReceiptState.of(state.code())).isEqualTo(state);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SENT, ENROUTE, NEWS",
        "SENT, DELIVERED, NEWS",
        "UNANSWERED, DELIVERED, NEWS",
        "UNCERTAIN, DELIVERED, NEWS",
        "NO_RECEIPT, DELIVERED, NEWS",
        "DELIVERED, DELIVERED, REPEAT",
        "DELIVERED, ENROUTE, STALE",
        "DELIVERED, UNSTATED, STALE",
        "DELIVERED, UNDELIVERABLE, CONTRADICTION",
        "UNDELIVERED, DELIVERED, CONTRADICTION",
        "UNDELIVERED, DELETED, REPEAT",
    })
    @Tag("C70")
    void a_second_state_is_weighed_against_the_first(MessageState known, ReceiptState now, Turn turn) {
        assertThat(now.after(known)).isEqualTo(turn);
    }

    @Test
    @Tag("C66")
    void no_octets_make_it_throw() {
        Random random = new Random(51);
        String letters = "id:stat:err:done date:submit date:text: ,=\"0123456789\n";
        for (int i = 0; i < 100_000; i++) {
            byte[] body = new byte[random.nextInt(60)];
            random.nextBytes(body);
            if (i % 2 == 0) {
                for (int k = 0; k < body.length; k++) {
                    body[k] = (byte) letters.charAt(random.nextInt(letters.length()));
                }
            }
            byte[] tlv = new byte[random.nextInt(5)];
            random.nextBytes(tlv);
            Map<Integer, byte[]> tlvs = Map.of(0x1E, tlv, 0x427, tlv, 0x423, tlv, 0x424, tlv);
            byText.read(new ReceiptInput(random.nextInt(256), random.nextInt(256), body, tlvs));
        }
    }

    @Test
    void a_usual_receipt_takes_few_octets_to_read() {
        ReceiptInput usual = new ReceiptInput(4, 0, latin1(BODY), "77", 2, new byte[0]);
        int times = 20_000;
        long octets = 0;
        for (int i = -times; i < times; i++) {
            octets = i == 0 ? Memory.allocatedHere() : octets;
            reader.read(usual);
        }

        assertThat((Memory.allocatedHere() - octets) / times).isLessThan(400);
    }

    @Test
    void the_id_and_the_words_that_all_receipts_have_are_not_made_anew() {
        String id = new String("77");
        SmscReceipt receipt = reader.read(new ReceiptInput(4, 0, latin1(BODY), id, 2, new byte[0]))
                .orElseThrow();

        assertThat(receipt.textId()).isSameAs(id);
        assertThat(receipt.report().stat()).isSameAs("DELIVRD");
    }

    @Test
    void a_date_is_the_same_time_whenever_it_is_read() {
        ReceiptReader kolkata = new ReceiptReader(ZoneId.of("Asia/Kolkata"), false);
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int minute = random.nextInt(1_440 * 28);
            String date = "2302%02d%02d%02d".formatted(minute / 1_440 + 1, minute / 60 % 24, minute % 60);
            byte[] body = latin1("id:1 done date:" + date + " stat:DELIVRD");

            assertThat(kolkata.read(new ReceiptInput(4, 0, body, Map.of()))
                            .orElseThrow()
                            .report()
                            .doneDate())
                    .isEqualTo(Instant.parse("2023-02-01T00:00:00Z").plusSeconds(minute * 60L - 19_800));
        }
    }
}
