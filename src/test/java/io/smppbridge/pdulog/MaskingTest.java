package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a PDU is shown when nobody has asked for more, in each form. */
@Tag("S2.14")
class MaskingTest {
    private static final Charset LATIN = StandardCharsets.ISO_8859_1;
    private static final String TEXT = "meet me at noon";
    private static final String RECEIPT =
            "id:77 sub:001 dlvrd:001 submit date:2601020304 done date:2601020305 stat:DELIVRD err:000 text:" + TEXT;

    @TempDir
    Path directory;

    private final Instant now = Instant.parse("2026-01-02T03:04:05Z");

    /** A deliver_sm. */
    private static byte[] deliver(int esmClass, int coding, byte[] text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("\0\1\00146733444555\0\1\00146700111222\0".getBytes(LATIN));
        out.writeBytes(new byte[] {(byte) esmClass, 0, 0, 0, 0, 0, 0, (byte) coding, 0, (byte) text.length});
        out.writeBytes(text);
        return pdu(5, out.toByteArray());
    }

    private static byte[] pdu(int command, byte[] body) {
        return ByteBuffer.allocate(16 + body.length)
                .putInt(16 + body.length)
                .putInt(command)
                .putInt(0)
                .putInt(1)
                .put(body)
                .array();
    }

    /** What a PDU leaves in a line, in JSON and in a capture. */
    private List<String> written(byte[] pdu, boolean unmasked) throws IOException {
        List<String> all = new ArrayList<>();
        for (Form form : Form.values()) {
            Path files = Files.createTempDirectory(directory, "pdu");
            try (PduLogs logs = new PduLogs(new PduLogConfig(files, 1 << 20, 3, Map.of()), () -> now, () -> 0)) {
                PduTap tap = logs.tap("telia");
                logs.order(
                        "telia",
                        new Wish(form, form == Form.OFF, List.of()),
                        unmasked,
                        Duration.ofMinutes(1),
                        "the operator");
                TappedLink link = tap.link("b");
                link.in(pdu.clone(), 0, pdu.length, 0);
                link.done();
            }
            try (Stream<Path> written = Files.list(files)) {
                all.add(Files.readString(written.findFirst().orElseThrow(), LATIN));
            }
        }
        assertThat(all).hasSize(3);
        return all;
    }

    @Test
    @Tag("S-48")
    @Tag("C105")
    void neither_text_nor_a_whole_number_is_in_any_form_until_somebody_asks() throws Exception {
        byte[] mo = deliver(0, 0, TEXT.getBytes(LATIN));
        for (String form : written(mo, false)) {
            assertThat(form)
                    .contains("46733444xxx", "46700111xxx", "***************")
                    .doesNotContain("noon", "46733444555", "46700111222");
        }
        for (String form : written(mo, true)) {
            assertThat(form).contains(TEXT, "46733444555", "46700111222");
        }
    }

    @Test
    @Tag("S-48")
    @Tag("C105")
    void a_header_that_is_none_hides_no_text() throws Exception {
        String longer = TEXT.repeat(9);
        // Of the length that the first letter says, and longer than all: neither has elements that fill it.
        for (String text : List.of(longer, TEXT)) {
            for (int esmClass : new int[] {0x40, 0x44}) {
                for (String form : written(deliver(esmClass, 0, text.getBytes(LATIN)), false)) {
                    assertThat(form).doesNotContain("meet", "noon", "6d656574");
                }
            }
        }
        assertThat(written(deliver(0x40, 0, TEXT.getBytes(LATIN)), true))
                .allSatisfy(form -> assertThat(form).contains(TEXT));
    }

    @Test
    void a_header_stays_in_front_of_a_hidden_text() throws Exception {
        byte[] header = {11, 5, 4, 0x15, (byte) 0x81, 0x15, (byte) 0x82, 0, 3, 7, 2, 1};
        byte[] part = (new String(header, LATIN) + TEXT).getBytes(LATIN);
        assertThat(written(deliver(0x40, 0, part), false).subList(0, 3))
                .allSatisfy(form -> assertThat(form).contains("***************").doesNotContain("noon"))
                .filteredOn(form -> form.contains("[0b0504158115820003070201]***************"))
                .hasSize(2);
    }

    /** As from an ESME that leaves out the NUL of an empty service_type, or of a number: all behind it is read for what it is not. */
    @Test
    @Tag("S-48")
    @Tag("C105")
    void a_field_longer_than_smpp_has_it_hides_its_value() throws Exception {
        String rest = "\1\00146700111222\0\0\0\0\0\0\0\0\0\0\0";
        for (String body : List.of("\1\00146733444555\0" + rest, "\0\1\00146733444555" + rest)) {
            for (String form : written(pdu(5, body.getBytes(LATIN)), false)) {
                assertThat(form).contains("*************").doesNotContain("46733444555");
            }
        }
    }

