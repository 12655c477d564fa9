package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JasminMessageTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static OutboundSms read(String query) throws Exception {
        Parameters fields = new Parameters().addForm("to=46701234567&" + query);
        return new JasminMessage(fields, NOW, List.of("app.example.com")).read();
    }

    @Test
    void one_content_serves_all_messages_of_a_batch_and_what_is_refused_is_said_again_in_part_only() throws Exception {
        Contents contents = new Contents();
        OutboundSms text = contents.once(read("content=Hi"));
        assertThat(contents.once(read("content=Hi&priority=3")).text()).isSameAs(text.text());
        assertThat(contents.once(read("content=Ho")).text()).isEqualTo("Ho");
        OutboundSms octets = contents.once(read("hex-content=4869"));
        assertThat(contents.once(read("hex-content=4869&coding=4")).binary()).isSameAs(octets.binary());

        assertThatThrownBy(() -> read("hex-content=" + "x".repeat(101)))
                .hasMessage("Invalid hex-content data: '" + "x".repeat(100) + "…'");
        assertThatThrownBy(() -> read("content=Hi&dlr-url=" + "x".repeat(101)))
                .hasMessage("Argument [dlr-url] has an invalid value: [" + "x".repeat(100) + "…].");
        assertThatThrownBy(() -> read("content=Hi&" + "x".repeat(101) + "=1"))
                .hasMessage("Argument [" + "x".repeat(100) + "…] is unknown.");
        assertThatThrownBy(() -> read("content=" + "x".repeat(70_001)))
                .hasMessage("content of 70001 octets, expected at most 70000.");
        assertThatThrownBy(() -> read("hex-content=" + "00".repeat(70_001)))
                .hasMessage("content of 70001 octets, expected at most 70000.");
    }

    @Test
    void a_validity_counts_from_the_request_on_whatever_is_scheduled() throws Exception {
        assertThat(read("content=Hi&validity-period=60").validity()).isEqualTo(Duration.ofMinutes(60));
        OutboundSms later = read("content=Hi&validity-period=60&sdt=000000004500000R");
        assertThat(later.schedule()).isEqualTo(NOW.plus(Duration.ofMinutes(45)));
        assertThat(later.validity()).isEqualTo(Duration.ofMinutes(15));
        assertThat(read("content=Hi&validity-period=60&sdt=261120110000000%2B").validity())
                .isEqualTo(Duration.ofMinutes(60));
        assertThat(read("content=Hi&sdt=000000004500000R").validity()).isZero();
        assertThatThrownBy(() -> read("content=Hi&validity-period=60&sdt=000000010000000R"))
                .hasMessage("Argument [validity-period] ends before sdt: [60].");
    }

    @ParameterizedTest
    @CsvSource({
        "dlr-url=http://app.example.com/dlr, jasmin 1 post, ALL",
        "dlr=no&dlr-url=http://app.example.com/dlr, jasmin 1 post, ALL",
        "dlr=maybe&dlr-url=http://app.example.com/dlr, jasmin 1 post, ALL",
        "dlr-level=2&dlr-url=http://app.example.com/dlr&dlr-method=get, jasmin 2 get, FINAL",
        "dlr=yes&dlr-level=3&dlr-url=http://app.example.com/dlr, jasmin 3 post, ALL"
    })
    void a_url_alone_asks_for_callbacks(String query, String told, ReceiptWish wish) throws Exception {
        OutboundSms message = read("content=Hi&" + query);
        assertThat(message.callback()).isEqualTo(Callback.NAME);
        assertThat(message.tags()).containsEntry("dlr", told).containsEntry("dlr-url-0", "http://app.example.com/dlr");
        assertThat(message.wish()).isEqualTo(wish);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlr=yes", "dlr=no", "dlr-level=3", "dlr=yes&dlr-level=2&dlr-method=GET"})
    void without_a_url_nothing_is_called_and_the_message_goes(String query) throws Exception {
        OutboundSms message = read("content=Hi&" + query);
        assertThat(message.callback()).isEmpty();
        assertThat(message.wish()).isEqualTo(ReceiptWish.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dlrurl=http://a.example/b                | Argument [dlrurl] is unknown.
            dlr=maybe                                | Argument [dlr] has an invalid value: [maybe].
            dlr-level=4                              | Argument [dlr-level] has an invalid value: [4].
            dlr-method=PUT                           | Argument [dlr-method] has an invalid value: [PUT].
            dlr-url=                                 | Argument [dlr-url] has an invalid value: [].
            dlr-url=http://app.example.com:99999/    | Argument [dlr-url] has an invalid value: [http://app.example.com:99999/].
            dlr=no&dlr-url=http://elsewhere.com/dlr  | Argument [dlr-url] names the host elsewhere.com, which the account's dropin.callback-hosts does not list.
            """)
    void what_is_said_of_callbacks_is_looked_at_whatever_dlr_says(String query, String words) {
        assertThatThrownBy(() -> read("content=Hi&" + query)).hasMessage(words);
    }

    @ParameterizedTest
    @CsvSource({
        "hex-content=00021b65, 0, 00021b65",
        "hex-content=00021b65&coding=0, 0, 00021b65",
        "hex-content=e4e5&coding=1, 1, e4e5",
        "hex-content=00ff&coding=2, 2, 00ff",
        "hex-content=0623&coding=8, 8, 0623",
        "hex-content=83&coding=13, 13, 83"
    })
    void the_octets_of_hex_content_keep_their_coding(String query, int coding, String octets) throws Exception {
        OutboundSms message = read(query);
        assertThat(message.coding()).isEqualTo(SmppCoding.of(false, coding));
        assertThat(message.hint()).contains(Encoding.BINARY); // unchanged
        assertThat(message.binary()).isEqualTo(HexFormat.of().parseHex(octets));
        assertThat(JasminMessage.parts(message)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            content=Hi&hex-content=4869  | content and hex-content cannot be used both in same request.
            content=&hex-content=        | content and hex-content cannot be used both in same request.
            dlr=no                       | content or hex-content not present.
            hex-content=0                | Invalid hex-content data: '0'
            hex-content=48&coding=11     | Argument [coding] has an invalid value: [11].
            content=Hi&coding=9          | Argument [coding] has an invalid value: [9].
            content=H&coding=8           | content is not of coding 8 (UTF-16BE)
            """)
    void what_cannot_be_content_is_refused_in_jasmins_words(String query, String words) {
        assertThatThrownBy(() -> read(query)).hasMessage(words);
    }

    @Test
    void a_long_hex_content_is_counted_in_the_parts_of_its_coding() throws Exception {
        assertThat(JasminMessage.parts(read("hex-content=" + "41".repeat(160)))).isEqualTo(1);
        assertThat(JasminMessage.parts(read("hex-content=" + "41".repeat(161)))).isEqualTo(2);
        assertThat(JasminMessage.parts(read("coding=4&hex-content=" + "41".repeat(141))))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 4142, AB, ''",
        "1, 4142, AB, ''",
        "3, 4142, AB, LATIN1",
        "7, C3A4, ä, ''",
        "8, 00E4, ä, UCS2",
        "2, 4142, '', BINARY",
        "4, 4142, '', BINARY"
    })
    void a_content_is_a_text_or_octets_as_its_coding_says(int coding, String octets, String text, String hint)
            throws Exception {
        OutboundSms message = read("coding=" + coding + "&content=" + octets.replaceAll("(..)", "%$1"));
        assertThat(message.text()).isEqualTo(text);
        assertThat(message.hint().map(Encoding::name).orElse("")).isEqualTo(hint);
        assertThat(message.isBinary()).isEqualTo(hint.equals("BINARY"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            coding=9&content=x         | Argument [coding] has an invalid value: [9].
            coding=10&content=x        | Argument [coding] has an invalid value: [10].
            coding=15&hex-content=00   | Argument [coding] has an invalid value: [15].
            coding=11&hex-content=00   | Argument [coding] has an invalid value: [11].
            coding=12&hex-content=00   | Argument [coding] has an invalid value: [12].
            coding=8&content=%00       | content is not of coding 8 (UTF-16BE)
            """)
    void a_coding_that_is_none_is_refused(String query, String words) {
        assertThatThrownBy(() -> read(query)).hasMessage(words);
    }

    @Test
    void priorities_above_one_go_first() throws Exception {
        assertThat(read("content=x&priority=1").priority()).isEqualTo(Priority.NORMAL);
        assertThat(read("content=x&priority=2").priority()).isEqualTo(Priority.HIGH);
        assertThat(read("content=x&priority=3").priority()).isEqualTo(Priority.HIGH);
    }

    @Test
    void a_validity_that_ends_with_its_schedule_is_none() {
        assertThatThrownBy(() -> read("content=x&validity-period=1&sdt=000000000100000R"))
                .hasMessage("Argument [validity-period] ends before sdt: [1].");
    }

    @Test
    void a_receiver_is_a_number() {
        Parameters word = new Parameters().addMissing("to", "Acme".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new JasminMessage(word.addMissing("content", new byte[0]), NOW, List.of()).read())
                .hasMessage("Argument [to] has an invalid value: [Acme].");
    }

    @Test
    void a_text_in_json_is_that_text_under_coding_8_too() throws Exception {
        Parameters fields = new Parameters()
                .addText("to", "46701234567")
                .addText("coding", "8")
                .addText("content", "Hej då");
        OutboundSms message = new JasminMessage(new Parameters().addMissing(fields), NOW, List.of()).read();
        assertThat(message.text()).isEqualTo("Hej då");
        assertThat(message.hint()).contains(Encoding.UCS2);
    }
}
