package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Form;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts whose sender has cut them, and tells their place beside the octets, in each SMSC's own way. */
@Tag("C59")
class PassedPartTest {
    private static final byte[] OCTETS = {'x', 'y'};

    private static Part passed(LongMessage method, TextCoding alphabet, int reference, byte[] octets, boolean udhi) {
        Concat place = new Concat(Concat.Kind.SAR, reference, 3, 2);
        TextProfile profile = new TextProfile(method, 10, alphabet, 254);
        EncodeResult.Encoded encoded =
                (EncodeResult.Encoded) Segmenter.encodePart(octets, udhi, udhi ? 4 : 0, place, profile);
        assertThat(encoded.dataCoding()).isEqualTo(udhi ? 4 : 0);
        assertThat(encoded.parts()).hasSize(1);
        return encoded.parts().get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "UDH8, 0x12, 050003120302 7879, false",
        "UDH8, 0xFF, 050003FF0302 7879, false",
        "UDH8, 0x100, 06080401000302 7879, false",
        "UDH8, 0x1234, 06080412340302 7879, false",
        "UDH16, 0x12, 06080400120302 7879, false",
        "PAYLOAD, 0x12, 050003120302 7879, false",
        "SAR, 0x12, 7879, true",
        "SAR, 0x1234, 7879, true"
    })
    void the_place_goes_as_the_smsc_takes_it(LongMessage method, String reference, String expected, boolean sar) {
        Part part = passed(method, TextCoding.GSM, Integer.decode(reference), OCTETS, false);
        assertThat(HexFormat.of().formatHex(part.octets())).isEqualToIgnoringCase(expected.replace(" ", ""));
        assertThat(part.sar()).isEqualTo(sar);
        assertThat(part.udhi()).isEqualTo(!sar);
        if (sar) {
            assertThat(part.sarReference()).isEqualTo(Integer.decode(reference));
            assertThat(part.sarTotal()).isEqualTo(3);
            assertThat(part.sarSequence()).isEqualTo(2);
        }
    }

    @Test
    @Tag("C60")
    void a_header_with_ports_takes_the_place_in_and_one_with_a_place_is_left_alone() {
        byte[] ports = Form.ports(2948, 9200);
        byte[] octets = HexFormat.of().parseHex(HexFormat.of().formatHex(ports) + "ff00");
        Part merged = passed(LongMessage.UDH8, TextCoding.GSM, 9, octets, true);
        assertThat(HexFormat.of().formatHex(merged.octets())).isEqualTo("0b05040b8423f0" + "0003090302" + "ff00");
        Part beside = passed(LongMessage.SAR, TextCoding.GSM, 9, octets, true);
        assertThat(beside.octets()).isEqualTo(octets);
        assertThat(beside.udhi()).isTrue();
        assertThat(beside.sarTotal()).isEqualTo(3);
        byte[] placed = {5, 0, 3, 77, 2, 1, 'x'};
        for (LongMessage method : LongMessage.values()) {
            Part same = passed(method, TextCoding.GSM, 9, placed, true);
            assertThat(same.octets()).isEqualTo(placed);
            assertThat(same.sar()).isFalse();
        }
    }

    /** Of 3.4 a short_message has 254 octets, and no SMSC takes what says more. */
    @ParameterizedTest
    @CsvSource({"UDH8, 248, false", "UDH8, 249, true", "SAR, 254, false", "SAR, 255, true"})
    @Tag("C58")
    void what_is_too_long_for_a_short_message_goes_as_a_payload(LongMessage method, int octets, boolean payload) {
        Part part = passed(method, TextCoding.GSM, 9, new byte[octets], false);
        assertThat(part.payload()).isEqualTo(payload);
        assertThat(part.octets()).hasSize(octets + (method == LongMessage.SAR ? 0 : 6));
    }

    @Test
    void septets_become_what_the_smsc_s_default_alphabet_is_where_that_has_them() {
        byte[] septets = GsmAlphabet.encode("@å");
        TextCoding latin = TextCoding.LATIN1;
        Part part = passed(LongMessage.SAR, latin, 9, septets, false);
        assertThat(part.octets()).isEqualTo("@å".getBytes(StandardCharsets.ISO_8859_1));
        byte[] lacking = GsmAlphabet.encode("Ω€");
        assertThat(passed(LongMessage.SAR, latin, 9, lacking, false).octets()).isEqualTo(lacking);
        TextCoding packed = TextCoding.GSM_PACKED;
        Part behind = passed(LongMessage.UDH8, packed, 9, septets, false);
        Fragment read = Decoder.open(Incoming.of(0, true, behind.octets()));
        TextProfile profile = new TextProfile(LongMessage.UDH8, 10, packed, 254);
        assertThat(Decoder.decode(java.util.List.of(read), profile).text()).isEqualTo("@å");
        assertThat(Optional.of(read.concat().sequence())).contains(2);
    }

    /** An octet says how long a short_message is: whoever wrote more there would spoil the PDU. */
    @Test
    void so_does_what_is_too_long_by_a_header_without_a_place() {
        byte[] whole = new byte[258];
        whole[0] = (byte) 253;
        whole[1] = 0x70;
        whole[2] = (byte) 251;
        TextProfile profile = new TextProfile(LongMessage.UDH8, 255, TextCoding.GSM, 254);
        EncodeResult.Encoded encoded = (EncodeResult.Encoded) Segmenter.encodeOctets(whole, true, 4, profile, 1);
        assertThat(encoded.parts()).hasSize(1);
        assertThat(encoded.parts().get(0).octets()).hasSize(258);
        assertThat(encoded.parts().get(0).payload()).isTrue();
    }
}
