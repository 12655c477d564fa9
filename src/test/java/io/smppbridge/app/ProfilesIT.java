package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Invalid;
import io.smppbridge.audit.Fault;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.stats.SmscStats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
        assertThat(bed.middleWare().send(sms).get(10, TimeUnit.SECONDS)).isInstanceOf(Acceptance.class);
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
            bed.audit.expects(Fault.WRONG_BYTES, "the simulator does not know the alphabets of the profile");
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

    private static void say(CarrierBed bed, Path directory, String... keys) throws Exception {
        Path file = directory.resolve("bridge.properties");
        String own = "\nprofile.odd." + String.join("\nprofile.odd.", keys) + "\n";
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^profile\\.odd.*\\R?", "") + own);
        assertThat(bed.bridge.reload().applied()).as(own).isTrue();
    }

    private static void delivered(CarrierBed bed, int smsc, int count) throws Exception {
        int before = bed.receipts.size();
        bed.send(count, smsc);
        await().atMost(SOON).until(() -> bed.receipts.size() >= before + count);
        for (Receipt receipt : bed.receipts.subList(before, before + count)) {
            assertThat(receipt.state()).isEqualTo(MessageState.DELIVERED);
            assertThat(Duration.between(receipt.report().doneDate(), Instant.now())
                            .abs())
                    .as("%s", receipt)
                    .isLessThan(Duration.ofMinutes(2));
        }
    }

    @Test
    @Tag("C63")
    @Tag("C66")
    @Tag("C71")
    void odd_receipts_are_read_by_the_profile_and_those_of_another_grammar_after_a_reload() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .node("profile.odd.message-id", "dec-hex")
                .node("profile.odd.time-zone", "Asia/Kolkata")
                .each("profile", "odd")
                .simulator(odd -> odd.with("receipt-after", "0")
                        .with("message-id-start", "12345678")
                        .with("receipt-id", "hex-padded")
                        .with("receipt-ucs2", "true")
                        .with("receipt-zone", "+05:30")
                        .with("receipt-dates", "yyMMddHHmmss")
                        .with("receipt-form", "text-only"))
                .start()
                .bound()) {
            delivered(bed, 0, 10);
            SmscStats stats = bed.bridge.stats().smsc("s0");
            assertThat(stats.instantReceipts.sum()).isPositive();
            assertThat(stats.sameTimeReceipts.sum()).isPositive();
            assertThat(stats.unreadReceipts.sum() + stats.disagreeingReceipts.sum())
                    .isZero();

            bed.port(0).set("receipt-ucs2", "false");
            bed.port(0).set("receipt-text", "{state};;{done};{id}");
            bed.port(0).set("receipt-dates", "ddMMyyHHmm");
            bed.port(0).set("receipt-zone", "America/New_York");
            say(
                    bed,
                    directory,
                    "message-id = dec-hex",
                    "receipt-fields = state,-,done,id",
                    "receipt-separator = ;",
                    "receipt-dates = ddMMyyHHmm",
                    "time-zone = America/New_York");
            delivered(bed, 0, 3);

            bed.port(0).set("receipt-text", "Message {id} was {stat} on {done}");
            bed.port(0).set("receipt-mark", "false");
            say(
                    bed,
                    directory,
                    "message-id = dec-hex",
                    "receipt-pattern = ^Message (?P<id>[0-9A-F]+) was (?P<state>[A-Z]+) on (?P<done>\\\\d+)",
                    "receipt-dates = ddMMyyHHmm",
                    "receipts-by-text = true",
                    "time-zone = America/New_York");
            delivered(bed, 0, 3);
        }
    }

    /** Key of the profile by key, each brought by a reload, and its octets. */
    @Test
    @Tag("C52")
    @Tag("C57")
    @Tag("C61")
    void each_key_of_the_profile_is_on_the_wire_after_a_reload() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .node("profile.odd.max-parts", "9")
                .each("profile", "odd")
                .start()
                .bound()) {
            bed.audit.expects(Fault.WRONG_BYTES, "the simulator does not know the alphabets of the profile");
            String longText = "x".repeat(200);
            say(bed, directory, "long-message = udh8", "alphabet = gsm");
            assertThat(sent(bed, 0, "Acme", "@\u00e9_").shortMessage()).containsExactly(0, 5, 0x11);
            ReceivedSubmit first = sent(bed, 0, "Acme", longText);
            assertThat(first.esmClass() & 0x40).isEqualTo(0x40);
            assertThat(first.shortMessage()).startsWith(5, 0, 3);
            say(bed, directory, "long-message = udh16", "alphabet = windows-1252");
            assertThat(sent(bed, 0, "Acme", "\u20ac").shortMessage()).containsExactly(0x80);
            assertThat(sent(bed, 0, "Acme", longText).shortMessage()).startsWith(6, 8, 4);
            say(bed, directory, "long-message = sar", "service-type = CMT");
            ReceivedSubmit sar = sent(bed, 0, "Acme", longText);
            assertThat(sar.tlvs()).containsKeys(0x020C, 0x020E, 0x020F);
            assertThat(sar.times().serviceType()).isEqualTo("CMT");
            say(
                    bed,
                    directory,
                    "long-message = payload",
                    "tlv.dlt_entity_id = 0x1400:cstring:30",
                    "tlv-default.dlt_entity_id = 17",
                    "address-alphanumeric = 5/1",
                    "address-national = 2/8",
                    "address-international = 1/1",
                    "sender-alphabet = gsm");
            ReceivedSubmit payload = sent(bed, 0, "a_b", longText);
            assertThat(payload.shortMessage()).isEmpty();
            assertThat(payload.tlvs().get(0x0424)).hasSize(200);
            assertThat(payload.tlvs().get(0x1400)).containsExactly('1', '7', 0);
            assertThat(payload.source().ton()).isEqualTo(5);
            assertThat(payload.source().npi()).isEqualTo(1);
            assertThat(payload.source().address()).isEqualTo("a\u0011b");
            assertThat(sent(bed, 0, "0701234567", "x").source()).isEqualTo(new Party(2, 8, "0701234567"));
            bed.port(0).set("refuse", "* = 0x401");
            say(bed, directory, "status.0x401 = permanent");
            int before = bed.receipts.size();
            bed.send(1, 0);
            await().atMost(SOON).until(() -> bed.receipts.size() > before);
            assertThat(bed.receipts.get(before).state()).isEqualTo(MessageState.REJECTED);
            say(bed, directory, "status.0x401 = temporary", "retry-min = 500ms");
            int tried = bed.port(0).submits().size();
            bed.send(1, 0);
            await().atMost(SOON).until(() -> bed.port(0).submits().size() >= tried + 2);
            bed.port(0).set("refuse", "");
            await().atMost(SOON).until(() -> bed.receipts.size() > before + 1);
            assertThat(bed.receipts.get(before + 1).state()).isEqualTo(MessageState.DELIVERED);
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
                var outcome = bed.middleWare().send(sms).get(10, TimeUnit.SECONDS);
                assertThat(outcome).isInstanceOf(Invalid.class);
                assertThat(outcome.toString()).contains("from");
            }
        }
    }
}
