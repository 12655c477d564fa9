package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes to grief at one SMSC goes on to the next of its route, where the route says so, and nowhere else. */
class FailingOverTest {
    @TempDir
    Path directory;

    private final List<Receipt> heard = new CopyOnWriteArrayList<>();

    private final AtomicLong later = new AtomicLong();
    private InstantSource clock = () -> Instant.now().plusMillis(later.get());

    private PipelineRig start(String failover) {
        return start(failover, "a > b");
    }

    private static String[] lines(String failover, String tiers) {
        return new String[] {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "smsc.c.host = 127.0.0.1",
            "smsc.c.port = 2777",
            "smsc.c.system-id = me",
            "smsc.c.password = secret",
            "smsc.c.rate = unlimited",
            "route.two.smsc = " + tiers,
            "route.two.order = 1",
            "route.two.prefix = 46",
            "routing.down-for = 1s",
            "routing.receipt-after = 1s",
            failover.isEmpty() ? "" : "route.two.failover = " + failover
        };
    }

    private PipelineRig start(String failover, String tiers, String... more) {
        String[] all =
                Stream.of(lines(failover, tiers), more).flatMap(Stream::of).toArray(String[]::new);
        PipelineRig rig = PipelineRig.start(directory, clock, all);
        bound(rig, "a", true);
        bound(rig, "b", true);
        bound(rig, "c", true);
        rig.middleWare().listen(new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {}

            @Override
            public void onReceipt(Receipt receipt) {
                heard.add(receipt);
            }
        });
        return rig;
    }

    private static void bound(PipelineRig rig, String smsc, boolean now) {
        rig.stats.smsc(smsc).bind("1").bound = now;
    }

    private static TaskId send(PipelineRig rig, String text) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("Acme")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    /** What a sender of that SMSC gets. */
    private static Task take(PipelineRig rig, String smsc) {
        AtomicReference<Task> taken = new AtomicReference<>();
        await().until(() -> {
            List<Task> all = rig.takeAll(smsc);
            assertThat(all).hasSizeLessThanOrEqualTo(1);
            all.forEach(taken::set);
            return taken.get() != null;
        });
        return taken.get();
    }

    private static void receipt(PipelineRig rig, String smsc, String id, String state) {
        String text = "id:" + id + " sub:001 dlvrd:000 submit date:2611211200 done date:2611211201 stat:" + state
                + " err:000 text:x";
        Delivery delivery = delivery().receipt().text(text).made();
        await().until(() -> rig.pipeline.inbound().offer(smsc, delivery, (d, status) -> {}));
    }

    /** From before a restart it stands in a bag by its place alone. */
    @Test
    @Tag("C98")
    @Tag("C95")
    void what_a_receipt_settles_and_moves_while_it_waits_to_be_sent_again_is_only_with_the_next_smsc() {
        TaskId id;
        try (PipelineRig rig = start("undelivered", "a > b", "smsc.a.uncertain-wait = 1m")) {
            OutboundSms sms = OutboundSms.to("46701234567")
                    .text("x")
                    .receipt(ReceiptWish.FINAL)
                    .build();
            id = ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
            Task task = take(rig, "a");
            task.unanswered = 1;
            task.dueAtMs = rig.clock.millis() + 60_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
        }
        try (PipelineRig rig = start("undelivered", "a > b", "smsc.a.uncertain-wait = 1m")) {
            receipt(rig, "a", "A1", "UNDELIV");
            Task task = take(rig, "b");
            assertThat(task.id()).isEqualTo(id.value());
            later.set(120_000);
            assertThat(rig.takeAll("a")).isEmpty();
            rig.accepted(task, 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    private Optional<Receipt> end() {
        await().until(() -> !heard.isEmpty());
        assertThat(heard).hasSize(1);
        return Optional.of(heard.get(0));
    }

    /** An SMSC takes both parts of what is in its bag: a gives A1 and A2. */
    private static Task takenWhole(PipelineRig rig, String smsc) {
        String id = smsc.toUpperCase(Locale.ROOT);
        Task task = take(rig, smsc);
        rig.accepted(task, 0, id + 1, false, Flight.NONE);
        rig.accepted(task, 1, id + 2, true, Flight.NONE);
        return task;
    }

    @Test
    @Tag("C96")
    void what_one_smsc_rejects_the_next_one_gets_and_the_platform_hears_of_one_end() {
        try (PipelineRig rig = start("rejected")) {
            TaskId id = send(rig, "x");
            Task first = take(rig, "a");
            rig.pipeline.outcomes().ended(first, MessageState.REJECTED, "status 0x0b", Flight.NONE);
            Task second = take(rig, "b");
            assertThat(second.id()).isEqualTo(id.value());
            assertThat(second.refusals).isZero();
            rig.accepted(second, 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            assertThat(end().orElseThrow())
                    .satisfies(told -> assertThat(told.message()).isEqualTo(id))
                    .satisfies(told -> assertThat(told.state()).isEqualTo(MessageState.DELIVERED))
                    .satisfies(told -> assertThat(told.smsc()).isEqualTo("b"));
            assertThat(rig.stats.smsc("b").failedOver.sum()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C82")
    @Tag("C96")
    void what_goes_on_while_its_first_smsc_is_asked_to_delete_it_is_withdrawn_only_if_the_next_one_has_not_got_it() {
        try (PipelineRig rig = start("undelivered", "a > b", "smsc.a.operations = cancel")) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            for (boolean sentOn : List.of(true, false)) {
                CompletableFuture<Consumer<OperationAnswer>> asked = new CompletableFuture<>();
                rig.pipeline.desk((smsc, operation, answer) -> asked.complete(answer));
                TaskId id = send(rig, "x");
                String name = "A" + id;
                rig.accepted(take(rig, "a"), 0, name, true, Flight.NONE);
                await().until(() ->
                        PipelineRig.get(messages.find(id)).orElseThrow().state() == MessageState.SENT);
                CompletableFuture<Messages.Withdrawal> told = messages.cancel(id);
                Consumer<OperationAnswer> answer = PipelineRig.get(asked);
                receipt(rig, "a", name, "UNDELIV");
                if (sentOn) {
                    rig.accepted(take(rig, "b"), 0, "B1", true, Flight.NONE);
                }
                MessageState there = sentOn ? MessageState.SENT : MessageState.QUEUED;
                await().until(() -> {
                    Messages.MessageView view =
                            PipelineRig.get(messages.find(id)).orElseThrow();
                    return view.smsc().equals("b") && view.state() == there;
                });
                answer.accept(OperationAnswer.Said.status(0));
                assertThat(PipelineRig.get(told))
                        .isEqualTo(sentOn ? Messages.Withdrawal.TOO_LATE : Messages.Withdrawal.CANCELLED);
                assertThat(PipelineRig.get(messages.find(id)).orElseThrow().state())
                        .isEqualTo(sentOn ? MessageState.SENT : MessageState.CANCELLED);
                assertThat(rig.takeAll("b")).isEmpty();
            }
        }
    }

    @Test
    @Tag("C96")
    void each_smsc_has_a_message_once_then_it_ends() {
        try (PipelineRig rig = start("rejected")) {
            send(rig, "x");
            rig.pipeline.outcomes().ended(take(rig, "a"), MessageState.REJECTED, "no", Flight.NONE);
            rig.pipeline.outcomes().ended(take(rig, "b"), MessageState.REJECTED, "no again", Flight.NONE);
            assertThat(end().orElseThrow())
                    .satisfies(told -> assertThat(told.state()).isEqualTo(MessageState.REJECTED))
                    .satisfies(told -> assertThat(told.detail()).isEqualTo("no again"));
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void without_leave_nothing_goes_on_that_may_be_delivered_already() {
        try (PipelineRig rig = start("down, refused, rejected, undelivered")) {
            send(rig, "x");
            rig.pipeline.outcomes().lastUnanswered(take(rig, "a"), 0, "no answer", Flight.NONE);
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.UNCERTAIN);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void a_message_of_which_a_part_was_taken_stays_where_it_is() {
        try (PipelineRig rig = start("rejected")) {
            send(rig, "x".repeat(200));
            Task task = take(rig, "a");
            rig.accepted(task, 0, "A1", false, Flight.NONE);
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no", Flight.NONE);
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.REJECTED);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void what_got_no_answer_and_was_held_stays_where_it_is_also_when_it_is_rejected_the_second_time() {
        try (PipelineRig rig = start("rejected, refused")) {
            TaskId id = send(rig, "x");
            Task task = take(rig, "a");
            task.unanswered++;
            rig.pipeline.outcomes().unanswered(task, 0, true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(true);
            rig.pipeline.outcomes().ended(take(rig, "a"), MessageState.REJECTED, "no", Flight.NONE);
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.UNCERTAIN);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    void without_an_answer_it_goes_on_where_the_route_allows_a_second_delivery_and_is_marked() {
        try (PipelineRig rig = start("unanswered")) {
            send(rig, "x");
            rig.pipeline.outcomes().lastUnanswered(take(rig, "a"), 0, "no answer", Flight.NONE);
            Task second = take(rig, "b");
            rig.accepted(second, 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            assertThat(end().orElseThrow().possibleDuplicate()).isTrue();
        }
    }

    @Test
    @Tag("C96")
    void a_receipt_of_failure_moves_it_on_and_later_words_of_the_first_smsc_change_nothing() {
        try (PipelineRig rig = start("undelivered")) {
            send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            receipt(rig, "a", "A1", "UNDELIV");
            Task second = take(rig, "b");
            receipt(rig, "a", "A1", "EXPIRED");
            rig.accepted(second, 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    void after_a_restart_it_is_where_it_went_and_has_its_attempts_there() {
        TaskId id;
        try (PipelineRig rig = start("undelivered")) {
            id = send(rig, "x");
            Task task = take(rig, "a");
            task.refusals = 3;
            rig.pipeline.outcomes().refused(task, 0, 0x58, Flight.NONE);
            rig.accepted(task, 0, "A1", true, Flight.NONE);
            receipt(rig, "a", "A1", "UNDELIV");
            await().until(() -> rig.stats.smsc("b").failedOver.sum() == 1);
        }
        try (PipelineRig rig = start("undelivered")) {
            Task again = take(rig, "b");
            assertThat(again.id()).isEqualTo(id.value());
            assertThat(again.refusals).isZero();
            assertThat(again.parts().waiting()).isEqualTo(1);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    /** The pause was the first one's: the second has refused nothing. */
    @Test
    void after_a_restart_it_does_not_wait_for_the_pause_that_the_smsc_it_has_left_had_asked_for() {
        TaskId id;
        try (PipelineRig rig = start("undelivered")) {
            id = send(rig, "x");
            Task task = take(rig, "a");
            task.dueAtMs = Instant.now().plusSeconds(3_600).toEpochMilli();
            rig.pipeline.outcomes().refused(task, 0, 0x58, Flight.NONE);
            rig.accepted(task, 0, "A1", true, Flight.NONE);
            receipt(rig, "a", "A1", "UNDELIV");
            await().until(() -> rig.stats.smsc("b").failedOver.sum() == 1);
        }
        try (PipelineRig rig = start("undelivered")) {
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** In one part there, so that it is written anew. */
    @Test
    void nor_does_one_that_was_written_anew_for_the_next_smsc() {
        String payload = "smsc.b.long-message = payload";
        TaskId id;
        try (PipelineRig rig = start("undelivered", "a > b", payload)) {
            id = send(rig, "x".repeat(200));
            Task task = take(rig, "a");
            task.dueAtMs = Instant.now().plusSeconds(3_600).toEpochMilli();
            rig.pipeline.outcomes().refused(task, 0, 0x58, Flight.NONE);
            rig.accepted(task, 0, "A1", false, Flight.NONE);
            rig.accepted(task, 1, "A2", true, Flight.NONE);
            receipt(rig, "a", "A1", "UNDELIV");
            receipt(rig, "a", "A2", "UNDELIV");
            await().until(() -> rig.stats.smsc("b").failedOver.sum() == 1);
        }
        try (PipelineRig rig = start("undelivered", "a > b", payload)) {
            Task again = take(rig, "b");
            assertThat(again.id()).isEqualTo(id.value());
            assertThat(again.parts().count()).isOne();
        }
    }

    @Test
    void a_receipt_that_does_not_come_moves_it_on_where_the_route_allows_a_second_delivery() {
        try (PipelineRig rig = start("no-receipt")) {
            TaskId id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    @Test
    @Tag("C96")
    void what_has_moved_on_for_want_of_a_receipt_and_is_refused_there_is_not_told_to_have_got_no_answer() {
        try (PipelineRig rig = start("no-receipt")) {
            send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            rig.pipeline.outcomes().ended(take(rig, "b"), MessageState.REJECTED, "no more", () -> {});
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.UNCERTAIN);
            assertThat(end().orElseThrow().detail())
                    .isEqualTo(
                            "perhaps sent by an earlier attempt, of which no answer came or no receipt; then: no more");
        }
    }

    @Test
    @Tag("C96")
    void a_message_whose_parts_have_all_failed_moves_on_whole_and_until_then_it_waits() {
        try (PipelineRig rig = start("undelivered")) {
            send(rig, "x".repeat(200));
            takenWhole(rig, "a");
            receipt(rig, "a", "A1", "UNDELIV");
            receipt(rig, "a", "A2", "EXPIRED");
            Task second = take(rig, "b");
            assertThat(second.parts().waiting()).isEqualTo(2);
            assertThat(heard).isEmpty();
            rig.accepted(second, 0, "B1", false, Flight.NONE);
            rig.accepted(second, 1, "B2", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            receipt(rig, "b", "B2", "DELIVRD");
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C96")
    void a_message_of_which_a_part_was_delivered_ends_with_the_words_of_the_part_that_was_not() {
        try (PipelineRig rig = start("undelivered")) {
            send(rig, "x".repeat(200));
            takenWhole(rig, "a");
            receipt(rig, "a", "A1", "UNDELIV");
            receipt(rig, "a", "A2", "DELIVRD");
            assertThat(end().orElseThrow())
                    .satisfies(told -> assertThat(told.state()).isEqualTo(MessageState.UNDELIVERED))
                    .satisfies(told -> assertThat(told.detail()).contains("UNDELIV"));
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void a_message_of_which_one_part_failed_and_of_the_other_nothing_is_heard_ends_also_over_a_restart() {
        try (PipelineRig rig = start("undelivered")) {
            TaskId id = send(rig, "x".repeat(200));
            takenWhole(rig, "a");
            receipt(rig, "a", "A1", "UNDELIV");
            await().until(() -> rig.state(id) == MessageState.SENT && rig.stats.journalRecords.sum() >= 4);
        }
        try (PipelineRig rig = start("undelivered")) {
            await().pollDelay(java.time.Duration.ofMillis(300)).until(heard::isEmpty);
            later.set(60_000);
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void a_receipt_that_was_awaited_before_a_restart_is_awaited_after_it_and_no_longer() {
        TaskId id;
        try (PipelineRig rig = start("no-receipt")) {
            id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            TaskId sent = id;
            await().until(() -> rig.state(sent) == MessageState.SENT);
        }
        later.set(60_000);
        try (PipelineRig rig = start("no-receipt")) {
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** What an SMSC has kept while the bridge was down comes a little after the start. */
    @Test
    @Tag("C96")
    void a_receipt_that_came_while_the_bridge_was_down_is_heard_before_its_message_moves() {
        Instant begun = Instant.now();
        clock = () -> begun.plusMillis(later.get());
        TaskId told;
        TaskId untold;
        try (PipelineRig rig = start("no-receipt")) {
            told = send(rig, "told");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            untold = send(rig, "untold");
            rig.accepted(take(rig, "a"), 0, "A2", true, Flight.NONE);
            TaskId last = untold;
            await().until(() -> rig.state(last) == MessageState.SENT);
        }
        later.set(60_000);
        try (PipelineRig rig = start("no-receipt")) {
            assertThat(rig.takeAllFor(java.time.Duration.ofMillis(1_500), "b")).isEmpty();
            receipt(rig, "a", "A1", "DELIVRD");
            await().until(() -> rig.state(told) == MessageState.DELIVERED);
            later.set(61_001);
            assertThat(take(rig, "b").id()).isEqualTo(untold.value());
        }
    }

    /** It had waited for three hours more. */
    @Test
    @Tag("C96")
    void a_receipt_that_was_awaited_by_a_clock_that_has_been_set_back_is_awaited_anew_and_no_longer() {
        TaskId id;
        later.set(10_800_000);
        try (PipelineRig rig = start("no-receipt")) {
            id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            TaskId sent = id;
            await().until(() -> rig.state(sent) == MessageState.SENT);
        }
        later.set(0);
        try (PipelineRig rig = start("no-receipt")) {
            later.set(60_000);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** What is told to a running bridge once a jump of the clock is believed. */
    @Test
    @Tag("C96")
    @Tag("G-01")
    void a_receipt_is_awaited_no_longer_than_anew_where_the_clock_is_set_back_meanwhile() {
        later.set(10_800_000);
        try (PipelineRig rig = start("no-receipt")) {
            TaskId id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            later.set(0);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** As all are for a while after a start. */
    @Test
    @Tag("C96")
    void a_message_whose_receipt_is_late_while_all_others_are_down_moves_once_one_is_up() {
        try (PipelineRig rig = start("no-receipt")) {
            TaskId id = send(rig, "x");
            bound(rig, "b", false);
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            later.set(60_000);
            assertThat(rig.takeAllFor(java.time.Duration.ofMillis(1_500), "b")).isEmpty();
            bound(rig, "b", true);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** A second delivery, and before its time, would be what came of it. */
    @Test
    @Tag("C96")
    void a_receipt_is_not_missed_as_long_as_the_smsc_keeps_the_message_for_its_time_also_after_a_restart() {
        java.time.Duration hour = java.time.Duration.ofHours(1);
        String[] both = {"smsc.a.pass-schedule = true", "smsc.b.pass-schedule = true"};
        TaskId id;
        try (PipelineRig rig = start("no-receipt", "a > b", both)) {
            OutboundSms sms = OutboundSms.to("46701234567")
                    .text("x")
                    .schedule(Instant.now().plus(hour))
                    .receipt(ReceiptWish.FINAL)
                    .build();
            id = ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            TaskId sent = id;
            await().until(() -> rig.state(sent) == MessageState.SENT);
            later.set(hour.dividedBy(2).toMillis());
            assertThat(rig.takeAllFor(java.time.Duration.ofMillis(1_500), "b")).isEmpty();
        }
        try (PipelineRig rig = start("no-receipt", "a > b", both)) {
            assertThat(rig.takeAllFor(java.time.Duration.ofMillis(1_500), "b")).isEmpty();
            later.set(hour.plusMinutes(1).toMillis());
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    /** So many of its bag's places are taken. */
    private static void assertHolds(PipelineRig rig, String smsc, int messages) {
        await().until(() ->
                rig.pipeline.bag(smsc).credits() == rig.pipeline.bag(smsc).capacity() - messages);
    }

    /** The time of the SMSC that it has left does not count at the next. */
    @Test
    @Tag("C96")
    void each_smsc_has_its_own_time_for_the_receipt() {
        try (PipelineRig rig = start("undelivered, no-receipt", "a > b > c")) {
            TaskId id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            later.set(900);
            receipt(rig, "a", "A1", "UNDELIV");
            rig.accepted(take(rig, "b"), 0, "B1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            await().pollDelay(java.time.Duration.ofMillis(500))
                    .until(() -> rig.stats.smsc("c").failedOver.sum() == 0);
            later.set(60_000);
            assertThat(take(rig, "c").id()).isEqualTo(id.value());
        }
    }

    @Test
    @Tag("C96")
    void a_reload_that_lets_missing_receipts_count_does_so_for_those_that_are_awaited() {
        try (PipelineRig rig = start("down")) {
            TaskId id = send(rig, "x");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.apply(PipelineRig.config(directory, lines("no-receipt", "a > b")));
            await().pollDelay(java.time.Duration.ofMillis(300)).until(() -> true);
            later.set(60_000);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
        }
    }

    @Test
    @Tag("C95")
    void what_waits_for_a_dead_bind_goes_where_a_live_one_is() {
        try (PipelineRig rig = start("down")) {
            TaskId id = send(rig, "x");
            bound(rig, "a", false);
            await().until(() -> rig.pipeline.bag("a").leaving());
            rig.pipeline.outcomes().stuck(take(rig, "a"));
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
            assertHolds(rig, "a", 0); // else a bag that messages have left in time refuses all others as full
            assertHolds(rig, "b", 1);
            bound(rig, "a", true);
            await().until(() -> !rig.pipeline.bag("a").leaving());
        }
    }

    @Test
    void what_is_stuck_and_finds_nothing_better_goes_back_to_its_bag() {
        try (PipelineRig rig = start("down")) {
            TaskId id = send(rig, "x");
            Task task = take(rig, "a");
            bound(rig, "b", false);
            rig.pipeline.outcomes().stuck(task);
            await().until(() -> rig.pipeline.bag("a").depth() == 1);
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.QUEUED);
        }
    }

    /** A long message that a could not deliver and b has taken, a minute later. */
    private TaskId movedWhole(PipelineRig rig) {
        TaskId id = send(rig, "x".repeat(200));
        Task task = take(rig, "a");
        rig.accepted(task, 0, "A1", false, Flight.NONE);
        rig.accepted(task, 1, "A2", true, Flight.NONE);
        receipt(rig, "a", "A1", "UNDELIV");
        receipt(rig, "a", "A2", "UNDELIV");
        Task second = take(rig, "b");
        later.set(60_000);
        assertThat(view(rig, id).submittedAt()).isEqualTo(Instant.EPOCH);
        rig.accepted(second, 0, "B1", false, Flight.NONE);
        await().untilAsserted(() -> assertThat(view(rig, id).parts())
                .extracting(part -> part.messageId(), part -> part.receipt())
                .containsExactly(tuple("B1", ""), tuple("", "")));
        rig.accepted(second, 1, "B2", true, Flight.NONE);
        await().until(() -> rig.state(id) == MessageState.SENT);
        return id;
    }

    private static MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    @Test
    @Tag("C96")
    void what_the_first_smsc_said_of_its_parts_is_not_told_as_the_next_ones_words() {
        try (PipelineRig rig = start("undelivered")) {
            Instant moved = Instant.now();
            TaskId id = movedWhole(rig);
            receipt(rig, "b", "B2", "EXPIRED");
            Receipt told = end().orElseThrow();
            assertThat(told.partReports())
                    .extracting(part -> part.part(), part -> part.messageId(), part -> part.state())
                    .containsExactly(tuple(2, "B2", MessageState.EXPIRED));
            assertThat(told.submittedAt()).isAfter(moved.plusSeconds(50));
            assertThat(view(rig, id).submittedAt()).isEqualTo(told.submittedAt());
            assertThat(view(rig, id).parts())
                    .extracting(part -> part.receipt())
                    .first()
                    .isEqualTo("");
        }
    }

    @Test
    @Tag("C96")
    void an_id_of_the_first_smsc_is_nobodys_at_the_next_also_when_that_one_writes_its_ids_anew() {
        try (PipelineRig rig = start("undelivered")) {
            movedWhole(rig);
            String[] more = lines("undelivered", "a > b");
            more[0] = more[0] + "\nsmsc.b.message-id = exact";
            rig.pipeline.apply(PipelineRig.config(directory, more));
            await().until(() -> !rig.pipeline.unmatched().isIndexing());
            receipt(rig, "b", "A1", "EXPIRED");
            receipt(rig, "b", "A2", "EXPIRED");
            receipt(rig, "b", "B1", "DELIVRD");
            receipt(rig, "b", "B2", "DELIVRD");
            assertThat(end().orElseThrow().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C107")
    void parts_that_the_first_smsc_did_not_deliver_keep_no_message_from_leaving_the_next() {
        try (PipelineRig rig = start("undelivered")) {
            TaskId id = send(rig, "x".repeat(200));
            takenWhole(rig, "a");
            receipt(rig, "a", "A1", "UNDELIV");
            receipt(rig, "a", "A2", "UNDELIV");
            await().until(() -> rig.stats.smsc("b").failedOver.sum() == 1);
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            assertThat(take(rig, "a").id()).isEqualTo(id.value());
            assertThat(heard).isEmpty();
        }
    }
}
