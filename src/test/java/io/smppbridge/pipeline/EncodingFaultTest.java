package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Why a text is refused that asks for an encoding. */
class EncodingFaultTest {
    private static final TextProfile UTF_8 =
            new TextProfile(LongMessage.UDH8, 10, TextCoding.of(StandardCharsets.UTF_8), 254);

    private static String why(String text) {
        OutboundSms sms =
                OutboundSms.to("46701234567").text(text).encoding(Encoding.GSM7).build();
        SendOutcome.Fault fault = Admission.fault(Segmenter.encode(sms, UTF_8, 1), sms);
        assertThat(fault.field()).isEqualTo("encoding");
        return fault.reason();
    }

    @Test
    @Tag("C52")
    void it_names_the_characters_that_are_lacking_or_says_that_none_is() {
        assertThat(why("дом")).isEqualTo("GSM7 does not hold дом; leave the encoding out or use ucs2");
        assertThat(why("å".repeat(160)))
                .isEqualTo("takes more octets in the SMSC's alphabet than a short_message has;"
                        + " leave the encoding out or use ucs2");
    }
}
