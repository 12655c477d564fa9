package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.threads.GuardedClock;
import io.smppbridge.threads.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are taken away from the senders, or that no sender can take any more. */
class WithdrawalsTest {
    private static final String[] B = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.port = 2776",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.b.order = 10",
        "route.b.smsc = b"
    };

    @TempDir
    Path directory;

    private static TaskId send(PipelineRig rig, OutboundSms sms) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare().send(sms));
        assertThat(outcome).isInstanceOf(SendOutcome.Acceptance.class);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static String[] b(String prefix) {
        String[] all = Arrays.copyOf(B, B.length + 2);
        all[B.length] = "route.b.prefix = " + prefix;
        all[B.length + 1] = "route.all.prefix = 46";
        return all;
    }

    @Test
    @Tag("C82")
    void a_message_that_a_sender_has_is_not_said_to_be_in_the_bag() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "Hello"));
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.explain(id)).orElseThrow().where())
                    .isEqualTo("bag");
            rig.takeAll("a");
            Messages.Explanation taken = PipelineRig.get(messages.explain(id)).orElseThrow();
            assertThat(taken.where()).isEqualTo("sender");
            assertThat(taken.why().get(0)).contains("a sender of SMSC a has it");
        }
    }

    @Test
    @Tag("C88")
    void a_message_that_lost_its_smsc_and_expires_gives_the_new_bag_of_that_smsc_no_credit() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, b("47"))) {
            List<TaskId> ids = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ids.add(send(
                        rig,
                        OutboundSms.to("4712345678")
                                .text("number " + i)
                                .validity(Duration.ofMinutes(1))
                                .build()));
            }
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(49_995);
            rig.pipeline.apply(PipelineRig.config(directory, "route.all.prefix = 46"));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 5);
            rig.pipeline.apply(PipelineRig.config(directory, b("48")));
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(50_000);
            now.set(now.get().plusSeconds(120));
            await().until(() -> ids.stream().allMatch(id -> rig.state(id) == MessageState.EXPIRED));
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(50_000);
            assertThat(rig.fatal).hasNullValue();
        }
    }

    /** The sender has told of the attempt and put the message back; the journal thread sees the withdrawal first. */
    @Test
    @Tag("C82")
    void a_message_that_was_perhaps_sent_is_not_withdrawn_and_goes_on() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "hello"));
            Task task = rig.takeAll("a").get(0);
            task.unanswered = 1;
            rig.pipeline.bag("a").giveBack(task, 0);
            CompletableFuture<Messages.Withdrawal> asked =
                    rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().pollInterval(Duration.ofMillis(5)).until(task::isWithdrawn);
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            assertThat(PipelineRig.get(asked)).isEqualTo(Messages.Withdrawal.TOO_LATE);
            assertThat(rig.state(id)).isEqualTo(MessageState.UNANSWERED);
            List<Task> again = rig.takeAll("a");
            assertThat(again).extracting(Task::id).containsExactly(id.value());
            assertThat(again.get(0).unanswered).isEqualTo(1);
        }
    }

    /** Its rest would be no message, and what the subscriber has of it is not withdrawn. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C82")
    void a_message_of_which_the_smsc_has_a_part_is_not_withdrawn_and_its_rest_goes_out(boolean writtenDown)
            throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "x".repeat(300)));
            Task task = rig.takeAll("a").get(0);
            task.parts().submitted(0);
            task.parts().accepted(0);
            if (writtenDown) {
                rig.accepted(task, 0, "m-1", false, Outcomes.Flight.NONE);
            }
            rig.pipeline.bag("a").giveBack(task, 0);
            var asked = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            if (!writtenDown) {
                await().pollInterval(Duration.ofMillis(5)).until(task::isWithdrawn);
                rig.accepted(task, 0, "m-1", false, Outcomes.Flight.NONE);
            }
            assertThat(PipelineRig.get(asked)).isEqualTo(Messages.Withdrawal.TOO_LATE);
            List<Task> rest = rig.takeAll("a");
            assertThat(rest).extracting(Task::id).containsExactly(id.value());
            assertThat(rest.get(0).parts().isAccepted(0)).isTrue();
            assertThat(rest.get(0).parts().isAccepted(1)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXPIRED, 1, its validity ended before the SMSC could take it; 1 of 2 parts were handed over",
        "REJECTED, 1, refused; 1 of 2 parts were handed over",
        "REJECTED, 0, refused"
    })
    void the_end_of_a_message_that_went_out_in_part_says_how_many_parts_were_handed_over(
            MessageState end, int parts, String detail) {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "bridge.validity = 1m")) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(300), ReceiptWish.FINAL));
            if (parts > 0) {
                task.parts().submitted(0);
                task.parts().accepted(0);
                rig.accepted(task, 0, "m-1", false, Outcomes.Flight.NONE);
            }
            if (end == MessageState.EXPIRED) {
                rig.pipeline.bag("a").giveBack(task, 0);
                bed.pass(Duration.ofMinutes(2));
            } else {
                rig.pipeline.outcomes().ended(task, end, "refused", Outcomes.Flight.NONE);
                rig.pipeline.outcomes().told();
            }
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(end);
            assertThat(bed.last().detail()).isEqualTo(detail);
        }
    }

    /** The journal moves on, as when it is compacted, before it hears what the sender has told. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_part_that_the_smsc_has_goes_out_once_also_where_the_journal_hears_of_it_last(boolean changed) {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "x".repeat(300)));
            Task task = rig.takeAll("a").get(0);
            task.parts().submitted(0);
            task.parts().accepted(0);
            task.refusals = 1;
            rig.pipeline.bag("a").giveBack(task, 0);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            var asked = changed
                    ? messages.change(
                            id, new Messages.Change(Optional.of("y".repeat(300)), Optional.empty(), Optional.empty()))
                    : messages.cancel(id);
            await().pollInterval(Duration.ofMillis(5)).until(task::isWithdrawn);
            rig.pipeline.erasing().order(Address.of("+46701234567"), false).orElseThrow();
            assertThat((Object) PipelineRig.get(asked))
                    .isIn(Messages.Withdrawal.TOO_LATE, new Messages.Changed.Refused(Messages.Withdrawal.TOO_LATE));
            List<Task> rest = rig.takeAll("a");
            assertThat(rest).extracting(Task::id).containsExactly(id.value());
            assertThat(rest.get(0).parts().isAccepted(0)).isTrue();
            assertThat(rest.get(0).parts().isAccepted(1)).isFalse();
            assertThat(rest.get(0).refusals).isEqualTo(1);
            assertThat(rest.get(0).sms().text()).startsWith("x");
        }
    }

    @Test
    @Tag("C82")
    void who_asked_for_the_end_of_a_message_hears_that_it_was_withdrawn() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Map<TaskId, MessageState> heard = new ConcurrentHashMap<>();
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {}

                @Override
                public void onReceipt(Receipt receipt) {
                    assertThat(heard.put(receipt.message(), receipt.state())).isNull();
                }
            });
            List<TaskId> asked = new ArrayList<>();
            for (ReceiptWish wish :
                    ReceiptWish.values()) { // that of none first: its event would come before the others
                TaskId id = send(
                        rig,
                        OutboundSms.to("46701234567")
                                .text("hello")
                                .receipt(wish)
                                .build());
                assertThat(PipelineRig.get(
                                rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)))
                        .isEqualTo(Messages.Withdrawal.CANCELLED);
                if (wish != ReceiptWish.NONE) {
                    asked.add(id);
                }
            }
            await().until(() -> heard.size() >= asked.size());
            assertThat(heard)
                    .containsOnlyKeys(asked)
                    .allSatisfy((id, state) -> assertThat(state).isEqualTo(MessageState.CANCELLED));
        }
    }

    @Test
    @Tag("C54")
    @Tag("C22")
    void a_message_out_of_memory_that_can_no_longer_be_cut_ends_with_the_reason() {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = 0")) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "x".repeat(300)));
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.max-parts = 1"));
            assertThat(rig.takeAll("a")).isEmpty();
            await().until(() -> rig.state(id) == MessageState.REJECTED);
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .orElseThrow()
                            .detail())
                    .contains("cannot be cut for SMSC a any more")
                    .contains("takes 2 parts, expected at most 1");
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
        }
    }

    @Test
    @Tag("C82")
    void marks_of_messages_that_have_ended_are_forgotten_when_no_bag_and_no_sender_has_them() {
        ColdTasks cold = new ColdTasks(null, () -> null, id -> Optional.empty(), Ticker.SYSTEM);
        for (long id = 1; id <= 3_000; id++) {
            assertThat(cold.withdraw(id)).isTrue();
        }
        cold.forgetEnded(id -> id <= 10, false);
        cold.forgetEnded(id -> id <= 10, false);
        assertThat(cold.marks()).isEqualTo(3_000);
        assertThat(cold.load(3_000, 0)).isEmpty();
        cold.forgetEnded(id -> id <= 10, true);
        assertThat(cold.load(2_999, 0)).isEmpty();
        cold.forgetEnded(id -> id <= 10, false);
        assertThat(cold.marks()).isEqualTo(10);
        assertThat(cold.load(5, 0)).isEmpty();
        assertThat(cold.marks()).isEqualTo(9);
    }

    @Test
    @Tag("G-01")
    @Tag("C82")
    void a_jump_of_the_clock_ends_no_message_and_brings_no_scheduled_one_forward() {
        AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
        long[] nanos = {0};
        GuardedClock clock = new GuardedClock(wall::get, () -> nanos[0]);
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            TaskId waits = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("waits")
                            .validity(Duration.ofHours(1))
                            .build());
            TaskId later = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("later")
                            .schedule(wall.get().plus(Duration.ofHours(2)))
                            .build());
            wall.set(wall.get().plus(Duration.ofDays(1)));
            await().during(Duration.ofMillis(900)).until(() -> rig.state(waits) == MessageState.QUEUED);
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(waits.value());
            assertThat(rig.state(later)).isEqualTo(MessageState.SCHEDULED);
            nanos[0] += GuardedClock.GRACE.toNanos();
            wall.set(wall.get().plus(GuardedClock.GRACE));
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(later.value());
        }
    }

    @Test
    @Tag("C42")
    void a_message_put_off_for_the_night_forgets_nothing_of_what_happened_to_it() {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = 0")) {
            send(rig, OutboundSms.of("46701234567", "untouched"));
            send(rig, OutboundSms.of("46701234567", "x".repeat(300)));
            List<Task> tasks = rig.takeAll("a");
            Task untouched = tasks.get(0);
            Task begun = tasks.get(1);
            begun.parts().accepted(0);
            rig.accepted(begun, 0, "77", false, Outcomes.Flight.NONE);
            long soon = rig.clock.millis() + 50;
            tasks.forEach(task -> rig.pipeline.bag("a").putOff(task, soon, rig.pipeline.tasks()));
            List<Task> again = new ArrayList<>();
            await().until(() -> again.addAll(rig.takeAll("a")) && again.size() == 2);
            assertThat(again).anyMatch(task -> task == begun && task.parts().waiting() == 1);
            assertThat(again).anyMatch(task -> task.id() == untouched.id() && task != untouched);
        }
    }

    private static OutboundSms inAYear(int number) {
        return OutboundSms.to("46701234567")
                .text("number " + number)
                .schedule(Instant.now().plus(Duration.ofDays(365)))
                .build();
    }

    private static void cancel(PipelineRig rig, TaskId id) {
        assertThat(PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)))
                .isEqualTo(Messages.Withdrawal.CANCELLED);
    }

    private static void putOff(PipelineRig rig, TaskId id, Duration by) {
        Messages.Change change = new Messages.Change(
                Optional.empty(),
                Optional.empty(),
                Optional.of(rig.clock.instant().plus(by)));
        assertThat(PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).change(id, change)))
                .isInstanceOf(Messages.Changed.Done.class);
    }

    /** Nobody takes anything, as when the SMSC cannot be reached. */
    @ParameterizedTest
    @Tag("C88")
    @ValueSource(strings = {"0", "64M"})
    void scheduled_messages_that_are_withdrawn_leave_the_bag_and_one_that_is_moved_is_there_once(String hot) {
        try (PipelineRig rig =
                PipelineRig.start(directory, "smsc.a.bag = 20", "smsc.a.bunch = 20", "pipeline.hot-bytes = " + hot)) {
            TaskBag bag = rig.pipeline.bag("a");
            for (int round = 0; round < 3; round++) {
                List<TaskId> ids = new ArrayList<>();
                for (int i = 0; i < 18; i++) {
                    ids.add(send(rig, inAYear(i)));
                }
                assertThat(bag.depth()).isGreaterThanOrEqualTo(18);
                ids.forEach(id -> cancel(rig, id));
                await().until(() -> bag.depth() == 0);
            }
            TaskId moved = send(rig, inAYear(0));
            for (int i = 1; i <= 50; i++) {
                putOff(rig, moved, Duration.ofDays(i));
            }
            await().until(() -> bag.depth() == 1 && bag.scheduled() == 1);
            putOff(rig, moved, Duration.ZERO);
            await().until(() -> bag.scheduled() == 0);
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(moved.value());
            assertThat(bag.depth()).isZero();
        }
    }

    @Test
    @Tag("C88")
    void after_a_restart_scheduled_messages_leave_the_bag_just_so_and_others_stay() {
        List<TaskId> ids = new ArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            for (int i = 0; i < 30; i++) {
                ids.add(send(rig, inAYear(i)));
            }
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskBag bag = rig.pipeline.bag("a");
            await().until(() -> bag.depth() == 30);
            ids.subList(0, 10).forEach(id -> cancel(rig, id));
            ids.subList(10, 20).forEach(id -> putOff(rig, id, Duration.ofDays(9)));
            ids.subList(10, 20).forEach(id -> putOff(rig, id, Duration.ZERO));
            await().until(() -> bag.depth() == 20 && bag.scheduled() == 10);
            assertThat(rig.takeAll("a"))
                    .extracting(task -> new TaskId(task.id()))
                    .hasSameElementsAs(ids.subList(10, 20));
            assertThat(rig.pipeline.restingMessages()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @Tag("C82")
    @CsvSource({"DELIVRD, DELIVERED, ENDED", "DELETED, CANCELLED, CANCELLED", "EXPIRED, EXPIRED, ENDED"})
    void a_receipt_that_is_faster_than_the_answer_to_cancel_sm_says_whether_it_is_withdrawn(
            String stat, MessageState end, Messages.Withdrawal outcome) {
        CompletableFuture<Consumer<OperationAnswer>> asked = new CompletableFuture<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.complete(answer));
            TaskId id = ReceiptBed.sent(rig, "77", 1);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            Consumer<OperationAnswer> answer = PipelineRig.get(asked);
            ReceiptBed.receipt(rig, "77", stat);
            bed.awaitReceipts(1);
            answer.accept(OperationAnswer.Said.status(0));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(outcome);
            assertThat(rig.state(id)).isEqualTo(end);
        }
    }

    /** The SMSC deletes the first and the last of three parts, and has delivered the other; it sends no receipt for what it deleted, or one at once. */
    @ParameterizedTest
    @Tag("C82")
    @ValueSource(booleans = {true, false})
    void a_message_of_which_the_smsc_has_deleted_some_parts_ends_without_receipts_of_these_and_not_as_cancelled(
            boolean receipts) {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 3);
            ReceiptBed.receipt(rig, "m-2", "DELIVRD");
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 3);
            if (receipts) {
                ReceiptBed.receipt(rig, "m-1", "DELETED");
                assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            }
            asked.get(0).accept(OperationAnswer.Said.status(0));
            asked.get(1).accept(OperationAnswer.Said.status(0x11));
            asked.get(2).accept(OperationAnswer.Said.status(0));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Messages.Withdrawal.TOO_LATE);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.last().partReports())
                    .extracting(PartReport::state)
                    .containsExactly(MessageState.UNDELIVERED, MessageState.DELIVERED, MessageState.UNDELIVERED);
            ReceiptBed.receipt(rig, "m-3", "DELETED");
            assertThat(rig.state(id)).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.receipts).hasSize(1);
        }
    }

    /** The receipts of all parts say deleted before the SMSC has answered. */
    @Test
    @Tag("C82")
    void receipts_of_all_parts_that_are_faster_than_the_answers_to_cancel_sm_withdraw_a_message() {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, "m-2", "DELETED");
            ReceiptBed.receipt(rig, "m-1", "DELETED");
            bed.awaitReceipts(1);
            asked.forEach(answer -> answer.accept(OperationAnswer.Said.status(0)));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    /** The answer about one of two parts is lost; asked anew, the SMSC has no longer what it has deleted, and deletes the other. */
    @Test
    @Tag("C82")
    void a_message_that_the_smsc_deletes_in_two_goes_is_withdrawn_as_one() {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            var first = messages.cancel(id);
            await().until(() -> asked.size() == 2);
            asked.get(0).accept(OperationAnswer.Said.status(0));
            asked.get(1).accept(new OperationAnswer.Unanswered(true, "the bind was lost"));
            assertThat(PipelineRig.get(first)).isEqualTo(Messages.Withdrawal.UNANSWERED);
            assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            var second = messages.cancel(id);
            await().until(() -> asked.size() >= 3);
            asked.subList(2, asked.size() - 1).forEach(answer -> answer.accept(OperationAnswer.Said.status(0x11)));
            asked.get(asked.size() - 1).accept(OperationAnswer.Said.status(0));
            assertThat(PipelineRig.get(second)).isEqualTo(Messages.Withdrawal.CANCELLED);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    /** The bridge is killed while the SMSC is asked; its receipts come after the restart, where another SMSC would have what fails. */
    @ParameterizedTest
    @CsvSource({
        "false, DELETED, CANCELLED",
        "true, DELETED, CANCELLED",
        "true, UNDELIV, CANCELLED",
        "true, DELIVRD, UNDELIVERED"
    })
    void a_withdrawal_at_the_smsc_that_was_under_way_at_a_kill_ends_as_it_would_have_without(
            boolean oneToldBefore, String stat, MessageState end) throws Exception {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path after = Files.createDirectory(directory.resolve("after"));
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        String[] lines = PipelineRig.failingOver("undelivered", "smsc.a.operations = cancel");
        ReceiptBed bed = new ReceiptBed();
        TaskId id;
        try (PipelineRig rig = bed.start(before, lines)) {
            rig.bothBound().pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            if (oneToldBefore) {
                ReceiptBed.receipt(rig, "m-1", "DELETED");
            }
            rig.killedInto(after);
        }
        try (PipelineRig rig = bed.start(after, lines)) {
            rig.bothBound();
            assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            if (!oneToldBefore) {
                ReceiptBed.receipt(rig, "m-1", "DELETED");
            }
            ReceiptBed.receipt(rig, "m-2", stat);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(end);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    /** An SMSC that sends a receipt for one part alone, which stands for all. */
    @ParameterizedTest
    @Tag("C82")
    @CsvSource({"first, m-1", "last, m-2"})
    void the_receipt_of_the_part_that_stands_for_all_says_whether_a_message_is_withdrawn(String part, String named) {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel", "smsc.a.receipt-verdict = " + part)) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, named, "DELETED");
            bed.awaitReceipts(1);
            asked.forEach(answer -> answer.accept(new OperationAnswer.Unanswered(true, "the bind was lost")));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    /** One of two parts is deleted, the other not delivered otherwise: in whatever order that is said, it is withdrawn, and no other SMSC's. */
    @ParameterizedTest
    @Tag("C82")
    @ValueSource(booleans = {true, false})
    void a_message_of_which_no_part_was_delivered_and_some_were_deleted_is_withdrawn(boolean deletedFirst) {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel", "smsc.a.receipt-verdict = any")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, "m-1", deletedFirst ? "DELETED" : "UNDELIV");
            assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            ReceiptBed.receipt(rig, "m-2", deletedFirst ? "UNDELIV" : "DELETED");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            asked.forEach(answer -> answer.accept(OperationAnswer.Said.status(0x11)));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Messages.Withdrawal.CANCELLED);
        }
    }

    /** One of two parts was not delivered, as its receipt had said; then the SMSC deletes the other, and says so by its answer or by a receipt. */
    @ParameterizedTest
    @CsvSource({"any, answer", "any, receipt", "all, receipt"})
    void a_message_whose_other_part_had_failed_before_goes_to_no_other_smsc_when_the_rest_is_deleted(
            String verdict, String says) {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        String[] more = Arrays.copyOf(B, B.length + 4);
        more[B.length - 1] = "route.b.smsc = a > b";
        more[B.length] = "route.b.prefix = 46";
        more[B.length + 1] = "route.b.failover = undelivered";
        more[B.length + 2] = "smsc.a.operations = cancel";
        more[B.length + 3] = "smsc.a.receipt-verdict = " + verdict;
        try (PipelineRig rig = bed.start(directory, more)) {
            rig.stats.smsc("a").bind("1").bound = true;
            rig.stats.smsc("b").bind("1").bound = true;
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            if (says.equals("receipt")) {
                ReceiptBed.receipt(rig, "m-2", "DELETED");
                bed.awaitReceipts(1);
            }
            asked.get(0).accept(OperationAnswer.Said.status(0x11));
            asked.get(1).accept(OperationAnswer.Said.status(0));
            PipelineRig.get(withdrawn);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            assertThat(rig.stats.smsc("b").failedOver.sum()).isZero();
        }
    }

    /** The rest was deleted as it was asked; then the SMSC says once more that the other part was not delivered. */
    @ParameterizedTest
    @ValueSource(strings = {"answer", "receipt"})
    void a_repeated_receipt_of_a_part_that_had_failed_leaves_a_withdrawn_message_withdrawn(String says) {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "smsc.a.operations = cancel", "smsc.a.receipt-verdict = any")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            if (says.equals("receipt")) {
                ReceiptBed.receipt(rig, "m-2", "DELETED");
            } else {
                asked.forEach(one -> one.accept(OperationAnswer.Said.status(0)));
            }
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);

            ReceiptBed.receipt(rig, "m-1", "UNDELIV");

            await().until(() -> !rig.stats.smsc("a").lateReceipts.isEmpty());
            assertThat(rig.state(id)).isEqualTo(MessageState.CANCELLED);
            assertThat(bed.receipts).hasSize(1);
        }
    }

    /** The SMSC has deleted one of two parts and refused the other: whether that was delivered is told after a restart. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_part_that_the_smsc_has_deleted_as_it_was_asked_is_known_as_that_after_a_restart(boolean compacted)
            throws Exception {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path after = Files.createDirectory(directory.resolve("after"));
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        String[] lines = PipelineRig.failingOver(
                "undelivered", "smsc.a.operations = cancel", "journal.keep = 0", "smsc.a.bag = 1000000");
        ReceiptBed bed = new ReceiptBed();
        TaskId id;
        try (PipelineRig rig = bed.start(before, lines)) {
            rig.bothBound().pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            asked.get(0).accept(OperationAnswer.Said.status(0));
            asked.get(1).accept(OperationAnswer.Said.status(0x11));
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Messages.Withdrawal.TOO_LATE);
            if (compacted) {
                rig.pushOut();
            }
            rig.killedInto(after);
        }
        try (PipelineRig rig = bed.start(after, lines)) {
            rig.bothBound();
            ReceiptBed.receipt(rig, "m-2", "UNDELIV");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(id);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            assertThat(rig.stats.smsc("b").failedOver.sum()).isZero();
        }
    }

    @Test
    void an_smsc_that_was_not_asked_withdraws_nothing_though_the_one_before_it_was_also_after_a_restart()
            throws Exception {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path after = Files.createDirectory(directory.resolve("after"));
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        String[] lines = PipelineRig.failingOver("undelivered", "smsc.a.operations = cancel");
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(before, lines)) {
            rig.bothBound().pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 1);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 1);
            ReceiptBed.receipt(rig, "m", "UNDELIV");
            List<Task> other = new ArrayList<>();
            await().until(() -> other.addAll(rig.takeAll("b")));
            rig.accepted(other.get(0), 0, "n", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.killedInto(after);
        }
        try (PipelineRig rig = bed.start(after, lines)) {
            rig.bothBound();
            ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("n", "DELETED")));
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
        }
    }

    /** A loss of power may leave the receipt, and not the end that was written behind it. */
    @Test
    void a_receipt_that_says_deleted_ends_a_withdrawn_message_also_where_the_end_was_lost() throws Exception {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path after = Files.createDirectory(directory.resolve("after"));
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        String[] lines = PipelineRig.failingOver("undelivered", "smsc.a.operations = cancel");
        ReceiptBed bed = new ReceiptBed();
        TaskId id;
        try (PipelineRig rig = bed.start(before, lines)) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            id = ReceiptBed.sent(rig, "m", 1);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 1);
            rig.killedInto(after);
        }
        JournalConfig config = PipelineRig.config(after, lines).journal();
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), bed)) {
            long[] last = {0};
            journal.replay((position, type, payload) -> last[0] = position, false);
            new ReceiptRecord(id.value(), last[0], bed.millis(), 0, ReceiptState.DELETED, CarrierReport.NONE)
                    .encode(journal.openRecord(RecordType.RECEIPT, 4096));
            journal.closeRecord();
            journal.write();
            journal.force();
        }
        try (PipelineRig rig = bed.start(after, lines)) {
            rig.bothBound();
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            assertThat(rig.stats.smsc("b").failedOver.sum()).isZero();
        }
    }

    /** Of the other part no receipt comes at all. */
    @Test
    void a_message_of_which_a_part_was_deleted_as_it_was_asked_goes_to_no_other_smsc_for_want_of_a_receipt() {
        List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
        String[] lines =
                PipelineRig.failingOver("no-receipt", "smsc.a.operations = cancel", "routing.receipt-after = 1m");
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, lines)) {
            rig.bothBound().pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = ReceiptBed.sent(rig, "m", 2);
            await().until(() -> rig.state(id) == MessageState.SENT);
            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> asked.size() == 2);
            ReceiptBed.receipt(rig, "m-1", "DELETED");
            TaskId other = ReceiptBed.sent(rig, "n", 1);
            await().until(() -> rig.state(other) == MessageState.SENT);
            bed.pass(Duration.ofHours(1));
            assertThat(await().until(() -> rig.takeAll("b"), taken -> !taken.isEmpty()))
                    .extracting(Task::id)
                    .containsExactly(other.value());
            assertThat(rig.stats.smsc("b").failedOver.sum()).isEqualTo(1);
            ReceiptBed.receipt(rig, "m-2", "UNDELIV");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }
}
