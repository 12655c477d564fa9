package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Invalid;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A profile on the wire, in both directions, and changed while messages flow. */
@Timeout(60)
@Tag("crowd")
class ProfilesIT {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private static ReceivedSubmit sent(CarrierBed bed, int smsc, String from, String text) throws Exception {
        SimulatedPort port = bed.port(smsc);
        int before = port.submits().size();
        OutboundSms sms = OutboundSms.to(CarrierBed.prefix(smsc) + "000001")
                .from(from)
                .text(text)
                .build();
        assertThat(bed.bridge.middleWare().send(sms).get(10, TimeUnit.SECONDS)).isInstanceOf(Acceptance.class);
        await().atMost(SOON).until(() -> port.submits().size() > before);
        return port.submits().get(before);
    }

    private static InboundSms came(CarrierBed bed, int smsc, int dataCoding, byte[] octets) {
        int before = bed.inbound.size();
        bed.port(smsc).sendDeliver(new Party(1, 1, "46700000001"), new Party(0, 1, "72404"), 0, dataCoding, octets);
        await().atMost(SOON).until(() -> bed.inbound.size() > before);
        return bed.inbound.get(before);
    }

    @Test
    @Tag("C52")
    @Tag("C61")
    @Tag("C93")
    void the_profile_decides_the_octets_of_both_directions_and_a_reload_brings_another() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 2)
                .node("profile.ascii.alphabet", "ia5")
                .node("profile.ascii.mo-alphabet.4", "gsm")
                .node("profile.ascii.address-short", "0/1")
                .node("profile.ascii.address-recipient", "1/0")
                .each("profile", "ascii")
                .of(1, "alphabet", "gsm-packed")
                .start()
                .bound()) {
            ReceivedSubmit ascii = sent(bed, 0, "72404", "a_b@");
            assertThat(ascii.dataCoding()).isZero();
            assertThat(ascii.shortMessage()).containsExactly('a', '_', 'b', '@');
            assertThat(ascii.source()).isEqualTo(new Party(0, 1, "72404"));
            assertThat(ascii.destination().ton()).isEqualTo(1);
            assertThat(ascii.destination().npi()).isZero();
            ReceivedSubmit packed = sent(bed, 1, "Acme", "hellohello");
            assertThat(packed.shortMessage()).containsExactly(0xE8, 0x32, 0x9B, 0xFD, 0x46, 0x97, 0xD9, 0xEC, 0x37);
            assertThat(packed.source()).isEqualTo(new Party(5, 0, "Acme"));

            assertThat(came(bed, 0, 0, "_@".getBytes(StandardCharsets.US_ASCII)).text())
                    .isEqualTo("_@");
            assertThat(came(bed, 0, 4, new byte[] {0, 0x11}).text()).isEqualTo("@_");
            assertThat(came(bed, 1, 0, packed.shortMessage()).text()).isEqualTo("hellohello");
            InboundSms unknown = came(bed, 0, 9, new byte[] {1, 2});
            assertThat(unknown.text()).isEmpty();
            assertThat(unknown.binary()).containsExactly(1, 2);
            assertThat(unknown.encoding()).isEqualTo(Encoding.BINARY);
            assertThat(unknown.flaws()).containsExactly("unknown-coding");

            Path file = directory.resolve("bridge.properties");
            Files.writeString(file, Files.readString(file).replace("alphabet = ia5", "alphabet = latin1"));
            assertThat(bed.bridge.reload().applied()).isTrue();
            assertThat(sent(bed, 0, "72404", "£").shortMessage()).containsExactly(0xA3);
            assertThat(came(bed, 0, 0, new byte[] {(byte) 0xE9}).text()).isEqualTo("é");
        }
    }

    @Test
    @Tag("C61")
    void a_sender_that_the_air_cannot_carry_is_refused_by_name() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1).start().bound()) {
            for (String from : List.of("Ärzte{}{}{}", "Łódź")) {
                OutboundSms sms = OutboundSms.to(CarrierBed.prefix(0) + "000001")
                        .from(from)
                        .text("x")
                        .build();
                var outcome = bed.bridge.middleWare().send(sms).get(10, TimeUnit.SECONDS);
                assertThat(outcome).isInstanceOf(Invalid.class);
                assertThat(outcome.toString()).contains("from");
            }
        }
    }
}