    @Test
    void esm_class_and_not_its_words_make_a_receipt() throws Exception {
        for (int esmClass : new int[] {0x04, 0x20}) {
            for (String form : written(deliver(esmClass, 0, RECEIPT.getBytes(LATIN)), false)) {
                assertThat(form).contains(RECEIPT.replace(TEXT, "***************"));
            }
        }
        // An MO that looks like one, and what a recipient has written into an acknowledgement.
        for (int esmClass : new int[] {0x00, 0x08, 0x10, 0x18}) {
            for (String form : written(deliver(esmClass, 0, "id:77 stat:DELIVRD noon".getBytes(LATIN)), false)) {
                assertThat(form).doesNotContain("id:77", "DELIVRD", "noon");
            }
        }
    }

    @Test
    void receipts_of_other_shapes_show_what_is_theirs_and_nothing_else() throws Exception {
        Map<String, String> shapes = Map.of(
                "id=ab-12, status=DELIVRD, error=0, dest=46700111222", "id=ab-12* status=DELIVRD* error=0*",
                "message_id: 9 Msg: id:5 noon", "message_id: 9 Msg:",
                "DELIVRD noon 46700111222", "DELIVRD ",
                "Done Date: 2026-01-02 03:04:05 STAT:EXPIRED", "Done Date: 2026-01-02 03:04:05 STAT:EXPIRED");
        shapes.forEach((shape, shown) -> {
            try {
                assertThat(written(deliver(4, 0, shape.getBytes(LATIN)), false))
                        .allSatisfy(form -> assertThat(form).contains(shown).doesNotContain("noon", "46700111222"));
            } catch (IOException e) {
                throw new AssertionError(shape, e);
            }
        });
    }

    @Test
    void what_turns_the_direction_of_a_line_or_moves_a_cursor_is_written_as_an_escape_and_letters_as_they_are()
            throws Exception {
        String text = "\u202Eevil\u2066\u200F\u061C\uFEFF\u009B\u001B\u2028 \u0434\u05D0\u0E01";
        List<String> forms = written(deliver(0, 8, text.getBytes(StandardCharsets.UTF_16BE)), true);
        String shown = new String("\u0434\u05D0\u0E01".getBytes(StandardCharsets.UTF_8), LATIN);
        assertThat(forms.subList(0, 3))
                .filteredOn(form -> form.contains("evil"))
                .hasSize(2)
                .allSatisfy(form -> assertThat(form)
                        .contains("\"\\u202eevil\\u2066\\u200f\\u061c\\ufeff\\u009b\\u001b\\u2028 " + shown + "\""));
    }

    @Test
    void a_receipt_in_ucs_2_is_masked_alike() throws Exception {
        List<String> forms = written(deliver(4, 8, RECEIPT.getBytes(StandardCharsets.UTF_16BE)), false);
        assertThat(forms.get(1)).contains("stat:DELIVRD err:000 text:***************\"");
        assertThat(forms).noneMatch(form -> form.contains("noon") || form.contains("n\0o\0o\0n"));
    }

    @Test
    @Tag("C08")
    void standard_tlvs_have_their_names_and_those_of_a_wrong_length_hide_their_value() throws Exception {
        byte[] tlvs = {
            6, 6, 0, 3, 0, 'a', 'b', 6, 1, 0, 3, 0, 0, 4, 6, 4, 0, 2, 1, 2, 6, 5, 0, 3, 9, 0, 1, // mandatory
            6, 0, 0, 1, 1, 6, 3, 0, 1, 2, 6, 9, 0, 2, 'e', 0, 6, 2, 0, 2, 'q', 'q', 2, 4, 0, 3, 'n', 'o', 'n'
        };
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("CBS\0\5\0Acme\0m1\0\1\0\0\0\0\0".getBytes(LATIN));
        body.writeBytes(tlvs);
        String line = written(pdu(0x111, body.toByteArray()), false).get(1);
        assertThat(line)
                .contains(
                        " broadcast_sm sequence=1 ",
                        "service_type=\"CBS\"",
                        "message_id=\"m1\" priority_flag=1",
                        "broadcast_area_identifier=\"006162\"",
                        "broadcast_content_type=\"000004\"",
                        "broadcast_rep_num=258",
                        "broadcast_frequency_interval=\"090001\"",
                        "broadcast_channel_indicator=1",
                        "broadcast_message_class=2",
                        "broadcast_end_time=\"e\"",
                        "broadcast_content_type_info=\"**\"",
                        "user_message_reference=\"***\"");
    }
}
