package io.smppbridge.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackRequestTest {
    private static final Instant AT = Instant.parse("2026-11-20T12:00:00Z");

    private final Callback kannel = new Callback(Callback.Kind.KANNEL, "http://app/dlr?type=%d&text=%A", 31, false);
    private final Callback jasmin = new Callback(Callback.Kind.JASMIN, "http://app/dlr", 3, true);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command_status 0x0b RINVDSTADR                         | 0x0000000b%2FInvalid+Destination+Address | ESME_RINVDSTADR
            command_status 0x45 RSUBMITFAIL at attempt 3, the last one | 0x00000045%2FSubmit+failed           | ESME_RSUBMITFAIL
            command_status 0x401 | 0x00000401%2FVendor-specific+error%2C+please+refer+to+your+SMPP+provider | RESERVEDSTATUS_VENDOR_SPECIFIC
            command_status 0x09  | 0x00000009%2FUnknown%2FReserved | RESERVEDSTATUS_UNKNOWN_STATUS
            command_status 0x3ff | 0x000003ff%2FUnknown%2FReserved | RESERVEDSTATUS_SMPP_EXTENSION
            command_status 0xffffffff | 0xffffffff%2FUnknown%2FReserved | RESERVEDSTATUS
            opted-out: STOP      | opted-out%3A+STOP | ESME_RSUBMITFAIL
            """)
    void a_refused_submission_is_told_in_the_words_of_the_gateway(String detail, String kannels, String jasmins) {
        Receipt refused = receipt(MessageState.REJECTED, detail, CarrierReport.NONE);
        assertThat(url(refused)).isEqualTo("http://app/dlr?type=16&text=NACK%2F" + kannels);
        assertThat(form(refused)).endsWith("&message_status=" + jasmins);
    }

    @Test
    void a_message_that_was_never_handed_over_has_the_time_of_its_end_for_both_dates() {
        Receipt expired = receipt(MessageState.EXPIRED, "validity ended before it was handed over", CarrierReport.NONE);
        assertThat(url(expired))
                .contains("submit+date%3A2611201200+done+date%3A2611201200+stat%3AEXPIRED")
                .startsWith("http://app/dlr?type=2&");
        assertThat(form(expired)).contains("&message_status=EXPIRED&", "&subdate=2611201200&donedate=2611201200&");
    }

    @Test
    void one_whose_receipt_has_no_times_has_that_of_its_submission_and_that_of_the_news() {
        Receipt given = receipt(MessageState.DELIVERED, "", CarrierReport.NONE);
        Receipt handed = new Receipt(
                given.eventId(),
                given.message(),
                "",
                given.state(),
                given.smsc(),
                given.from(),
                given.to(),
                1,
                "",
                false,
                Instant.parse("2026-11-20T11:58:00Z"),
                AT,
                given.report(),
                List.of(),
                Optional.empty(),
                Map.of());
        assertThat(url(handed)).contains("submit+date%3A2611201158+done+date%3A2611201200+");
        assertThat(form(handed)).contains("&subdate=2611201158&donedate=2611201200&");
    }

    @Test
    void the_tlvs_of_an_answer_are_no_receipt() {
        CarrierReport answer = CarrierReport.NONE.withTlvs(Map.of("0x001d", "6e6f"));
        assertThat(url(receipt(MessageState.REJECTED, "command_status 0x0b RINVDSTADR", answer)))
                .startsWith("http://app/dlr?type=16&text=NACK");
        assertThat(url(receipt(MessageState.SENT, "", answer))).isEqualTo("http://app/dlr?type=8&text=ACK%2F");
        CarrierReport receipt = new CarrierReport("REJECTD", "", -1, Instant.EPOCH, Instant.EPOCH);
        assertThat(url(receipt(MessageState.REJECTED, "stat:REJECTD", receipt))).startsWith("http://app/dlr?type=2&");
    }

    @Test
    void what_a_report_has_no_value_of_is_told_as_kannel_does() {
        Callback all =
                new Callback(Callback.Kind.KANNEL, "http://app/dlr?m=%m&w=%M&o=%O&v=%v%V%u%f&c=%c&end=1", 31, false);
        assertThat(CallbackRequest.of(all, receipt(MessageState.DELIVERED, "", CarrierReport.NONE), "tester")
                        .orElseThrow()
                        .uri())
                .hasToString("http://app/dlr?m=-1&w=-1&o=00&v=&c=-1&end=1");
    }

    /** Kannel's five bits, and Jasmin's levels: 1 the answer of the SMSC, 2 the end, 3 both. */
    @ParameterizedTest
    @CsvSource({
        "ACCEPTED, '', 8, 1",
        "SENT, '', 8, 1",
        "SENT, ENROUTE, 4, 0",
        "DELIVERED, DELIVRD, 1, 2",
        "UNDELIVERED, UNDELIV, 2, 2",
        "EXPIRED, EXPIRED, 2, 2",
        "CANCELLED, DELETED, 2, 2",
        "UNCERTAIN, '', 2, 2",
        "REJECTED, REJECTD, 2, 2",
        "REJECTED, '', 16, 1",
        "QUEUED, '', 0, 0",
        "SCHEDULED, '', 0, 0",
        "UNANSWERED, '', 0, 0",
        "NO_RECEIPT, '', 0, 0"
    })
    void each_state_is_told_to_those_that_have_asked_for_it_and_to_no_other(
            MessageState state, String stat, int bit, int level) {
        CarrierReport report = new CarrierReport(stat, "", -1, Instant.EPOCH, Instant.EPOCH);
        Receipt receipt = receipt(state, "", stat.isEmpty() ? CarrierReport.NONE : report);
        for (int mask = 1; mask <= 16; mask *= 2) {
            Optional<CallbackClient.Call> call = CallbackRequest.of(
                    new Callback(Callback.Kind.KANNEL, "http://app/dlr?%d", mask, false), receipt, "tester");
            assertThat(call.map(it -> it.uri().getQuery()))
                    .as("mask %d", mask)
                    .isEqualTo(mask == bit ? Optional.of(Integer.toString(bit)) : Optional.empty());
        }
        for (int asked = 1; asked <= 3; asked++) {
            Callback callback = new Callback(Callback.Kind.JASMIN, "http://app/dlr", asked, true);
            assertThat(CallbackRequest.of(callback, receipt, "tester").isPresent())
                    .as("level %d", asked)
                    .isEqualTo((asked & level) != 0);
        }
    }

    @Test
    void an_end_is_told_with_the_times_and_the_error_of_its_receipt() {
        Instant handed = Instant.parse("2026-11-20T10:15:00Z");
        CarrierReport report = new CarrierReport("UNDELIV", "013", -1, handed, Instant.parse("2026-11-20T11:45:00Z"));
        Receipt receipt = receipt(MessageState.UNDELIVERED, "", report);
        assertThat(url(receipt))
                .endsWith("+sub%3A001+dlvrd%3A000+submit+date%3A2611201015+done+date%3A2611201145"
                        + "+stat%3AUNDELIV+err%3A013+text%3A");
        assertThat(form(receipt)).endsWith("&sub=001&dlvrd=000&subdate=2611201015&donedate=2611201145&err=013&text=");
        assertThat(url(receipt(MessageState.DELIVERED, "", report))).contains("+dlvrd%3A001+");
        assertThat(form(receipt(MessageState.DELIVERED, "", report))).contains("&dlvrd=001&");
    }

    /** The bridge has found the end itself. */
    @ParameterizedTest
    @CsvSource({"CANCELLED, DELETED", "UNCERTAIN, UNKNOWN", "UNDELIVERED, UNDELIV", "DELIVERED, DELIVRD"})
    void an_end_without_a_receipt_has_the_words_of_one(MessageState state, String stat) {
        Receipt receipt = receipt(state, "", CarrierReport.NONE);
        assertThat(url(receipt)).contains("+stat%3A" + stat + "+err%3A000+");
        assertThat(form(receipt)).contains("&message_status=" + stat + "&", "&err=000&");
    }

    /** As Jasmin does with message_state; platforms compare with these words. */
    @ParameterizedTest
    @CsvSource({
        "DELIVERED, DELIVERED, DELIVRD",
        "UNDELIVERED, UNDELIVERABLE, UNDELIV",
        "REJECTED, REJECTED, REJECTD",
        "EXPIRED, EXPIRED, EXPIRED",
        "UNDELIVERED, DELETED, DELETED",
        "UNDELIVERED, UNKNOWN, UNKNOWN",
        "UNDELIVERED, FAILED, FAILED"
    })
    void an_end_that_the_smsc_tells_by_a_tlv_alone_has_the_seven_letters_too(
            MessageState state, String said, String stat) {
        Receipt receipt = receipt(state, "", new CarrierReport(said, "", -1, Instant.EPOCH, Instant.EPOCH));
        assertThat(url(receipt)).contains("+stat%3A" + stat + "+err%3A000+");
        assertThat(form(receipt)).contains("&message_status=" + stat + "&");
    }

    @Test
    void kannels_other_escapes_are_filled_in() {
        Callback asked = new Callback(Callback.Kind.KANNEL, "http://app/?%k&%F&%I&%T&%t&%i&%n&%o&%a&%b&%C", 31, false);
        String id = new TaskId(2).toString();
        assertThat(url(asked, receipt(MessageState.SENT, "", CarrierReport.NONE)))
                .isEqualTo("http://app/?ACK%2F&" + id + "&" + id
                        + "&1795176000&2026-11-20+12:00:00&telia&tester&tester&ACK%2F&ACK%2F&UTF-8");
        Callback word = new Callback(Callback.Kind.KANNEL, "http://app/?%k&%R", 31, false);
        assertThat(url(word, receipt(MessageState.DELIVERED, "", CarrierReport.NONE)))
                .isEqualTo("http://app/?id%3A" + id + "&http%3A%2F%2Fapp%2F%3F%25k%26%25R");
    }

    /** So that an octet can stand there whose first digit would be an escape; what then begins no octet is a percent sign. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            %%D0%%9F   | %D0%9F
            %%41%%20b  | %41%20b
            %%d=%d     | %25d=8
            100%%      | 100%25
            %%%%41     | %25%41
            """)
    void two_percent_signs_are_one_as_kannel_has_it(String asked, String called) {
        Callback callback = new Callback(Callback.Kind.KANNEL, "http://app/?" + asked, 31, false);
        assertThat(url(callback, receipt(MessageState.SENT, "", CarrierReport.NONE)))
                .isEqualTo("http://app/?" + called);
    }

    @Test
    void kannels_numbers_are_those_that_the_platform_wrote() {
        Callback asked = new Callback(Callback.Kind.KANNEL, "http://app/dlr?%p&%q&%P&%Q", 31, false);
        Receipt sent = receipt(MessageState.SENT, "", CarrierReport.NONE);
        assertThat(url(asked.between("004670", "46701234567"), sent))
                .isEqualTo("http://app/dlr?46701234567&46701234567&004670&%2B4670");
        assertThat(url(asked.between("Acme", "0046701234567"), sent))
                .isEqualTo("http://app/dlr?0046701234567&%2B46701234567&Acme&Acme");
        assertThat(url(asked, sent)).isEqualTo("http://app/dlr?%2B46701234567&%2B46701234567&Acme&Acme");
    }

    private static String url(Callback asked, Receipt receipt) {
        return CallbackRequest.of(asked, receipt, "tester").orElseThrow().uri().toString();
    }

    @Test
    void jasmins_level_is_that_of_the_news_and_not_what_was_asked_for() {
        CarrierReport delivered = new CarrierReport("DELIVRD", "", -1, Instant.EPOCH, Instant.EPOCH);
        assertThat(form(receipt(MessageState.SENT, "", CarrierReport.NONE))).contains("&level=1&");
        assertThat(form(receipt(MessageState.REJECTED, "command_status 0x0b", CarrierReport.NONE)))
                .contains("&level=1&");
        assertThat(form(receipt(MessageState.DELIVERED, "", delivered))).contains("&level=2&");
    }

    private String url(Receipt receipt) {
        return CallbackRequest.of(kannel, receipt, "tester").orElseThrow().uri().toString();
    }

    private String form(Receipt receipt) {
        return CallbackRequest.of(jasmin, receipt, "tester").orElseThrow().form();
    }

    /** Of a message that no SMSC has taken. */
    private static Receipt receipt(MessageState state, String detail, CarrierReport report) {
        return new Receipt(
                new TaskId(1),
                new TaskId(2),
                "",
                state,
                "telia",
                Address.of("Acme"),
                Address.of("+46701234567"),
                1,
                detail,
                false,
                Instant.EPOCH,
                AT,
                report,
                List.of(),
                Optional.empty(),
                Map.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://app/dlr?name=世ö         | http://app/dlr?name=%E4%B8%96%C3%B6
            http://app/a b/[c]?d=[e] f      | http://app/a%20b/%5Bc%5D?d=[e]%20f
            http://app/?a=%zz%4&b=%4a       | http://app/?a=%25zz%254&b=%4a
            http://app?a={b}#c#d            | http://app?a=%7Bb%7D#c%23d
            """)
    void what_no_url_may_hold_is_called_as_octets_of_utf_8(String asked, String called) {
        Receipt sent = receipt(MessageState.SENT, "", CarrierReport.NONE);
        assertThat(url(new Callback(Callback.Kind.KANNEL, asked, 31, false), sent))
                .isEqualTo(called);
        assertThat(CallbackRequest.of(new Callback(Callback.Kind.JASMIN, asked, 3, true), sent, "tester")
                        .orElseThrow()
                        .uri())
                .hasToString(called);
    }

    /** A fragment is not sent: what stands in it is told to nobody. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://app/dlr#top?a     | http://app/dlr?id=
            http://app/dlr?a=1#top   | http://app/dlr?a=1&id=
            http://app#top           | http://app?id=
            """)
    void jasmins_fields_stand_before_a_fragment(String asked, String called) {
        Receipt sent = receipt(MessageState.SENT, "", CarrierReport.NONE);
        assertThat(url(new Callback(Callback.Kind.JASMIN, asked, 3, false), sent))
                .startsWith(called)
                .endsWith("&message_status=ESME_ROK");
    }

    @Test
    void a_url_comes_back_whole_wherever_its_characters_stand() {
        for (int at = 100; at < 140; at++) {
            String url = "http://app/?" + "x".repeat(at) + "\uD83D\uDE00".repeat(100);
            Map<String, String> written = new Callback(Callback.Kind.KANNEL, url, 31, false).tags();
            written.replaceAll((name, value) -> new String(value.getBytes(UTF_8), UTF_8));
            assertThat(Callback.of(written).orElseThrow().url()).isEqualTo(url);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example.com/x, App.Example.com:443, true",
        "http://app.example.com/x, app.example.com:443, false",
        "http://app.example.com/x, app.example.com:80, true",
        "https://app.example.com/x, app.example.com:80, false",
        "HTTPS://APP.example.com:8443, app.example.com, true",
        "https://app.example.com:8443?d=%d, app.example.com:8443, true",
        "http://example.com#x, app.example.com, false"
    })
    void a_host_is_listed_for_every_port_or_for_that_of_its_scheme(String url, String listed, boolean allowed) {
        assertThat(Callback.isAllowed(Callback.asked(url).orElseThrow(), List.of(listed)))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://app/x", "http://me@app/", "http://me:pw@app/", "app/x", "http:///x", "http://app:0/"})
    void what_is_no_url_of_a_host_that_can_be_called_is_refused(String url) {
        assertThat(Callback.asked(url)).isEmpty();
    }

    @Test
    void a_url_that_a_message_brings_has_1000_characters_at_most() {
        String longest = "http://app/?" + "x".repeat(988);
        assertThat(Callback.asked(longest)).isPresent();
        assertThat(Callback.asked(longest + "x")).isEmpty();
    }

    @Test
    void a_line_break_in_a_url_begins_no_header() {
        Receipt sent = receipt(MessageState.SENT, "", CarrierReport.NONE);
        assertThat(url(new Callback(Callback.Kind.KANNEL, "http://app/x\r\nCookie: y", 31, false), sent))
                .isEqualTo("http://app/x%0D%0ACookie:%20y");
    }

    @Test
    void what_fills_a_url_in_may_make_it_longer_than_a_platform_may_but_not_endless() {
        Receipt sent = receipt(MessageState.SENT, "", CarrierReport.NONE);
        String longest = "http://app/?" + "x".repeat(Callback.LONGEST - 14);
        assertThat(url(new Callback(Callback.Kind.KANNEL, longest + "%A", 31, false), sent))
                .isEqualTo(longest + "ACK%2F");
        Callback endless = new Callback(Callback.Kind.KANNEL, "http://app/?" + "%R".repeat(400), 31, false);
        assertThatThrownBy(() -> url(endless, sent)).isInstanceOf(IllegalArgumentException.class);
    }
}
