package io.smppbridge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogsTest {
    private static final String CALL =
            "{\"id\":\"1MB3QS7Z00042\",\"to\":\"+46701234567\",\"text\":\"Hi [there]\",\"outcome\":\"accepted\"}";
    private static final String CAME =
            "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"46701234567\",\"text\":\"Hi [there]\",\"status\":%s}";
    private static final String SUBMIT_OF_ANOTHER =
            "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"461\",\"text\":\"a\",\"status\":8}";
    private static final String EVENT =
            "{\"type\":\"message.state\",\"eventId\":\"E1\",\"messageId\":\"1MB3QS7Z00042\",\"state\":\"DELIVERED\",\"final\":true}";
    private static final String SENT =
            "2026-01-02T03:04:05.678901Z smpp-telia-1 > submit_sm sequence=7 status=0x0 length=83"
                    + " service_type=\"\" source_addr=\"Acme\" destination_addr=\"46701234567\" esm_class=0x0 data_coding=0x0"
                    + " short_message=\"Hi \\u001b<there\\u001b>\" meant=same";
    private static final String ANSWERED =
            "2026-01-02T03:04:05.679901Z smpp-telia-1 < submit_sm_resp sequence=7 status=0x0"
                    + " length=19 message_id=\"17\" meant=same";
    private static final String RECEIPT =
            "2026-01-02T03:04:06.679901Z smpp-telia-1 < deliver_sm sequence=9 status=0x0 length=90"
                    + " source_addr=\"46701234567\" destination_addr=\"Acme\" esm_class=0x4 data_coding=0x0"
                    + " short_message=\"id:17 sub:001 stat:DELIVRD err:000 text:***\" meant=same";
    private static final String TAKEN =
            "2026-01-02T03:04:06.689901Z smpp-telia-1 > deliver_sm_resp sequence=9 status=0x0 length=17 message_id=\"\"";

    @TempDir
    Path directory;

    private final Audit audit = new Audit(new Audit.Given(true, false, true, false, false, false, 5));
    private final Logs logs = new Logs(audit);

    private Verdict read(List<String> callers, List<String> carrier, List<String> pduLog) throws IOException {
        logs.read(new Logs.Sources(
                List.of(Files.write(directory.resolve("calls.jsonl"), callers)),
                List.of(new Logs.Carrier("", Files.write(directory.resolve("smsc.jsonl"), carrier))),
                List.of(new Logs.Carrier("", Files.write(directory.resolve("telia.log"), pduLog))),
                List.of(),
                Optional.empty()));
        return audit.judge();
    }

    @Test
    void a_pdu_log_tells_what_went_out_and_what_came_of_it() throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(), List.of(SENT, ANSWERED, RECEIPT, TAKEN));
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().submits()).isEqualTo(1);
        assertThat(verdict.figures().receipts()).isEqualTo(1);
    }

    /** As when it is rotated meanwhile. */
    @Test
    void a_line_that_has_left_its_file_is_told_by_its_number() throws IOException {
        Verdict verdict = read(List.of(CALL, CALL.replace("00042", "00043")), List.of(), List.of());
        Files.writeString(directory.resolve("calls.jsonl"), CALL + "\n");
        assertThat(logs.words(verdict.faults().get(Fault.LOST).first()).values())
                .hasSize(2)
                .anyMatch(words -> words.startsWith("calls.jsonl:1: {"))
                .anyMatch(words -> words.startsWith("calls.jsonl:2: (cannot be read once more"));
    }

    /** As where deliveries of dead connections are many: those of later ones were not looked at once 10,000 stood. */
    @Test
    void receipts_that_got_no_answer_hide_no_later_one() throws IOException {
        List<String> lines = new ArrayList<>(List.of(SENT, ANSWERED));
        for (int sequence = 1_000; sequence < 11_100; sequence++) {
            lines.add(RECEIPT.replace("sequence=9 ", "sequence=" + sequence + " "));
        }
        lines.addAll(List.of(RECEIPT, TAKEN));
        Verdict verdict = read(List.of(CALL), List.of(), lines);
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().receipts()).isEqualTo(1);
    }

    @Test
    void what_a_pdu_log_tells_goes_on_in_its_next_file() throws IOException {
        List<Logs.Carrier> files = new ArrayList<>();
        for (String line : List.of(
                SENT,
                ANSWERED.replace("0x0", "0x58"),
                SENT.replace("=7 ", "=8 "),
                ANSWERED.replace("=7 ", "=8 "),
                RECEIPT,
                TAKEN)) {
            Path file = directory.resolve("telia-" + files.size() + ".log");
            files.add(new Logs.Carrier("telia", Files.writeString(file, line)));
        }
        logs.read(new Logs.Sources(
                List.of(Files.writeString(directory.resolve("calls.jsonl"), CALL)),
                List.of(),
                files,
                List.of(),
                Optional.empty()));
        Verdict verdict = audit.judge();
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().refusedByCarrier()).isEqualTo(1);
        assertThat(verdict.figures().submits()).isEqualTo(1);
        assertThat(verdict.doubled()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ab54a98ceb1f0ad2, 12345678901234567890",
        "12345678901234567890, ab54a98ceb1f0ad2",
        "ff, 255",
        "255, ff",
    })
    void an_id_of_a_receipt_may_be_the_same_number_written_otherwise_be_it_as_long_as_64_bits(
            String answered, String told) throws IOException {
        Verdict verdict = read(
                List.of(CALL),
                List.of(),
                List.of(
                        SENT,
                        ANSWERED.replace("\"17\"", '"' + answered + '"'),
                        RECEIPT.replace("id:17", "id:" + told),
                        TAKEN));
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    @Test
    void a_header_before_a_text_in_message_payload_is_no_part_of_it() throws IOException {
        String sent = SENT.replace("submit_sm", "data_sm")
                .replace("esm_class=0x0", "esm_class=0x40")
                .replace("short_message=\"", "message_payload=\"[0605040b8423f0]");
        Verdict verdict = read(List.of(CALL), List.of(), List.of(sent, ANSWERED.replace("submit_sm", "data_sm")));
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "message_state=0x5, 1", "message_state=0x2, 0"})
    void a_receipt_in_a_pdu_log_is_compared_with_the_event_unless_its_two_states_differ(String state, int faults)
            throws IOException {
        Path event = directory.resolve("events.jsonl");
        Files.writeString(event, EVENT);
        String failed = RECEIPT.replace("DELIVRD", "UNDELIV").replace(" meant", " " + state + " meant");
        Path callers = Files.writeString(directory.resolve("calls.jsonl"), CALL);
        Path pduLog = Files.write(directory.resolve("telia.log"), List.of(SENT, ANSWERED, failed, TAKEN));
        Audit all = new Audit(new Audit.Given(true, false, true, true, false, false, 5));
        new Logs(all)
                .read(new Logs.Sources(
                        List.of(callers),
                        List.of(),
                        List.of(new Logs.Carrier("", pduLog)),
                        List.of(event),
                        Optional.empty()));
        assertThat(all.judge().count(Fault.OTHER_END)).isEqualTo(faults);
    }

    @Test
    void what_was_written_and_never_answered_may_be_at_the_carrier() throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(), List.of(SENT));
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    @Test
    void what_the_carrier_refused_is_not_there() throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(), List.of(SENT, ANSWERED.replace("status=0x0", "status=0x58")));
        assertThat(verdict.count(Fault.LOST)).isEqualTo(1);
        assertThat(verdict.figures().refusedByCarrier()).isEqualTo(1);
    }

    @Test
    void a_masked_log_alone_says_nothing_of_a_message() throws IOException {
        String masked = SENT.replace("46701234567", "46701234xxx").replace("Hi \\u001b<there\\u001b>", "**********");
        Verdict verdict = read(List.of(CALL), List.of(), List.of(masked, ANSWERED));
        assertThat(verdict.figures().unreadable()).isEqualTo(1);
        assertThat(verdict.count(Fault.PHANTOM)).isZero();
    }

    @Test
    void parts_are_put_together_in_any_order() throws IOException {
        String call = CALL.replace("Hi [there]", "one two");
        String part =
                "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"46701234567\",\"text\":\"%s\",\"ref\":7,\"parts\":2,\"part\":%d}";
        Verdict verdict = read(List.of(call), List.of(part.formatted("two", 2), part.formatted("one ", 1)), List.of());
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(verdict.figures().submits()).isEqualTo(1);
    }

    @Test
    void a_message_of_which_a_part_is_missing_is_lost() throws IOException {
        String call = CALL.replace("Hi [there]", "one two");
        String part =
                "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"46701234567\",\"text\":\"one \",\"ref\":7,\"parts\":2,\"part\":1}";
        Verdict verdict = read(List.of(call), List.of(part), List.of());
        assertThat(verdict.count(Fault.LOST)).isEqualTo(1);
        assertThat(verdict.figures().partial()).isEqualTo(1);
    }

    @Test
    void of_equal_messages_as_many_are_missing_as_did_not_come() throws IOException {
        String other = CALL.replace("00042", "00043");
        String third = CALL.replace("00042", "00044");
        Verdict verdict = read(List.of(CALL, other, third), List.of(), List.of(SENT, ANSWERED));
        assertThat(verdict.count(Fault.LOST)).isEqualTo(2);
    }

    @Test
    void a_bad_line_is_told_of_by_file_and_line_and_the_rest_is_read() throws IOException {
        Verdict verdict =
                read(List.of(CALL, "{\"to\":\"1\",\"outcome\":\"perhaps\"}", "nonsense"), List.of(), List.of(SENT));
        assertThat(verdict.isClean()).isTrue();
        assertThat(logs.badLines()).isEqualTo(2);
        assertThat(logs.complaints())
                .containsExactly(
                        "calls.jsonl:2: expected outcome of accepted, refused or unknown, found perhaps",
                        "calls.jsonl:3: expected an object of JSON on one line, found nonsense");
    }

    @Test
    void broken_escapes_and_broken_octets_in_a_pdu_log_are_bad_lines_and_no_more() throws IOException {
        Verdict verdict = read(
                List.of(CALL),
                List.of(),
                List.of(
                        SENT.replace("\\u001b<", "\\u00zz"),
                        SENT.replace("data_coding=0x0", "data_coding=0x4"),
                        SENT.replace("esm_class=0x0", "esm_class=0x40").replace("\"Hi ", "\"[050] "),
                        SENT,
                        ANSWERED));
        assertThat(logs.badLines()).isEqualTo(3);
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    /** As the last line of a log that is being written may be. */
    @ParameterizedTest
    @ValueSource(strings = {"Hi ", "Hi \\", "Hi \\u", "Hi \\u00"})
    void a_line_of_a_pdu_log_that_is_cut_off_within_a_text_is_a_bad_line(String last) throws IOException {
        String cut = SENT.substring(0, SENT.indexOf("\"Hi ") + 1) + last;
        Verdict verdict = read(List.of(CALL), List.of(), List.of(SENT, ANSWERED, cut));
        assertThat(logs.badLines()).isEqualTo(1);
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 1", "256, 1", "2, 0", "2, 3"})
    void a_part_that_there_is_not_is_a_bad_line(int parts, int part) throws IOException {
        String came = CAME.formatted("0").replace("}", ",\"ref\":7,\"parts\":%d,\"part\":%d}");
        Verdict verdict = read(List.of(CALL), List.of(came.formatted(parts, part), CAME.formatted("0")), List.of());
        assertThat(logs.complaints())
                .containsExactly(
                        "smsc.jsonl:1: expected part 1..parts, of 1..255 parts, found part " + part + " of " + parts);
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"88", "\"88\"", "\"0x58\"", "\"RTHROTTLED\"", "\"ESME_RTHROTTLED\""})
    void a_refusal_is_one_however_its_status_is_written(String status) throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(CAME.formatted(status)), List.of());
        assertThat(logs.complaints()).isEmpty();
        assertThat(verdict.count(Fault.LOST)).isEqualTo(1);
        assertThat(verdict.figures().refusedByCarrier()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "null", "\"0\"", "\"0x0\"", "\"ROK\"", "\"ESME_ROK\""})
    void what_was_taken_is_so_however_its_status_is_written(String status) throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(CAME.formatted(status)), List.of());
        assertThat(verdict.isClean()).as("%s", verdict).isTrue();
        assertThat(logs.badLines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"throttled\"", "0.5", "true", "[0]", "99999999999"})
    void a_status_that_is_no_number_is_a_bad_line(String status) throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(SUBMIT_OF_ANOTHER, CAME.formatted(status)), List.of());
        assertThat(verdict.figures().submits()).isZero();
        assertThat(logs.complaints()).containsExactly("smsc.jsonl:2: expected status as a number, found " + status);
    }

    @Test
    void a_file_of_nothing_but_bad_lines_is_no_log() {
        assertThatThrownBy(() -> read(List.of("nonsense"), List.of(), List.of()))
                .isInstanceOf(Logs.NotALog.class)
                .hasMessageContaining("not one of 1 lines");
    }

    @Test
    void the_line_itself_is_shown_with_what_is_wrong() throws IOException {
        Verdict verdict = read(List.of(CALL), List.of(), List.of());
        List<Long> where = verdict.faults().get(Fault.LOST).first();
        assertThat(logs.words(where).values()).containsExactly("calls.jsonl:1: " + CALL);
    }
}
