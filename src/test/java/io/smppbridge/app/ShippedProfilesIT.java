package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.audit.Fault;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import io.smppbridge.stats.SmscStats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each profile that comes with the bridge, on the wire: an SMSC that gives ids and writes receipts as its carrier's guide shows them, in the
 * guide's own example where there is one, and messages that end as the receipt says, with its error.
 */
@Timeout(60)
@Tag("crowd")
class ShippedProfilesIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final byte[] NO_TLVS = {};

    @TempDir
    Path directory;

    /** One bridge with one SMSC of that profile, at a simulator in clear text. */
    private CarrierBed bed(String profile, String... simulator) throws Exception {
        CarrierBed bed = CarrierBed.with(directory, 1)
                .each("profile", profile)
                .each("tls", "off")
                .each("throttle-min", "20ms")
                .each("max-parts", "10")
                .start()
                .bound();
        bed.port(0).set("receipts", "never");
        for (int i = 0; i < simulator.length; i += 2) {
            bed.port(0).set(simulator[i], simulator[i + 1]);
        }
        return bed;
    }

    private static TaskId accepted(CarrierBed bed, OutboundSms sms) throws Exception {
        return ((Acceptance) bed.middleWare().send(sms).get(10, TimeUnit.SECONDS)).id();
    }

    private static OutboundSms.Builder message(String from, String text) {
        return OutboundSms.to(CarrierBed.prefix(0) + "000001")
                .from(from)
                .text(text)
                .receipt(ReceiptWish.FINAL);
    }

    private static ReceivedSubmit arrived(CarrierBed bed, int number) {
        await().atMost(SOON).until(() -> bed.port(0).submits().size() > number);
        return bed.port(0).submits().get(number);
    }

    /** The carrier says this of that submission: {@code {id}} stands for the id that its answer bore. */
    private static void told(CarrierBed bed, ReceivedSubmit submit, String text, byte[] tlvs) {
        bed.port(0)
                .sendDeliver(
                        submit.destination(),
                        submit.source(),
                        4,
                        0,
                        text.replace("{id}", submit.messageId()).getBytes(StandardCharsets.ISO_8859_1),
                        tlvs);
    }

    /** The end of that message, which the platform hears once. */
    private static Receipt ended(CarrierBed bed, TaskId id) {
        await().atMost(SOON)
                .until(() -> bed.receipts.stream().anyMatch(it -> it.message().equals(id)));
        List<Receipt> about =
                bed.receipts.stream().filter(it -> it.message().equals(id)).toList();
        assertThat(about).hasSize(1);
        return about.get(0);
    }

    private static void assertAllWasRead(CarrierBed bed) {
        SmscStats stats = bed.bridge.stats().smsc("s0");
        assertThat(stats.unreadReceipts.sum() + stats.unmatchedReceipts.sum()).isZero();
    }

    private static byte[] tlv(int tag, String value, boolean zero) {
        byte[] octets = (zero ? value + '\0' : value).getBytes(StandardCharsets.ISO_8859_1);
        byte[] tlv = new byte[4 + octets.length];
        tlv[0] = (byte) (tag >> 8);
        tlv[1] = (byte) tag;
        tlv[3] = (byte) octets.length;
        System.arraycopy(octets, 0, tlv, 4, octets.length);
        return tlv;
    }

    private static byte[] both(byte[] one, byte[] other) {
        byte[] all = java.util.Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    /** The guide's own example, whose id is 12345678 in decimal; 6 is its anti-spam rejection. */
    @Test
    @Tag("C63")
    @Tag("C66")
    @Tag("C71")
    void vonage_answers_in_hexadecimal_and_reports_in_decimal() throws Exception {
        try (CarrierBed bed = bed("vonage", "message-id", "hex-upper", "message-id-start", "12345678")) {
            TaskId first = accepted(bed, message("Acme", "one").build());
            ReceivedSubmit submit = arrived(bed, 0);
            assertThat(submit.messageId()).isEqualTo("BC614E");
            told(
                    bed,
                    submit,
                    "id:0000000012345678 sub:001 dlvrd:001 submit date:1601010100 done date:1601010101 stat:DELIVRD err:000 text:none",
                    NO_TLVS);
            Receipt delivered = ended(bed, first);
            assertThat(delivered.state()).isEqualTo(MessageState.DELIVERED);
            assertThat(delivered.report().err()).isEqualTo("000");
            assertThat(delivered.report().doneDate()).isEqualTo(Instant.parse("2016-01-01T01:01:00Z"));

            TaskId second = accepted(bed, message("Acme", "two").build());
            String about = "id:0000000012345679 sub:001 dlvrd:000 submit date:1601010100 done date:1601010101 stat:";
            told(bed, arrived(bed, 1), about + "ACCEPTD err:000 text:none", NO_TLVS);
            told(bed, arrived(bed, 1), about + "REJECTD err:006 text:none", NO_TLVS);
            Receipt rejected = ended(bed, second);
            assertThat(rejected.state()).isEqualTo(MessageState.REJECTED);
            assertThat(rejected.report().err()).isEqualTo("006");
            assertThat(rejected.detail()).contains("err:006");
            assertAllWasRead(bed);
        }
    }

    /** The guide's own example again, with an id beyond 63 bits; 10 is its blacklist; and its statuses, which are not SMPP's. */
    @Test
    @Tag("C40")
    @Tag("C63")
    @Tag("C71")
    void ycloud_reports_long_ids_and_has_its_own_meaning_of_statuses() throws Exception {
        try (CarrierBed bed = bed("ycloud", "message-id-start", "11041301030001006668")) {
            TaskId first = accepted(bed, message("Acme", "one").build());
            told(
                    bed,
                    arrived(bed, 0),
                    "id:11041301030001006668 sub:001 dlvrd:001 submit date:2111040501 done date:2111040501 stat:DELIVRD err:0 text:none",
                    NO_TLVS);
            Receipt delivered = ended(bed, first);
            assertThat(delivered.state()).isEqualTo(MessageState.DELIVERED);
            assertThat(delivered.report().err()).isEqualTo("0");
            assertThat(delivered.report().doneDate()).isEqualTo(Instant.parse("2021-11-04T05:01:00Z"));

            TaskId second = accepted(bed, message("Acme", "two").build());
            told(
                    bed,
                    arrived(bed, 1),
                    "id:{id} sub:001 dlvrd:000 submit date:2111040501 done date:2111040502 stat:UNDELIV err:10 text:none",
                    NO_TLVS);
            Receipt undelivered = ended(bed, second);
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(undelivered.report().err()).isEqualTo("10");

            bed.port(0).set("refuse", "* = 4");
            Receipt refused =
                    ended(bed, accepted(bed, message("Acme", "invalid number").build()));
            assertThat(refused.state()).isEqualTo(MessageState.REJECTED);
            assertThat(refused.detail()).contains("0x04");
            assertThat(bed.port(0).report().sessions().total())
                    .as("no bind was given up for it")
                    .isOne();

            bed.port(0).set("refuse", "* = 6");
            TaskId limited = accepted(bed, message("Acme", "above the limit").build());
            await().atMost(SOON).until(() -> bed.port(0).submits().size() >= 5);
            bed.port(0).set("refuse", "");
            await().atMost(SOON)
                    .until(() -> !bed.port(0)
                            .submits()
                            .get(bed.port(0).submits().size() - 1)
                            .messageId()
                            .isEmpty());
            List<ReceivedSubmit> all = bed.port(0).submits();
            told(
                    bed,
                    all.get(all.size() - 1),
                    "id:{id} sub:001 dlvrd:001 submit date:2111040501 done date:2111040503 stat:DELIVRD err:0 text:none",
                    NO_TLVS);
            assertThat(ended(bed, limited).state()).isEqualTo(MessageState.DELIVERED);
            assertAllWasRead(bed);
        }
    }

    /** Receipts in the guide's form; 46 is its subscriber who is not reachable, 525 the MCC of Singapore. */
    @Test
    @Tag("C66")
    @Tag("C71")
    @Tag("C93")
    void eight_by_eight_reports_in_appendix_b_with_its_own_errors_and_tlvs() throws Exception {
        String form = "id:{id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:";
        try (CarrierBed bed = bed("8x8")) {
            TaskId first = accepted(bed, message("Acme", "one").build());
            told(bed, arrived(bed, 0), form + "DELIVRD err:0 Text: one", tlv(0x1503, "525", false));
            Receipt delivered = ended(bed, first);
            assertThat(delivered.state()).isEqualTo(MessageState.DELIVERED);
            assertThat(delivered.report().tlvs()).containsEntry("destination_mcc", "525");

            TaskId second = accepted(bed, message("Acme", "two").build());
            told(bed, arrived(bed, 1), form + "UNDELIV err:46 Text: two", NO_TLVS);
            Receipt undelivered = ended(bed, second);
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(undelivered.report().err()).isEqualTo("46");

            String id = "0b6d8d1e-6c1f-4b7b-9f6c-3f8f6f1f2a10";
            bed.port(0)
                    .sendDeliver(
                            new Party(1, 1, "6590000001"),
                            new Party(0, 1, "72404"),
                            0,
                            1,
                            new byte[] {0, 0x11},
                            tlv(0x1502, id, false));
            await().atMost(SOON).until(() -> bed.inbound.size() == 1);
            InboundSms mo = bed.inbound.get(0);
            assertThat(mo.text()).isEqualTo("@_");
            assertThat(mo.tlvs()).containsEntry("mo_message_id", id);
            assertAllWasRead(bed);
        }
    }

    /** Receipts as in appendix B with message_state; 60 is its blocked sender. */
    @Test
    @Tag("C61")
    @Tag("C67")
    @Tag("C71")
    void sinch_is_told_the_type_of_each_address_and_reports_with_message_state() throws Exception {
        String form = "id:{id} sub:001 dlvrd:000 submit date:2611211200 done date:2611211205 stat:";
        try (CarrierBed bed = bed("sinch", "source-types", "5/0, 0/1, 2/1, 1/1", "destination-types", "1/1")) {
            TaskId first = accepted(bed, message("Acme", "one").build());
            String[] senders = {"72404", "0701234567", "46701234567"};
            for (String sender : senders) {
                accepted(bed, message(sender, "more").receipt(ReceiptWish.NONE).build());
            }
            arrived(bed, senders.length);
            assertThat(bed.port(0).submits())
                    .extracting(ReceivedSubmit::source)
                    .containsExactlyInAnyOrder(
                            new Party(5, 0, "Acme"),
                            new Party(0, 1, "72404"),
                            new Party(2, 1, "0701234567"),
                            new Party(1, 1, "46701234567"));
            ReceivedSubmit submit = bed.port(0).submits().stream()
                    .filter(it -> it.source().ton() == 5)
                    .findFirst()
                    .orElseThrow();
            told(bed, submit, form + "UNDELIV err:060 text:", new byte[] {0x04, 0x27, 0, 1, 5});
            Receipt undelivered = ended(bed, first);
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(undelivered.report().err()).isEqualTo("060");

            TaskId second = accepted(bed, message("Acme", "two").build());
            told(bed, arrived(bed, senders.length + 1), form + "DELIVRD err:000 text:", new byte[] {0x04, 0x27, 0, 1, 2
            });
            assertThat(ended(bed, second).state()).isEqualTo(MessageState.DELIVERED);
            assertAllWasRead(bed);
        }
    }

    /** The text's id is a piece of it; the TLV's is whole. */
    @Test
    @Tag("C52")
    @Tag("C57")
    @Tag("C61")
    @Tag("C67")
    void vibes_takes_ascii_and_payloads_and_reports_by_tlv() throws Exception {
        try (CarrierBed bed =
                bed("vibes", "message-id", "uuid", "source-types", "5/0, 0/0", "destination-types", "0/0")) {
            bed.audit.expects(Fault.WRONG_BYTES, "the simulator reads ASCII as GSM");
            TaskId first = accepted(
                    bed,
                    message("72404", "a_b@" + "c".repeat(300))
                            .validity(Duration.ofHours(1))
                            .build());
            ReceivedSubmit submit = arrived(bed, 0);
            assertThat(submit.shortMessage()).isEmpty();
            assertThat(submit.payload()).hasSize(304).startsWith('a', '_', 'b', '@');
            assertThat(submit.times().validity()).isEmpty();
            String form = "id:" + submit.messageId().substring(0, 10)
                    + " sub:001 dlvrd:001 submit date:2611211200 done date:2611211200 stat:";
            told(bed, submit, form + "DELIVRD err:000 text:", tlv(0x001E, submit.messageId(), true));
            assertThat(ended(bed, first).state()).isEqualTo(MessageState.DELIVERED);

            TaskId second = accepted(bed, message("Acme", "two").build());
            ReceivedSubmit other = arrived(bed, 1);
            told(
                    bed,
                    other,
                    "id:" + other.messageId().substring(0, 10)
                            + " sub:001 dlvrd:000 submit date:2611211200 done date:2611211201 stat:EXPIRED err:027 text:",
                    both(tlv(0x001E, other.messageId(), true), new byte[] {0x04, 0x27, 0, 1, 3}));
            Receipt expired = ended(bed, second);
            assertThat(expired.state()).isEqualTo(MessageState.EXPIRED);
            assertThat(expired.report().err()).isEqualTo("027");
            assertAllWasRead(bed);
        }
    }

    /** The tags of the registry; a UUID that comes back in capitals and without hyphens; Indian time. */
    @Test
    @Tag("C63")
    @Tag("C71")
    void an_indian_carrier_gets_the_tags_of_the_registry_and_reports_in_its_own_time() throws Exception {
        try (CarrierBed bed = bed("india-dlt", "message-id", "uuid")) {
            TaskId first = accepted(
                    bed,
                    message("ACMEIN", "one")
                            .tlv("dlt_entity_id", "1101234560000012345")
                            .tlv("dlt_template_id", "1107161234567890123")
                            .build());
            ReceivedSubmit submit = arrived(bed, 0);
            assertThat(submit.tlvs().get(0x1400))
                    .isEqualTo("1101234560000012345\0".getBytes(StandardCharsets.US_ASCII));
            assertThat(submit.tlvs().get(0x1401))
                    .isEqualTo("1107161234567890123\0".getBytes(StandardCharsets.US_ASCII));
            String back = submit.messageId().replace("-", "").toUpperCase(Locale.ROOT);
            told(
                    bed,
                    submit,
                    "id:" + back
                            + " sub:001 dlvrd:000 submit date:2611211729 done date:2611211730 stat:UNDELIV err:105 text:one",
                    NO_TLVS);
            Receipt undelivered = ended(bed, first);
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(undelivered.report().err()).isEqualTo("105");
            assertThat(undelivered.report().doneDate()).isEqualTo(Instant.parse("2026-11-21T12:00:00Z"));
            assertAllWasRead(bed);
        }
    }

    /** An ACCEPTD first, then the end, in data_sm as its old versions send them. */
    @Test
    @Tag("C63")
    @Tag("C69")
    @Tag("C70")
    void jasmin_reports_twice_by_uuid_and_in_data_sm() throws Exception {
        try (CarrierBed bed = bed(
                "jasmin",
                "message-id",
                "uuid",
                "receipts",
                "asked",
                "receipt-after",
                "1ms",
                "receipt-intermediate",
                "always",
                "receipt-as-data-sm",
                "true",
                "receipt-text",
                "id:{id} submit date:{submit} done date:{done} stat:{stat} err:{err}",
                "receipt-outcome-for",
                "*000002=UNDELIV")) {
            TaskId first = accepted(bed, message("Acme", "one").build());
            TaskId second = accepted(
                    bed,
                    OutboundSms.to(Address.of(CarrierBed.prefix(0) + "000002"))
                            .text("two")
                            .receipt(ReceiptWish.FINAL)
                            .build());
            assertThat(ended(bed, first).state()).isEqualTo(MessageState.DELIVERED);
            Receipt undelivered = ended(bed, second);
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(undelivered.report().stat()).isEqualTo("UNDELIV");
            assertThat(undelivered.report().err()).isNotEmpty().isNotEqualTo("000");
            assertAllWasRead(bed);
        }
    }

    /** Text: with a capital, and ids with zeros before them. */
    @Test
    @Tag("C63")
    void smppsim_reports_in_its_own_writing() throws Exception {
        try (CarrierBed bed = bed(
                "smppsim",
                "receipts",
                "asked",
                "receipt-after",
                "1ms",
                "receipt-form",
                "smppsim",
                "receipt-id",
                "padded",
                "receipt-outcome-for",
                "*=UNDELIV")) {
            Receipt undelivered =
                    ended(bed, accepted(bed, message("Acme", "one").build()));
            assertThat(undelivered.state()).isEqualTo(MessageState.UNDELIVERED);
            assertAllWasRead(bed);
        }
    }
}
