package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptInput;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.settings.Addresses;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.ShippedProfiles;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The receipts, ids and octets of each profile that comes with the bridge, as its carrier's documents show them. */
class ShippedProfilesTest {
    @TempDir
    Path directory;

    private SmscConfig carrier(String profile) throws IOException {
        Path file = Files.writeString(directory.resolve("bridge.properties"), """
                smsc.carrier.profile = %s
                smsc.carrier.host = 127.0.0.1
                smsc.carrier.system-id = us
                smsc.carrier.password =
                smsc.carrier.rate = 10
                """.formatted(profile));
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        assertThat(outcome).as(profile).isInstanceOf(LoadOutcome.Loaded.class);
        return ((LoadOutcome.Loaded) outcome).config().smscs().get("carrier");
    }

    private static List<String> shipped() {
        return Pattern.compile("(?m)^profile\\.([a-z0-9-]+)\\.extends")
                .matcher(ShippedProfiles.text())
                .results()
                .map((MatchResult it) -> it.group(1))
                .toList();
    }

    @Test
    void each_can_be_taken_over_and_tells_its_source_and_what_is_assumed() throws IOException {
        assertThat(shipped()).hasSizeGreaterThanOrEqualTo(6).contains("standard", "vonage", "sinch", "ycloud");
        for (String profile : shipped()) {
            carrier(profile);
            if (!profile.equals("standard")) {
                String before = ShippedProfiles.text().split("profile\\." + profile + "\\.extends")[0];
                String comment = before.substring(before.lastIndexOf("\n\n"));
                assertThat(comment).as(profile).contains("Source", "Assumed: ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ycloud | 11041301030001006668 | id:11041301030001006668 sub:001 dlvrd:001 submit date:2111040501 done date:2111040501 "
                        + "stat:DELIVRD err:0 text:none | | DELIVERED | 2021-11-04T05:01:00Z",
                "vonage | BC614E | id:0000000012345678 sub:001 dlvrd:001 submit date:1601010100 done date:1601010101 stat:DELIVRD err:000 "
                        + "text:none | | DELIVERED | 2016-01-01T01:01:00Z",
                "vonage | 822FC73B00000039 | id:9380935605053030457 sub:001 dlvrd:000 submit date:1601010100 done date:1601010101 stat:REJECTD "
                        + "err:006 text:none | | REJECTED | 2016-01-01T01:01:00Z",
                "sinch | 01G7MWK8DB | id:01G7MWK8DB sub:001 dlvrd:000 submit date:2611211200 done date:2611211205 stat:EXPIRED err:027 text: "
                        + "| 01G7MWK8DB | EXPIRED | 2026-11-21T12:05:00Z",
                "vibes | 8f14e45f-ceea-467f-9575-2d3f1c0a7b11 | id:8f14e45fce sub:001 dlvrd:001 submit date:2611211200 done date:2611211200 "
                        + "stat:DELIVRD err:000 text: | 8f14e45f-ceea-467f-9575-2d3f1c0a7b11 | DELIVERED | 2026-11-21T12:00:00Z",
                "india-dlt | 0e999f21-81ef-4974-a414-3de98174e3c7 | id:0E999F2181EF4974A4143DE98174E3C7 sub:001 dlvrd:001 submit date:2611211200 "
                        + "done date:2611211730 stat:DELIVRD err:000 text:x | | DELIVERED | 2026-11-21T12:00:00Z",
                "jasmin | 607e6800-5617-4ce6-9ec7-f8c46af11900 | id:607E6800-5617-4CE6-9EC7-F8C46AF11900 submit date:1612021157 done date:1612021157 "
                        + "stat:DELIVRD err:000 | 607e6800-5617-4ce6-9ec7-f8c46af11900 | DELIVERED | 2016-12-02T11:57:00Z",
                "smppsim | 77 | id:0077 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:UNDELIV err:069 Text:hello | | UNDELIVERED "
                        + "| 2026-11-21T12:01:00Z",
                "8x8 | a1b2c3d4 | id:A1B2C3D4 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:0 Text: hi | "
                        + "| DELIVERED | 2026-11-21T12:01:00Z",
            })
    @Tag("C63")
    @Tag("C66")
    @Tag("C71")
    void a_receipt_of_the_carrier_finds_the_answer_that_it_belongs_to(
            String profile, String answer, String body, String tlvId, MessageState state, Instant done)
            throws IOException {
        SmscConfig.Inbound inbound = carrier(profile).inbound();
        Map<Integer, byte[]> tlvs = new HashMap<>();
        Optional.ofNullable(tlvId)
                .ifPresent(id ->
                        tlvs.put(ReceiptInput.RECEIPTED_MESSAGE_ID, (id + "\0").getBytes(StandardCharsets.ISO_8859_1)));
        ReceiptInput input = new ReceiptInput(4, 0, body.getBytes(StandardCharsets.ISO_8859_1), tlvs);
        SmscReceipt receipt = ReceiptReader.of(inbound).read(input).orElseThrow();
        MessageIds ids = MessageIds.of(inbound.idForm(), inbound.idPart());
        assertThat(ids.ofReceipt(receipt).get(0)).isEqualTo(ids.ofAnswer(answer));
        assertThat(receipt.state().messageState()).isEqualTo(state);
        assertThat(receipt.report().doneDate()).isEqualTo(done);
    }

    @Test
    @Tag("C52")
    @Tag("C57")
    void vibes_takes_ascii_long_texts_as_payload_and_no_validity() throws IOException {
        SmscConfig vibes = carrier("vibes");
        SmscConfig.Text text = vibes.text();
        TextProfile profile = TextProfile.of(vibes);
        Encoded sms = (Encoded) Segmenter.encode(OutboundSms.of("+12025550123", "a_b@" + "c".repeat(300)), profile, 1);
        assertThat(sms.parts()).hasSize(1);
        assertThat(sms.parts().get(0).payload()).isTrue();
        assertThat(sms.parts().get(0).octets()).startsWith('a', '_', 'b', '@');
        assertThat(text.passValidity()).isFalse();
        var mo = Decoder.decode(Decoder.open(Incoming.of(4, false, new byte[] {0, 0x11})), profile);
        assertThat(mo.text()).isEqualTo("@_");
        assertThat(mo.encoding()).isEqualTo(Encoding.GSM7);
    }

    @Test
    @Tag("C61")
    void sinch_wants_short_codes_and_numbers_by_their_kind() throws IOException {
        Addresses addresses = carrier("sinch").text().addresses();
        assertThat(addresses.shortCode()).contains(new Addresses.TonNpi(0, 1));
        assertThat(addresses.national()).contains(new Addresses.TonNpi(2, 1));
        assertThat(addresses.alphanumeric()).contains(new Addresses.TonNpi(5, 0));
        assertThat(addresses.recipient()).contains(new Addresses.TonNpi(1, 1));
    }

    @Test
    void india_has_the_names_of_its_tlvs() throws IOException {
        assertThat(carrier("india-dlt").operations().tlvs().vendor())
                .containsOnlyKeys("dlt_entity_id", "dlt_template_id", "dlt_telemarketer_id");
        assertThat(carrier("india-dlt").timers().enquireLink()).hasSeconds(60);
    }
}
