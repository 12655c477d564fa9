package io.smppbridge.esme;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.time.Instant.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.EsmeReceipts.ErrorForm;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Receipts in words of an ESME's choosing, and ids in digits of its choosing. */
class ReceiptWordsTest {
    private static final Instant THEN = Instant.parse("2026-11-21T01:00:00Z");
    private static final TaskId MESSAGE = new TaskId(TaskId.first(THEN.toEpochMilli()) + 5);

    private static Receipt receipt(String error, int network) {
        return receipt(MESSAGE, THEN.plusSeconds(65), new CarrierReport("UNDELIV", error, network, EPOCH, EPOCH));
    }

    private static Receipt receipt(TaskId message, Instant done, CarrierReport report) {
        return receipt(message, MessageState.UNDELIVERED, done, report);
    }

    private static Receipt receipt(TaskId message, MessageState state, Instant done, CarrierReport report) {
        return new Receipt(
                new TaskId(message.value() + 1),
                message,
                "",
                state,
                "telia",
                new Address("Acme", 5, 0),
                new Address("46701234567", 1, 1),
                2,
                "",
                false,
                THEN,
                done,
                report,
                List.of(),
                Optional.empty(),
                Map.of());
    }

    private static EsmeReceipts by(String text, String dates, IdForm told, ErrorForm errors) {
        return new EsmeReceipts(ReceiptForm.MINUTES, ZoneOffset.UTC, text, dates, IdForm.TEXT, told, errors, true);
    }

    private static String words(Receipt receipt, EsmeReceipts by) {
        return new String(new ReceiptWords(by).of(receipt, "", 2), ISO_8859_1);
    }

    private static String error(String error, int network, ErrorForm form) {
        return words(receipt(error, network), by("{id}{stat}{err}", "usual", IdForm.TEXT, form))
                .substring(13 + 7);
    }

    @Test
    @Tag("C77")
    void the_error_is_the_smscs_word_or_three_digits_or_the_networks_code() {
        assertThat(error("a1b", 0x030011, ErrorForm.SMSC)).isEqualTo("a1b");
        assertThat(error("a1b", 0x030011, ErrorForm.DIGITS)).isEqualTo("000");
        assertThat(error("a1b", 0x030011, ErrorForm.NETWORK)).isEqualTo("017");
        assertThat(error("7", -1, ErrorForm.SMSC)).isEqualTo("7");
        assertThat(error("7", -1, ErrorForm.DIGITS)).isEqualTo("007");
        assertThat(error("7", -1, ErrorForm.NETWORK)).isEqualTo("000");
        assertThat(error("1234", 0x03FFFF, ErrorForm.DIGITS)).isEqualTo("000");
        assertThat(error("1234", 0x03FFFF, ErrorForm.NETWORK)).isEqualTo("65535");
        assertThat(error("", -1, ErrorForm.SMSC)).isEqualTo("000");
        assertThat(error("١٢", -1, ErrorForm.DIGITS)).as("digits of elsewhere").isEqualTo("000");
    }

    @Test
    @Tag("C77")
    @Tag("S-27")
    void what_an_smsc_has_said_is_never_taken_for_a_field() {
        for (String said : List.of("{id}", "{err}", "{stat}", "%s", "$1", "\\1", "${id}")) {
            assertThat(words(receipt(said, -1), by("{err} {id} {stat}", "usual", IdForm.TEXT, ErrorForm.SMSC)))
                    .isEqualTo(said + " " + MESSAGE + " UNDELIV");
            Tried.times(1).keep();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNDELIVERED, DELETED, DELETED, 4",
        "UNDELIVERED, UNKNOWN, UNKNOWN, 7",
        "UNDELIVERED, SKIPPED, SKIPPED, 9",
        "UNDELIVERED, UNDELIVERABLE, UNDELIV, 5", // message_state alone
        "UNDELIVERED, FAILED, UNDELIV, 5",
        "UNDELIVERED, GONE, UNDELIV, 5",
        "UNDELIVERED, DELIVRD, UNDELIV, 5", // message_state says otherwise
        "DELIVERED, DELIVRD, DELIVRD, 2",
        "DELIVERED, UNKNOWN, DELIVRD, 2", // read so by the SMSC's settings
        "EXPIRED, EXPIRED, EXPIRED, 3",
        "REJECTED, REJECTD, REJECTD, 8",
        "SENT, ENROUTE, ENROUTE, 1",
        "SENT, ACCEPTD, ACCEPTD, 6",
        "SENT, SCHEDULED, ENROUTE, 1",
        "SENT, ANYTHING, ENROUTE, 1",
        "UNDELIVERED, '', UNDELIV, 5",
        "CANCELLED, '', DELETED, 4",
        "ACCEPTED, '', ACCEPTD, 6",
        "UNCERTAIN, '', UNKNOWN, 7"
    })
    @Tag("C77")
    void the_state_is_the_smscs_own_where_smpp_has_it(MessageState reached, String said, String stat, int code) {
        Receipt receipt =
                receipt(MESSAGE, reached, THEN.plusSeconds(65), new CarrierReport(said, "", -1, EPOCH, EPOCH));
        EsmeReceipts by = by("{stat} {state}|{id}", "usual", IdForm.TEXT, ErrorForm.SMSC);
        assertThat(words(receipt, by)).startsWith(stat + " " + code + "|");
        Draft pdu = new Draft();
        Deliveries.compose(pdu, receipt, by, new ReceiptWords(by), Deliveries.VERSION_34);
        assertThat(HexFormat.of().formatHex(pdu.toArray())).contains("042700010" + code);
    }

