package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Part;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KannelMessageTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static OutboundSms read(String query) throws Exception {
        Parameters fields = new Parameters().addForm("to=46701234567&text=Hi&" + query);
        return new KannelMessage(fields, NOW, List.of()).read().messages().get(0);
    }

    @Test
    void one_content_serves_all_receivers_and_both_have_a_bound() throws Exception {
        String all = "to=46701234567+46701234568+46701234569&from=Acme&text=Hi";
        List<OutboundSms> texts = several(all);
        assertThat(texts)
                .extracting(sms -> sms.to().number())
                .containsExactly("46701234567", "46701234568", "46701234569");
        assertThat(texts)
                .allSatisfy(sms -> assertThat(sms.text()).isSameAs(texts.get(0).text()));
        List<OutboundSms> octets = several(all + "&coding=1");
        assertThat(octets)
                .allSatisfy(
                        sms -> assertThat(sms.binary()).isSameAs(octets.get(0).binary()));

        assertThat(several("text=Hi&to=" + numbers(10_000))).hasSize(10_000);
        assertThatThrownBy(() -> several("text=Hi&to=x+y+" + numbers(9_999)))
                .hasMessage("More than 10000 receivers, rejected");
        assertThatThrownBy(() -> several("text=Hi&to=+")).hasMessage("Empty receiver number not allowed, rejected");
        assertThatThrownBy(() -> several("text=Hi&to=" + numbers(10_001)))
                .hasMessage("More than 10000 receivers, rejected");
        assertThatThrownBy(() -> several("to=46701234567&text=" + "x".repeat(70_001)))
                .hasMessage("Text field is too long, rejected");
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(n -> "467" + (10_000_000 + n)).collect(Collectors.joining("+"));
    }

    private static List<OutboundSms> several(String query) throws Exception {
        return new KannelMessage(new Parameters().addForm(query), NOW, List.of())
                .read()
                .messages();
    }

    @Test
    void a_validity_counts_from_the_request_on_whatever_is_deferred() throws Exception {
        assertThat(read("validity=60").validity()).isEqualTo(Duration.ofMinutes(60));
        OutboundSms deferred = read("validity=60&deferred=45");
        assertThat(deferred.schedule()).isEqualTo(NOW.plus(Duration.ofMinutes(45)));
        assertThat(deferred.validity()).isEqualTo(Duration.ofMinutes(15));
        assertThat(read("deferred=45").validity()).isZero();
        assertThatThrownBy(() -> read("validity=60&deferred=60"))
                .hasMessage("Validity ends before what Deferred says, rejected");
    }

    private static List<OutboundSms> all(String query) throws Exception {
        Parameters fields = new Parameters().addForm("text=Hi&" + query);
        return new KannelMessage(fields, NOW, List.of("app.example.com")).read().messages();
    }

    /** As Kannel has it: what can be sent is. */
    @Test
    void receivers_that_are_no_numbers_keep_the_others_from_nothing() throws Exception {
        Parameters fields = new Parameters().addForm("text=Hi&to=46701234567+Acme+4670x+46701234568+Acme");
        KannelMessage.Content content = new KannelMessage(fields, NOW, List.of()).read();
        assertThat(content.messages())
                .extracting(message -> message.to().number())
                .containsExactly("46701234567", "46701234568");
        assertThat(content.denied()).containsExactly("Acme", "4670x");
        assertThatThrownBy(() -> all("to=Acme+4670x")).hasMessage("Receiver number misformed, rejected");
    }

    @Test
    void a_receiver_that_is_named_twice_gets_one_message() throws Exception {
        assertThat(all("to=46701234567+46701234568+%2B46701234567+0046701234568+46701234567"))
                .extracting(message -> message.to().number())
                .containsExactly("46701234567", "46701234568");
    }

    @Test
    void a_mask_is_read_by_its_former_name_too() throws Exception {
        String url = "&dlrurl=http%3A%2F%2Fapp.example.com%2F%3Fd%3D%25d";
        assertThat(all("to=46701234567&dlrmask=3" + url).get(0).tags()).containsEntry("dlr", "kannel 3 get");
        assertThat(all("to=46701234567&dlrmask=3&dlr-mask=8" + url).get(0).tags())
                .containsEntry("dlr", "kannel 8 get");
        assertThatThrownBy(() -> all("to=46701234567&dlrmask=99" + url))
                .hasMessage("DLR-Mask field misformed, rejected");
    }

    @ParameterizedTest
    @CsvSource({"1, FINAL", "2, FINAL", "3, FINAL", "4, ALL", "8, ALL", "16, ALL", "19, ALL", "31, ALL"})
    void a_mask_of_ends_wants_the_last_receipt_and_one_of_more_all_of_them(int mask, ReceiptWish wish)
            throws Exception {
        String url = "&dlr-url=HTTP%3A%2F%2FApp.Example.com%3A8080%2F";
        OutboundSms message = all("to=46701234567&dlr-mask=" + mask + url).get(0);
        assertThat(message.callback()).isEqualTo(Callback.NAME);
        assertThat(message.wish()).isEqualTo(wish);
    }

    @Test
    void without_a_mask_or_a_url_nothing_is_called_and_the_message_goes() throws Exception {
        String url = "dlr-url=http%3A%2F%2Fapp.example.com%2F";
        for (String query : List.of(url, url + "&dlr-mask=0", "dlr-mask=31", "dlr-mask=31&dlr-url=")) {
            OutboundSms message = all("to=46701234567&" + query).get(0);
            assertThat(message.callback()).as(query).isEmpty();
            assertThat(message.wish()).as(query).isEqualTo(ReceiptWish.NONE);
            assertThat(message.tags()).as(query).isEmpty();
        }
    }

    @Test
    void a_url_leads_to_hosts_of_the_account_alone_whatever_the_mask() {
        for (String host : List.of("elsewhere.example.com", "app.example.com.evil", "app.example.com%3A80%40evil")) {
            assertThatThrownBy(() -> all("to=46701234567&dlr-url=http%3A%2F%2F" + host + "%2F"))
                    .isInstanceOf(KannelMessage.Refused.class)
                    .hasMessageStartingWith("DLR-URL ");
        }
    }

    @Test
    void priorities_above_one_go_first_and_a_class_goes_as_it_is_said() throws Exception {
        assertThat(read("priority=1").priority()).isEqualTo(Priority.NORMAL);
        assertThat(read("priority=2").priority()).isEqualTo(Priority.HIGH);
        assertThat(read("priority=3").priority()).isEqualTo(Priority.HIGH);
        assertThat(read("mclass=0").form().messageClass()).isZero();
        assertThat(read("mclass=3").form().messageClass()).isEqualTo(3);
        assertThat(read("mclass=-1").form().messageClass()).isEqualTo(Form.NONE);
        assertThat(read("from=+++").from()).isEqualTo(read("").from());
    }

    @ParameterizedTest
    @CsvSource({"UCS-2, 00E4", "ucs2, 00E4", "UCS-2BE, 00E4", "UCS-2LE, E400", "UTF-16LE, E400", "'', 00E4"})
    void charsets_are_known_by_kannels_names_too(String charset, String octets) throws Exception {
        String text = octets.replaceAll("(..)", "%$1");
        OutboundSms message = part("coding=2&charset=" + charset + "&text=" + text);
        assertThat(message.text()).isEqualTo("ä");
        assertThat(message.hint()).contains(Encoding.UCS2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mwi=1                 | mwi is not supported here, rejected
            alt-dcs=1             | alt-dcs is not supported here, rejected
            compress=1            | compress is not supported here, rejected
            pid=64                | pid is not supported here, rejected
            rpi=1                 | rpi is not supported here, rejected
            """)
    void what_would_be_lost_of_a_message_is_refused_unless_it_is_none(String query, String words) {
        assertThatThrownBy(() -> read(query)).hasMessage(words);
        assertThatCode(() -> read(query.replaceAll("=.*", "=0"))).doesNotThrowAnyException();
    }

    @Test
    void a_header_alone_makes_octets_and_one_that_is_longer_than_a_message_is_refused() throws Exception {
        assertThat(part("udh=%06%05%04%0B%84%23%F0&text=%01%06%EA").isBinary()).isTrue();
        assertThat(part("coding=0&udh=%06%05%04%0B%84%23%F0&text=Hi").isBinary())
                .isFalse();
        assertThatThrownBy(() -> part("text=x&udh=%05%00")).hasMessage("UDH field misformed, rejected");
        assertThatThrownBy(() -> part("text=x&udh=%8C" + "%00".repeat(140)))
                .hasMessage("UDH field is too long, rejected");
    }

    @Test
    void a_port_that_there_is_not_is_refused() {
        assertThatThrownBy(() -> all("to=46701234567&dlr-mask=1&dlr-url=http%3A%2F%2Fapp.example.com%3A65536%2F"))
                .hasMessage("DLR-URL field misformed, rejected");
        assertThatThrownBy(() -> all("to=46701234567&dlr-mask=1&dlr-url=http%3A%2F%2Fapp.example.com%3A0%2F"))
                .hasMessage("DLR-URL field misformed, rejected");
    }

    @Test
    void sender_and_receiver_go_with_the_callback_as_they_were_written() throws Exception {
        String asked = "&dlr-mask=31&dlr-url=http%3A%2F%2Fapp.example.com%2F%3Fp%3D%25p";
        List<OutboundSms> two = all("from=%2B46701&to=46701234567+0046701234568" + asked);
        assertThat(Callback.of(two.get(0).tags()).orElseThrow().to()).isEqualTo("46701234567");
        assertThat(Callback.of(two.get(1).tags()).orElseThrow().to()).isEqualTo("0046701234568");
        assertThat(Callback.of(two.get(1).tags()).orElseThrow().from()).isEqualTo("+46701");
        assertThat(Callback.of(all("to=72404" + asked).get(0).tags())
                        .orElseThrow()
                        .from())
                .isEmpty();
    }

    /** MSG_PARAM_UNDEFINED in its source. */
    @Test
    void minus_one_says_as_kannel_has_it_that_a_number_is_not_given() throws Exception {
        String undefined = "to=46701234567&coding=-1&mclass=-1&validity=-1&deferred=-1&priority=-1&mwi=-1&pid=-1";
        assertThat(all(undefined + "&dlr-mask=-1").get(0))
                .usingRecursiveComparison()
                .isEqualTo(all("to=46701234567").get(0));
        assertThatThrownBy(() -> all("to=46701234567&coding=-2")).hasMessage("Coding field misformed, rejected");
        assertThatThrownBy(() -> all("to=46701234567&mclass=-2")).hasMessage("MClass field misformed, rejected");
    }

    /** Kannel cuts a text between any two units, also for another gateway that speaks HTTP to it. */
    @Test
    @Tag("C59")
    void a_part_that_ends_or_begins_within_a_character_goes_as_it_is() throws Exception {
        String first = "coding=2&charset=UTF-16BE&udh=%05%00%03%05%02%01&text=%04%4B%D8%3D";
        OutboundSms one = part(first);
        assertThat(HexFormat.of().formatHex(one.binary())).isEqualTo("044bd83d");
        assertThat(one.hint()).contains(Encoding.UCS2);
        assertThat(onTheWire(one)).isEqualTo("8 050003050201044bd83d");
        assertThat(onTheWire(part(first + "&mclass=0"))).isEqualTo("24 050003050201044bd83d");
        OutboundSms two = part("coding=2&udh=%06%08%04%01%05%02%02&text=%DE%00%04%4B"); // as Kannel's POST, no charset
        assertThat(onTheWire(two)).isEqualTo("8 06080401050202de00044b");
        assertThat(part("coding=2&udh=%05%00%03%05%02%02&text=%04%4B").text()).isEqualTo("\u044B");

        for (String broken : List.of(
                "coding=2&text=%04%4B%D8%3D", // of no part
                "coding=2&udh=%06%05%04%0B%84%23%F0&text=%04%4B%D8%3D",
                "coding=2&udh=%05%00%03%05%02%02&text=%04%4B%D8%3D", // the last part
                "coding=2&udh=%05%00%03%05%02%01&text=%DE%00%04%4B", // the first part
                "coding=2&udh=%05%00%03%05%03%02&text=%04%4B%D8%3D%04%4B",
                "coding=2&udh=%05%00%03%05%02%01&text=%04%4B%D8")) {
            assertThatThrownBy(() -> part(broken)).as(broken).hasMessage("Charset or body misformed, rejected");
        }
    }

    private static OutboundSms part(String query) throws Exception {
        return several("to=46701234567&" + query).get(0);
    }

    private static String onTheWire(OutboundSms sms) {
        EncodeResult.Encoded encoded = (EncodeResult.Encoded) Segmenter.encode(sms, TextProfile.STANDARD, 0);
        assertThat(encoded.parts()).hasSize(1).allMatch(Part::udhi);
        return encoded.dataCoding() + " "
                + HexFormat.of().formatHex(encoded.parts().get(0).octets());
    }
}
