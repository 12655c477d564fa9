package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Octets with data_coding 0, of an ESME or binary, at an SMSC to which that means another alphabet. */
@Tag("C52")
class OctetsForOtherAlphabetsTest {
    @TempDir
    Path directory;

    private String sent(String alphabet, boolean udhi, String hex) {
        return sent(alphabet, udhi, hex, false);
    }

    private String sent(String alphabet, boolean udhi, String hex, boolean binary) {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.alphabet = " + alphabet)) {
            OutboundSms.Builder sms = OutboundSms.to("46701234567")
                    .binary(HexFormat.of().parseHex(hex))
                    .coding(SmppCoding.of(udhi, 0));
            Task task = ReceiptBed.accepted(
                    rig, binary ? sms.encoding(Encoding.BINARY).build() : sms.build());
            assertThat(task.parts().count()).isOne();
            assertThat(task.parts().dataCoding()).isZero();
            assertThat(task.parts().udhi()).isEqualTo(udhi);
            return HexFormat.of().formatHex(task.parts().octets(0));
        }
    }

    @ParameterizedTest
    @CsvSource({"latin1, 7b00, e440", "UTF-8, 7b00, c3a440", "gsm-packed, 7b00, 7b00", "ia5, 6100, 6140"})
    void septets_go_in_that_alphabet(String alphabet, String septets, String octets) {
        assertThat(sent(alphabet, false, septets)).isEqualTo(octets);
    }

    /** What an SMSC sends under data_coding 0 says nothing of what it takes there. */
    @Test
    void septets_go_in_that_alphabet_also_where_mo_have_another() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.alphabet = latin1", "smsc.a.mo-alphabet.0 = gsm")) {
            OutboundSms sms = OutboundSms.to("46701234567")
                    .binary(HexFormat.of().parseHex("7b00"))
                    .coding(SmppCoding.of(false, 0))
                    .build();
            assertThat(ReceiptBed.accepted(rig, sms).parts().octets(0))
                    .isEqualTo(HexFormat.of().parseHex("e440"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "latin1, 10, false, 7b00, 10, e440",
        "latin1, f0, false, 7b00, 10, e440",
        "latin1, f1, false, 7b00, 11, e440",
        "UTF-8, 10, false, 7b00, 10, c3a440",
        "ia5, 12, false, 6100, 12, 6140",
        "latin1, 10, false, 1b65, 18, 20ac",
        "gsm, 10, false, 7b00, 10, 7b00",
        "gsm, f0, false, 7b00, f0, 7b00",
        "gsm-packed, 10, false, 4142434400, 10, 41e1900800",
        "latin1, 14, false, 7b00, 14, 7b00",
        "latin1, f4, false, 7b00, f4, 7b00",
        "latin1, f0, true, 0500030902017b00, f0, 050003090201e440",
        "gsm-packed, 10, true, 0500030902017b00, 10, 050003090201f600"
    })
    void a_class_such_as_flash_makes_no_other_text_of_it(
            String alphabet, String coding, boolean udhi, String octets, String sentCoding, String sent) {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.alphabet = " + alphabet)) {
            OutboundSms sms = OutboundSms.to("46701234567")
                    .binary(HexFormat.of().parseHex(octets))
                    .coding(SmppCoding.of(udhi, Integer.parseInt(coding, 16)))
                    .build();
            Task task = ReceiptBed.accepted(rig, sms);
            assertThat(task.parts().count()).isOne();
            assertThat(HexFormat.of().toHexDigits((byte) task.parts().dataCoding()))
                    .isEqualTo(sentCoding);
            assertThat(HexFormat.of().formatHex(task.parts().octets(0))).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @Tag("C60")
    @CsvSource({
        "latin1, 7b00",
        "UTF-8, 7b00",
        "gsm-packed, 6100",
        "ia5, 6100",
        "gsm, 7b00",
        "latin1, 0500030902017b00",
        "gsm-packed, 0500030902017b00"
    })
    void what_is_given_as_binary_goes_octet_by_octet_though_it_reads_as_septets(String alphabet, String octets) {
        assertThat(sent(alphabet, octets.startsWith("05"), octets, true)).isEqualTo(octets);
    }

    @ParameterizedTest
    @Tag("C60")
    @CsvSource({"latin1, 61e962", "UTF-8, 61c3a962", "windows-1252, 61e962", "ia5, 61ff62", "gsm-packed, 61ff62"})
    void what_is_not_septets_goes_octet_by_octet_and_is_not_lost(String alphabet, String octets) {
        assertThat(sent(alphabet, false, octets)).isEqualTo(octets);
    }

    @ParameterizedTest
    @Tag("C59")
    @CsvSource({"latin1, e440", "UTF-8, c3a440", "gsm-packed, f600", "ia5, 7b00", "gsm, 7b00"})
    void a_part_with_a_header_is_written_in_that_alphabet_too_and_not_cut_again(String alphabet, String octets) {
        assertThat(sent(alphabet, true, "0500030902017b00")).isEqualTo("050003090201" + octets);
    }

    @ParameterizedTest
    @Tag("C59")
    @Tag("C60")
    @CsvSource({
        "a place and ports, 0b05040b8423f000030902017b00",
        "ports alone, 0605040b8423f07b00",
        "a place and a national table, 080003090201240101" + "7b00",
        "a place before octets, 050003090201" + "61e9",
        "no header at all, 707b"
    })
    void behind_any_other_header_nothing_changes(String what, String octets) {
        assertThat(sent("latin1", true, octets)).as(what).isEqualTo(octets);
    }
}
