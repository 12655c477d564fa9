package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.CarrierPart;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.audit.Fault;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes over the wire beside a plain submit_sm, and what may be done with a message once an SMSC has it. */
@Timeout(60)
@Tag("crowd")
class OperationsIT {
    @TempDir
    Path directory;

    private static CarrierBed.Plan plan(Path directory) {
        return CarrierBed.with(directory, 1)
                .of(0, "operations", "query, cancel, replace")
                .simulator(config -> config.with("keep", "100").with("receipt-after", "1h"));
    }

    private static TaskId send(CarrierBed bed, OutboundSms sms) throws Exception {
        return ((Acceptance) bed.middleWare().send(sms).get(10, TimeUnit.SECONDS)).id();
    }

    private static Messages messages(CarrierBed bed) {
        return bed.bridge.messages();
    }

    private static MessageState state(CarrierBed bed, TaskId id) throws Exception {
        return messages(bed).find(id).get(10, TimeUnit.SECONDS).orElseThrow().state();
    }

    private static void awaitSent(CarrierBed bed, TaskId id) {
        await().atMost(Duration.ofSeconds(20)).until(() -> state(bed, id) == MessageState.SENT);
    }

    private static OutboundSms.Builder message(int number) {
        return OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", number))
                .from("Acme")
                .text("message " + number)
                .receipt(ReceiptWish.ALL);
    }

