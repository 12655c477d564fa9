package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C53")
class SmartTextTest {
    private static final TextProfile GSM = new TextProfile(LongMessage.UDH8, 10, TextCoding.GSM, 254);

    private static SmartText.Outcome smart(String text) {
        return SmartText.encode(OutboundSms.of("46701234567", text), GSM, 1);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "“Hello” – it’s…|\"Hello\" - it's...|“”–’…",
                "10\u00A0€ ‒ ‘ok’|10 € - 'ok'|\u00A0‒‘’",
                "soft\u00ADhyphen\uFEFF|softhyphen|\u00AD\uFEFF",
                "a\tb|a b|\t",
                "ﬁnal ﬂow‥|final flow..|ﬁﬂ‥",
                "¼, ½ or ¾|1/4, 1/2 or 3/4|¼½¾",
                "Ａ１！|A1!|Ａ１！",
                "Acme\u2122\uFE0F now\u203C\uFE0F \u00A9\uFE0E|AcmeTM now!! (c)|\u2122\uFE0F\u203C\u00A9\uFE0E"
            },
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false)
    void typographic_characters_are_replaced_and_named(String text, String plain, String replaced) {
        SmartText.Outcome outcome = smart(text);
        assertThat(outcome.sms().text()).isEqualTo(plain);
        Encoded encoded = (Encoded) outcome.result();
        assertThat(encoded.replaced()).isEqualTo(replaced);
        assertThat(encoded.encoding()).isEqualTo(Encoding.GSM7);
        assertThat(encoded.forcedUcs2()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain \"text\" of GSM",
                "«Привет» – как дела…",
                "“😀” – still UCS-2",
                "ﷺ…",
                "می‌خواهم",
                "👨‍👩‍👧 –",
                "I \u2764\uFE0F Acme\u2122\uFE0F",
                "1\uFE0F\u20E3"
            })
    void what_would_not_be_shorter_stays_as_it_was(String text) {
        SmartText.Outcome outcome = smart(text);
        assertThat(outcome.sms().text()).isEqualTo(text);
        assertThat(((Encoded) outcome.result()).replaced()).isEmpty();
    }

    @Test
    void letters_are_never_touched() {
        SmartText.Outcome outcome = smart("“señor á ñ” ő – Š");
        assertThat(outcome.sms().text()).isEqualTo("“señor á ñ” ő – Š");
    }

    @Test
    void a_long_message_becomes_as_short_as_its_plain_form() {
        String text = "It’s ".repeat(30);
        assertThat(((Encoded) Segmenter.encode(OutboundSms.of("1234", text), GSM, 1)).parts())
                .hasSize(3);
        assertThat(((Encoded) smart(text).result()).parts()).hasSize(1);
    }

    @Test
    void a_message_that_asks_for_gsm_can_be_had_by_replacing() {
        OutboundSms sms =
                OutboundSms.to("1234").text("It’s").encoding(Encoding.GSM7).build();
        assertThat(((Encoded) SmartText.encode(sms, GSM, 1).result()).replaced())
                .isEqualTo("’");
        OutboundSms wide =
                OutboundSms.to("1234").text("It’s").encoding(Encoding.UCS2).build();
        assertThat(SmartText.encode(wide, GSM, 1).sms().text()).isEqualTo("It’s");
    }
}