    @Test
    @Tag("C77")
    void dates_are_in_letters_or_seconds_or_milliseconds() {
        assertThat(dates("usual")).isEqualTo("2611210100 2611210101");
        assertThat(dates("yyyyMMddHHmmss")).isEqualTo("20261121010000 20261121010105");
        assertThat(dates("dd-MMM-yyyy")).isEqualTo("21-Nov-2026 21-Nov-2026");
        assertThat(dates("seconds")).isEqualTo(THEN.getEpochSecond() + " " + (THEN.getEpochSecond() + 65));
        assertThat(dates("milliseconds")).isEqualTo(THEN.toEpochMilli() + " " + (THEN.toEpochMilli() + 65_000));
    }

    private static String dates(String dates) {
        return words(receipt("", -1), by("{submit} {done}|{id}{stat}", dates, IdForm.TEXT, ErrorForm.SMSC))
                .replaceFirst("\\|.*", "");
    }

    @Test
    @Tag("C77")
    void the_longest_that_can_be_asked_for_is_one_short_message() {
        String fields = "{id}{sub}{dlvrd}{submit}{done}{stat}{state}{err}{network}";
        String text = fields + "x".repeat(120 - fields.length());
        String longest = words(
                receipt("123456", 0x03FFFF),
                by(text, "yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS", IdForm.DECIMAL, ErrorForm.SMSC));
        assertThat(longest).hasSizeLessThanOrEqualTo(254);
    }

    @Test
    @Tag("C77")
    void an_id_is_the_same_in_each_form_and_the_name_of_several_stays_as_it_is() {
        for (long value : new long[] {
            MESSAGE.value(), TaskId.first(Instant.parse("2100-01-01T00:00:00Z").toEpochMilli())
        }) {
            TaskId id = new TaskId(value);
            for (IdForm form : IdForm.values()) {
                String text = MessageIds.text(id, form);
                assertThat(MessageIds.parse(text)).as(text).isEqualTo(id);
                assertThat(MessageIds.text(id.toString(), form)).isEqualTo(text);
            }
        }
        assertThat(MessageIds.text(MESSAGE, IdForm.DECIMAL)).isEqualTo(Long.toString(MESSAGE.value()));
        assertThat(MessageIds.text(MESSAGE, IdForm.HEX)).isEqualTo(Long.toHexString(MESSAGE.value()));
        assertThat(MessageIds.text("M7XRQPTT00012", IdForm.DECIMAL)).isEqualTo("M7XRQPTT00012");
        for (String none : List.of("", "x", "-1234567890123456789", "g".repeat(16), "9".repeat(19), "9".repeat(40))) {
            assertThatThrownBy(() -> MessageIds.parse(none)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** The message came at 01:00:30, its receipt at 03:20. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T01:02:00Z, 261121010200", // what the SMSC says, however late its receipt comes
        "2026-11-21T03:20:00Z, 261121032000",
        "2026-11-21T01:00:00Z, 261121010030", // without its seconds
        "2026-11-21T00:59:59Z, 261121032000", // before the message came
        "2026-11-20T23:02:00Z, 261121032000",
        "2026-11-21T03:20:01Z, 261121032000", // after the receipt did
        "+1000000000-01-01T00:00:00Z, 261121032000",
        "1970-01-01T00:00:00Z, 261121032000" // nothing
    })
    @Tag("C71")
    @Tag("C77")
    void the_done_date_is_the_smscs_where_it_can_be_true(Instant said, String told) {
        Instant came = Instant.parse("2026-11-21T01:00:30Z");
        Receipt receipt = receipt(
                new TaskId(TaskId.first(came.toEpochMilli())),
                Instant.parse("2026-11-21T03:20:00Z"),
                new CarrierReport("UNDELIV", "", -1, EPOCH, said));
        EsmeReceipts seconds = new EsmeReceipts(
                ReceiptForm.SECONDS,
                ZoneOffset.UTC,
                "{submit} {done}",
                "usual",
                IdForm.TEXT,
                IdForm.TEXT,
                ErrorForm.SMSC,
                true);
        assertThat(words(receipt, seconds)).isEqualTo("261121010030 " + told);
    }

    @Test
    @Tag("C77")
    void dates_are_those_of_each_receipt_also_when_many_come_and_clocks_are_put_back() {
        ZoneId stockholm = ZoneId.of("Europe/Stockholm");
        EsmeReceipts by = new EsmeReceipts(
                ReceiptForm.SECONDS,
                stockholm,
                "{submit} {done}",
                "usual",
                IdForm.TEXT,
                IdForm.TEXT,
                ErrorForm.SMSC,
                true);
        ReceiptWords words = new ReceiptWords(by);
        DateTimeFormatter expected = DateTimeFormatter.ofPattern("yyMMddHHmmss", Locale.ROOT);
        Instant summerEnds = Instant.parse("2026-10-25T01:00:00Z");
        for (long ms : new long[] {-1_001, -1_000, -999, -1, 0, 999, 1_000, 500, -3_600_000, 3_600_000, 0}) {
            Instant done = summerEnds.plusMillis(ms);
            TaskId id = new TaskId(TaskId.first(done.toEpochMilli() - 1_700));
            assertThat(new String(words.of(receipt(id, done, CarrierReport.NONE), "", 1), ISO_8859_1))
                    .as("%s ms from the end of summer time", ms)
                    .isEqualTo(expected.format(done.minusMillis(1_700).atZone(stockholm))
                            + ' '
                            + expected.format(done.atZone(stockholm)));
        }
    }
}