    @Test
    @Tag("C08")
    @Tag("C82")
    void a_message_carries_its_tlvs_and_can_be_asked_about_and_deleted_at_the_smsc() throws Exception {
        try (CarrierBed bed = plan(directory)
                .of(0, "tlv.dlt_entity_id", "0x1400:text:30")
                .of(0, "tlv.dlt_template_id", "0x1401:text:30")
                .of(0, "tlv-default.dlt_entity_id", "1101")
                .start()
                .bound()) {
            TaskId id = send(bed, message(1).tlv("dlt_template_id", "1707").build());
            awaitSent(bed, id);
            ReceivedSubmit seen = bed.port(0).submits().get(0);
            assertThat(seen.tlvs().get(0x1400)).isEqualTo("1101".getBytes(StandardCharsets.US_ASCII));
            assertThat(seen.tlvs().get(0x1401)).isEqualTo("1707".getBytes(StandardCharsets.US_ASCII));

            var asked = messages(bed).query(id).get(10, TimeUnit.SECONDS).orElseThrow();
            assertThat(asked.why()).isEmpty();
            assertThat(asked.parts()).containsExactly(new CarrierPart(1, seen.messageId(), "enroute", "", 0, ""));

            Change other = new Change(Optional.of("other words"), Optional.empty(), Optional.empty());
            assertThat(messages(bed).change(id, other).get(10, TimeUnit.SECONDS))
                    .isInstanceOf(Changed.Done.class);
            assertThat(bed.port(0).kept(seen.messageId()).orElseThrow().getValue())
                    .isEqualTo("other words".getBytes(StandardCharsets.US_ASCII));
            Change wide = new Change(Optional.of("\u041f"), Optional.empty(), Optional.empty());
            assertThat(messages(bed).change(id, wide).get(10, TimeUnit.SECONDS)).isInstanceOf(Changed.Invalid.class);

            assertThat(messages(bed).cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Withdrawal.CANCELLED);
            assertThat(bed.port(0).kept(seen.messageId()).orElseThrow().getKey())
                    .isEqualTo("DELETED");
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> bed.receipts.stream().anyMatch(r -> r.state() == MessageState.CANCELLED));
            assertThat(messages(bed).cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Withdrawal.ENDED);
            assertThat(bed.receipts).filteredOn(r -> r.state().isFinal()).hasSize(1);
        }
    }

    @Test
    @Tag("C82")
    @Tag("C96")
    void a_text_that_was_changed_at_the_smsc_is_what_the_next_smsc_gets() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 2)
                .node("route.f.smsc", "s0 > s1")
                .node("route.f.prefix", CarrierBed.prefix(0))
                .node("route.f.order", "1")
                .node("route.f.failover", "undelivered")
                .of(0, "operations", "replace")
                .simulator(config -> config.with("keep", "100").with("receipt-after", "1h"))
                .start()
                .bound()) {
            bed.audit.expects(Fault.WRONG_BYTES, "the platform has changed its text");
            OutboundSms sms = message(1).clientRef("order-1").build();
            TaskId id = send(bed, sms);
            awaitSent(bed, id);
            ReceivedSubmit seen = bed.port(0).submits().get(0);
            Change other = new Change(Optional.of("other words"), Optional.empty(), Optional.empty());
            assertThat(messages(bed).change(id, other).get(10, TimeUnit.SECONDS))
                    .isEqualTo(new Changed.Done(MessageState.SENT, Encoding.GSM7, 1));
            assertThat(send(bed, sms)).as("the same clientRef").isEqualTo(id);

            byte[] failed = ("id:" + seen.messageId() + " sub:001 dlvrd:000 stat:UNDELIV err:011 text:")
                    .getBytes(StandardCharsets.US_ASCII);
            bed.port(0).sendDeliver(seen.destination(), seen.source(), 4, 0, failed, new byte[0]);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> !bed.port(1).submits().isEmpty());
            assertThat(bed.port(1).submits())
                    .singleElement()
                    .extracting(submit -> new String(submit.shortMessage(), StandardCharsets.US_ASCII))
                    .isEqualTo("other words");
            awaitSent(bed, id);
            assertThat(messages(bed).cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Withdrawal.TOO_LATE);
        }
    }

    /** The bed's audit misses what nobody was told. */
    @Test
    @Tag("C82")
    void who_asked_for_the_end_alone_is_told_of_what_is_deleted_at_the_smsc_and_of_what_never_came_there()
            throws Exception {
        try (CarrierBed bed = plan(directory).start().bound()) {
            TaskId there = send(bed, message(1).receipt(ReceiptWish.FINAL).build());
            awaitSent(bed, there);
            TaskId here = send(
                    bed,
                    message(2)
                            .receipt(ReceiptWish.FAILURE)
                            .schedule(Instant.now().plusSeconds(600))
                            .build());
            for (TaskId id : List.of(there, here)) {
                assertThat(messages(bed).cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Withdrawal.CANCELLED);
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.receipts.size() == 2);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.CANCELLED);
            assertThat(bed.receipts).extracting(Receipt::message).containsExactlyInAnyOrder(there, here);
        }
    }

    @Test
    @Tag("C08")
    void tlvs_of_mo_and_receipts_reach_the_platform_known_or_not() throws Exception {
        try (CarrierBed bed =
                plan(directory).of(0, "tlv.operator", "0x1402:text:30").start().bound()) {
            byte[] tlvs = {0x02, 0x04, 0, 2, 0, 9, 0x14, 0x02, 0, 2, 'o', 'p', 0x3F, (byte) 0xFF, 0, 1, 7};
            ReceivedSubmit.Party someone = new ReceivedSubmit.Party(1, 1, "46700000001");
            ReceivedSubmit.Party us = new ReceivedSubmit.Party(0, 1, "72404");
            bed.port(0).sendDeliver(someone, us, 0, 0, "hello".getBytes(StandardCharsets.US_ASCII), tlvs);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.inbound.size() == 1);
            assertThat(bed.inbound.get(0).tlvs())
                    .isEqualTo(Map.of("user_message_reference", "9", "operator", "op", "0x3fff", "07"));

            TaskId id = send(bed, message(1).receipt(ReceiptWish.FINAL).build());
            awaitSent(bed, id);
            String text = "id:" + bed.port(0).submits().get(0).messageId() + " stat:DELIVRD err:000";
            bed.port(0).sendDeliver(someone, us, 4, 0, text.getBytes(StandardCharsets.US_ASCII), tlvs);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.receipts.size() == 1);
            assertThat(bed.receipts.get(0).state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.receipts.get(0).report().tlvs())
                    .isEqualTo(bed.inbound.get(0).tlvs());
        }
    }

    @Test
    @Tag("C08")
    void tlvs_that_are_too_long_together_are_missed_in_the_event_and_counted() throws Exception {
        try (CarrierBed bed = plan(directory).start().bound()) {
            byte[] tlvs = new byte[4 + 2_045 + 6];
            System.arraycopy(new byte[] {0x14, 0, 0x07, (byte) 0xFD}, 0, tlvs, 0, 4);
            System.arraycopy(new byte[] {0x14, 1, 0, 2, 'h', 'i'}, 0, tlvs, 4 + 2_045, 6);
            ReceivedSubmit.Party someone = new ReceivedSubmit.Party(1, 1, "46700000001");
            ReceivedSubmit.Party us = new ReceivedSubmit.Party(0, 1, "72404");
            bed.port(0).sendDeliver(someone, us, 0, 0, "hello".getBytes(StandardCharsets.US_ASCII), tlvs);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.inbound.size() == 1);
            assertThat(bed.inbound.get(0).tlvs()).isEqualTo(Map.of("0x1401", "6869"));
            assertThat(bed.inbound.get(0).flaws()).containsExactly("tlvs-left-out");
            assertThat(bed.bridge.stats().smsc("s0").tlvsLeftOut.sum()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C69")
    void messages_go_out_by_data_sm_and_their_receipts_come_back_so() throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .of(0, "submit-with", "data_sm")
                .simulator(config -> config.with("receipt-as-data-sm", "true").with("receipt-after", "50ms"))
                .start()
                .bound()) {
            OutboundSms two =
                    message(1).text("x".repeat(200)).receipt(ReceiptWish.FINAL).build();
            send(bed, two);
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() == 1);

            assertThat(bed.receipts.get(0).state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.port(0).submits()).hasSize(2).allSatisfy(seen -> {
                assertThat(seen.shortMessage()).isEmpty();
                assertThat(seen.esmClass()).isEqualTo(0x40);
                assertThat(seen.tlvs()).containsKeys(0x0017, 0x0424);
            });
            assertThat(bed.port(0).submits().get(0).text()
                            + bed.port(0).submits().get(1).text())
                    .isEqualTo("x".repeat(200));
        }
    }

    @Test
    @Tag("C82")
    void what_the_smsc_has_delivered_it_does_not_give_back_and_says_so() throws Exception {
        try (CarrierBed bed = plan(directory)
                .simulator(config -> config.with("keep", "100").with("receipt-drop-every", "1"))
                .start()
                .bound()) {
            TaskId id = send(bed, message(1).build()); // delivered, and its receipt is lost
            awaitSent(bed, id);
            String messageId = bed.port(0).submits().get(0).messageId();
            await().atMost(Duration.ofSeconds(10))
                    .until(() ->
                            bed.port(0).kept(messageId).orElseThrow().getKey().equals("DELIVRD"));

            assertThat(messages(bed).cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Withdrawal.TOO_LATE);
            CarrierPart part = messages(bed)
                    .query(id)
                    .get(10, TimeUnit.SECONDS)
                    .orElseThrow()
                    .parts()
                    .get(0);
            assertThat(part.state()).isEqualTo("delivered");
            assertThat(part.finalDate()).matches("\\d{15}\\+");

            bed.port(0).stopAnswering();
            assertThat(state(bed, id)).isEqualTo(MessageState.SENT);
        }
    }
}
