package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.FlightLog;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kill at an unlucky moment, a poisoned message or a vanished SMSC may do to the journal thread. */
class AdversaryTest {
    @TempDir
    Path directory;

    private static final class Heard implements InboundListener {
        final List<Receipt> receipts = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(InboundSms message) {}

        @Override
        public void onReceipt(Receipt receipt) {
            receipts.add(receipt);
        }
    }

    private static TaskId send(PipelineRig rig, String text, ReceiptWish wish) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("Acme")
                        .text(text)
                        .receipt(wish)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static int answerTo(PipelineRig rig, String smsc, String text) {
        Delivery delivery = delivery().text(text).made();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer(smsc, delivery, (d, s) -> status.complete(s));
        return PipelineRig.get(status);
    }

    private FlightLog flights() {
        return FlightLog.create(directory.resolve("journal").resolve("flights"), "a-1", 8, 1);
    }

    private static String longText() {
        return "x".repeat(300);
    }

    @Test
    @Tag("H-03")
    void an_outcome_that_throws_fails_alone_and_gives_its_window_slot_back() {
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            TaskId poisoned = send(rig, "poisoned", ReceiptWish.FINAL);
            TaskId sound = send(rig, "sound", ReceiptWish.NONE);
            List<Task> tasks = rig.takeAll("a");
            AtomicBoolean freed = new AtomicBoolean();
            rig.accepted(tasks.get(0), 0, null, true, () -> freed.set(true));
            rig.accepted(tasks.get(1), 0, "1", true, Outcomes.Flight.NONE);
            await().until(() -> rig.pipeline.openMessages() == 0);
            assertThat(freed).isTrue();
            assertThat(heard.receipts).hasSize(1);
            assertThat(heard.receipts.get(0).message()).isEqualTo(poisoned);
            assertThat(heard.receipts.get(0).state()).isEqualTo(MessageState.ACCEPTED);
            assertThat(heard.receipts.get(0).detail()).contains("internal error");
            assertThat(sound.value()).isGreaterThan(poisoned.value());
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
            assertThat(rig.fatal).hasNullValue();
            assertThat(send(rig, "after", ReceiptWish.NONE).value()).isPositive();
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_999);
        }
    }

    @Test
    @Tag("H-03")
    void a_delivery_that_throws_is_refused_to_its_carrier_and_the_next_is_taken() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(answerTo(rig, null, "poisoned")).isEqualTo(CommandStatus.RX_T_APPN);
            assertThat(answerTo(rig, "a", "sound")).isEqualTo(CommandStatus.ROK);
            assertThat(rig.stats.refused("internal").sum()).isEqualTo(1);
            assertThat(rig.fatal).hasNullValue();
        }
    }

    @Test
    @Tag("A-01")
    void an_answer_that_only_the_flight_log_has_ends_the_message_and_leaves_the_credits_right() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            id = send(rig, "hello", ReceiptWish.NONE);
        }
        try (FlightLog log = flights()) {
            log.answered(log.sent(id.value(), 0, 1, 1), 0, "77");
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
        }
    }

    @Test
    @Tag("A-01")
    void two_parts_without_an_answer_are_one_attempt_and_are_sent_again() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain-wait = 0s")) {
            id = send(rig, longText(), ReceiptWish.NONE);
        }
        try (FlightLog log = flights()) {
            log.sent(id.value(), 0, 1, 1);
            log.sent(id.value(), 1, 1, 1);
        }
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain-wait = 0s")) {
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks).hasSize(1);
            assertThat(tasks.get(0).unanswered).isEqualTo(1);
        }
    }

    @Test
    @Tag("A-01")
    @Tag("C21")
    void a_part_without_an_answer_counts_although_another_of_the_same_attempt_was_refused() {
        String[] hold = {"smsc.a.uncertain = hold", "smsc.a.uncertain-wait = 0s"};
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, hold)) {
            id = send(rig, longText(), ReceiptWish.NONE);
            Task task = rig.takeAll("a").get(0);
            task.refusals = 1;
            rig.pipeline.outcomes().refused(task, 0, 8, Outcomes.Flight.NONE);
        }
        try (FlightLog log = flights()) {
            log.sent(id.value(), 1, 1, 1);
        }
        for (int start = 0; start < 2; start++) {
            try (PipelineRig rig = PipelineRig.start(directory, hold)) {
                assertThat(rig.takeAll("a")).as("start %d", start).isEmpty();
                assertThat(rig.pipeline.held().count()).isEqualTo(1);
                var view = PipelineRig.get(
                        rig.pipeline.messages(PipelineRig.ACCOUNT).find(id));
                assertThat(view.orElseThrow().unanswered()).isEqualTo(1);
            }
            try (FlightLog log = flights()) {
                log.sent(id.value(), 1, 1, 1);
            }
        }
    }

    @Test
    @Tag("A-04")
    void a_recovery_that_was_cut_short_does_not_count_an_attempt_twice() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain-wait = 0s")) {
            id = send(rig, "hello", ReceiptWish.NONE);
        }
        for (int start = 0; start < 3; start++) {
            // The recovery's records are on disk, its deletion of the flight log is not.
            try (FlightLog log = flights()) {
                log.sent(id.value(), 0, 1, 1);
            }
            try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain-wait = 0s")) {
                List<Task> tasks = rig.takeAll("a");
                assertThat(tasks).as("start %d", start).hasSize(1);
                assertThat(tasks.get(0).unanswered).isEqualTo(1);
            }
        }
    }

    @Test
    @Tag("D-08")
    void an_event_that_a_recovery_makes_is_offered_once() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain = never", "smsc.a.uncertain-wait = 0s")) {
            id = send(rig, "hello", ReceiptWish.FINAL);
        }
        try (FlightLog log = flights()) {
            log.sent(id.value(), 0, 1, 1);
        }
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain = never", "smsc.a.uncertain-wait = 0s")) {
            rig.middleWare().listen(heard);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
        assertThat(heard.receipts).hasSize(1);
        assertThat(heard.receipts.get(0).state()).isEqualTo(MessageState.UNCERTAIN);
        assertThat(heard.receipts.get(0).possibleDuplicate())
                .as("there was one attempt")
                .isFalse();
    }

    @Test
    @Tag("C107")
    void an_answer_from_an_smsc_that_has_left_the_configuration_does_not_keep_the_bridge_from_starting() {
        String[] two = {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.b.smsc = b",
            "route.b.prefix = 4670",
            "route.b.order = 1"
        };
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, two)) {
            id = send(rig, "hello", ReceiptWish.FINAL);
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(49_999);
        }
        try (FlightLog log = flights()) {
            log.answered(log.sent(id.value(), 0, 1, 1), 0, "77");
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.fatal).hasNullValue();
        }
    }

    @Test
    @Tag("C107")
    void a_held_message_waits_for_its_operator_also_when_its_smsc_leaves() {
        String[] two = {
            "smsc.b.host = 127.0.0.1", "smsc.b.system-id = me", "smsc.b.password = secret", "smsc.b.rate = unlimited",
            "smsc.b.uncertain = hold", "route.b.smsc = b", "route.b.prefix = 4670", "route.b.order = 1"
        };
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, two)) {
            id = send(rig, "hello", ReceiptWish.FINAL);
        }
        try (FlightLog log = flights()) {
            log.sent(id.value(), 0, 1, 1);
        }
        try (PipelineRig rig = PipelineRig.start(directory, two)) {
            assertThat(rig.takeAll("b")).isEmpty();
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.openMessages()).isEqualTo(1);
            assertThat(rig.pipeline.held().count()).isEqualTo(1);
            assertThat(rig.pipeline.held().list("", 10))
                    .hasValueSatisfying(held -> assertThat(held.first())
                            .extracting(HeldMessages.Message::id)
                            .containsExactly(id));
            assertThat(rig.pipeline.held().resolve(id.value(), false)).contains(true);
            assertThat(rig.pipeline.held().count()).isZero();
        }
    }
}
