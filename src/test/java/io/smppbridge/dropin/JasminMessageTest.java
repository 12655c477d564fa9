package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JasminMessageTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static OutboundSms read(String query) throws Exception {
        Parameters fields = new Parameters().addForm("to=46701234567&" + query);
        return new JasminMessage(fields, NOW, List.of("app.example.com")).read();
    }

    @ParameterizedTest
    @CsvSource({
        "dlr-url=http://app.example.com/dlr, jasmin 1 post, ALL",
        "dlr=no&dlr-url=http://app.example.com/dlr, jasmin 1 post, ALL",
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
            dlr=maybe                                | Argument [dlr] has an invalid value: [maybe].
            dlr-level=4                              | Argument [dlr-level] has an invalid value: [4].
            dlr-method=PUT                           | Argument [dlr-method] has an invalid value: [PUT].
            dlr-url=                                 | Argument [dlr-url] has an invalid value: [].
            dlr=no&dlr-url=http://elsewhere.com/dlr  | Argument [dlr-url] names the host elsewhere.com, which the account's dropin.callback-hosts does not list.
            """)
    void what_is_said_of_callbacks_is_looked_at_whatever_dlr_says(String query, String words) {
        assertThatThrownBy(() -> read("content=Hi&" + query)).hasMessage(words);
    }
}
