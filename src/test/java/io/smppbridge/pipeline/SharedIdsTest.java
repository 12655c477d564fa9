package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.receipts.SharedId;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One message_id for several messages, as submit_multi gives it; and what the answer's TLVs say. */
class SharedIdsTest {
    private static final String ONE = "46701234567";
    private static final String OTHER = "46707654321";

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    private static TaskId send(PipelineRig rig, String to, ReceiptWish wish) {
        OutboundSms sms = OutboundSms.to(to).text("sale").receipt(wish).build();
        return ((Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
    }

    private static void answered(PipelineRig rig, Task task, String id) {
        String shared = SharedId.of(id, task.sms().to().number());
        rig.accepted(task, 0, shared, true, Outcomes.Flight.NONE);
    }

    private static int receipt(PipelineRig rig, String about, String id, String stat) {
        return receipt(rig, Address.of(about), id, stat);
    }

    private static int receipt(PipelineRig rig, Address about, String id, String stat) {
        return ReceiptBed.offer(
                rig,
                "a",
                delivery().from(about).receipt().text(ReceiptBed.text(id, stat)).made());
    }

    private MessageState heardOf(TaskId id) {
        return bed.receipts.stream()
                .filter(receipt -> receipt.message().equals(id))
                .map(Receipt::state)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void each_receipt_finds_the_message_to_its_number() {
        try (PipelineRig rig = rig()) {
            TaskId one = send(rig, ONE, ReceiptWish.FINAL);
            TaskId other = send(rig, OTHER, ReceiptWish.FINAL);
            rig.takeAll("a").forEach(task -> answered(rig, task, "77"));
            receipt(rig, "0707654321", "77", "UNDELIV"); // in its national form
            bed.awaitReceipts(1);
            assertThat(heardOf(other)).isEqualTo(MessageState.UNDELIVERED);
            assertThat(rig.state(one)).isEqualTo(MessageState.SENT);
            receipt(rig, ONE, "77", "DELIVRD");
            bed.awaitReceipts(2);
            assertThat(heardOf(one)).isEqualTo(MessageState.DELIVERED);
            // The SMSC thinks better of it: by then both have ended.
            receipt(rig, OTHER, "77", "DELIVRD");
            bed.awaitReceipts(3);
            assertThat(heardOf(other)).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().before()).contains(MessageState.UNDELIVERED);
        }
    }

    @Test
    void a_plus_before_a_short_number_makes_it_no_other() {
        try (PipelineRig rig = rig()) {
            TaskId one = send(rig, "4671001", ReceiptWish.FINAL);
            send(rig, "4671002", ReceiptWish.FINAL);
            rig.takeAll("a").forEach(task -> answered(rig, task, "77"));
            receipt(rig, new Address("+4671001", 0, 0), "77", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(heardOf(one)).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C62")
    void a_receipt_that_overtakes_the_answer_waits_for_the_message_to_its_number() {
        try (PipelineRig rig = rig()) {
            TaskId one = send(rig, ONE, ReceiptWish.FINAL);
            TaskId other = send(rig, OTHER, ReceiptWish.FINAL);
            receipt(rig, OTHER, "77", "UNDELIV");
            receipt(rig, ONE, "77", "DELIVRD");
            rig.takeAll("a").forEach(task -> answered(rig, task, "77"));
            bed.awaitReceipts(2);
            assertThat(heardOf(one)).isEqualTo(MessageState.DELIVERED);
            assertThat(heardOf(other)).isEqualTo(MessageState.UNDELIVERED);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
        }
    }

    @Test
    @Tag("A-01")
    @Tag("C62")
    void a_start_knows_them_from_the_journal_and_from_the_flight_log() {
        TaskId one;
        TaskId other;
        try (PipelineRig rig = rig("smsc.a.message-id = hex-dec")) {
            one = send(rig, ONE, ReceiptWish.FINAL);
            other = send(rig, OTHER, ReceiptWish.FINAL);
            answered(rig, rig.takeAll("a").get(0), "4D");
            await().until(() -> rig.state(one) == MessageState.SENT);
        }
        // Longest of ids: what tells the destination is kept whole.
        try (FlightLog log = FlightLog.create(directory.resolve("journal").resolve("flights"), "a-1", 8, 1)) {
            log.answered(log.sent(other.value(), 0, 1, 1), 0, SharedId.of("0".repeat(62) + "4D", OTHER));
        }
        try (PipelineRig rig = rig("smsc.a.message-id = hex-dec")) {
            assertThat(rig.state(other)).isEqualTo(MessageState.SENT);
            receipt(rig, OTHER, "77", "EXPIRED");
            receipt(rig, ONE, "77", "DELIVRD");
            bed.awaitReceipts(2);
            assertThat(heardOf(one)).isEqualTo(MessageState.DELIVERED);
            assertThat(heardOf(other)).isEqualTo(MessageState.EXPIRED);
        }
    }

    @Test
    @Tag("C82")
    void the_smsc_is_not_asked_about_one_of_several_of_the_same_id() {
        try (PipelineRig rig = rig("smsc.a.operations = query, cancel, replace")) {
            TaskId one = send(rig, ONE, ReceiptWish.FINAL);
            rig.takeAll("a").forEach(task -> answered(rig, task, "77"));
            await().until(() -> rig.state(one) == MessageState.SENT);
            var messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            var view = PipelineRig.get(messages.query(one)).orElseThrow();
            assertThat(view.why()).contains("one message_id with others");
            assertThat(view.message().parts().get(0).messageId()).isEqualTo("77");
            assertThat(PipelineRig.get(messages.cancel(one)))
                    .isEqualTo(io.smppbridge.Messages.Withdrawal.TOO_LATE); // cancel_sm would delete all of them
        }
    }

    @Test
    @Tag("C08")
    void what_the_tlvs_of_an_answer_say_reaches_the_platform_and_outlives_a_start() {
        byte[] tlvs = {0x14, 0x03, 0, 2, 'o', 'k', 0x3F, 0x01, 0, 1, 7};
        Map<String, String> said = Map.of("operator", "ok", "0x3f01", "07");
        TaskId sent;
        TaskId refused;
        TaskId taken;
        String[] names = {"smsc.a.tlv.operator = 0x1403:text:30"};
        try (PipelineRig rig = rig(names)) {
            sent = send(rig, ONE, ReceiptWish.ALL);
            refused = send(rig, OTHER, ReceiptWish.FINAL);
            taken = send(rig, OTHER, ReceiptWish.NONE);
            for (Task task : rig.takeAll("a")) {
                task.answerTlvs = tlvs;
                if (task.id() == refused.value()) {
                    rig.pipeline
                            .outcomes()
                            .ended(task, MessageState.REJECTED, "command_status 0x45", Outcomes.Flight.NONE);
                } else {
                    rig.accepted(task, 0, "id" + task.id(), true, Outcomes.Flight.NONE);
                }
            }
            bed.awaitReceipts(2);
            assertThat(bed.receipts).allMatch(receipt -> receipt.report().tlvs().equals(said));
            assertThat(heardOf(sent)).isEqualTo(MessageState.SENT);
            assertThat(bed.receipts).noneMatch(receipt -> receipt.detail().contains("UNSTATED"));
        }
        try (PipelineRig rig = rig(names)) {
            for (TaskId id : new TaskId[] {sent, refused, taken}) {
                var view = PipelineRig.get(
                                rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                        .orElseThrow();
                assertThat(view.parts().get(0).tlvs()).isEqualTo(said);
            }
        }
    }

    /** Kept where nobody takes them at first: read back, they say the same. */
    @Test
    @Tag("C08")
    void news_that_is_handed_over_after_a_start_still_has_the_tlvs() {
        try (PipelineRig rig = PipelineRig.start(directory, bed)) {
            bed.refused = java.util.Optional.of(MessageState.SENT);
            rig.middleWare().listen(bed);
            send(rig, ONE, ReceiptWish.ALL);
            for (Task task : rig.takeAll("a")) {
                task.answerTlvs = new byte[] {0x14, 0x03, 0, 1, 7};
                rig.accepted(task, 0, "id", true, Outcomes.Flight.NONE);
            }
            await().until(() -> rig.stats.smsc("a") != null && rig.pipeline.openMessages() == 1);
        }
        bed.refused = java.util.Optional.empty();
        bed.pass(java.time.Duration.ofHours(1));
        try (PipelineRig rig = rig()) {
            bed.awaitReceipts(1);
            assertThat(bed.last().report().tlvs()).containsEntry("0x1403", "07");
        }
    }
}
