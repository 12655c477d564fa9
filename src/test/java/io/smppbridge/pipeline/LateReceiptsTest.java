package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts about messages that have ended. */
class LateReceiptsTest {
    private static final String[] SHORT = {"bridge.validity = 1m", "pipeline.receipt-within = 1m"};

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    private static long late(PipelineRig rig, String kind) {
        var counted = rig.stats.smsc("a").lateReceipts.get(kind);
        return counted == null ? 0 : counted.sum();
    }

    /** An account without a webhook, which asks. */
    @Test
    @Tag("C70")
    void whoever_is_told_nothing_finds_another_end_when_he_asks_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = rig()) {
            MiddleWare asks = rig.pipeline.middleWare("asks", "http", SendOutcome.Durability.FORCED);
            id = ((SendOutcome.Acceptance) PipelineRig.get(asks.send(ReceiptBed.sms("hello", ReceiptWish.FINAL)))).id();
            ReceiptBed.answered(rig, rig.takeAll("a").get(0), "77");
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            await().until(() -> rig.pipeline.openMessages() == 0);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            await().until(() -> late(rig, "contradiction") == 1);
            assertThat(asked(rig, id)).isEqualTo(MessageState.DELIVERED);
        }
        try (PipelineRig rig = rig()) {
            assertThat(asked(rig, id)).isEqualTo(MessageState.DELIVERED);
        }
        assertThat(bed.receipts).isEmpty();
    }

    /** They had waited for the next late receipt, and those that found the reading thread busy for the next start. */
    @Test
    @Tag("C70")
    void those_of_which_nothing_could_be_read_at_once_go_on_when_it_can() {
        AtomicInteger refused = new AtomicInteger();
        AtomicBoolean busy = new AtomicBoolean();
        ExecutorService reader = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            public void execute(Runnable work) {
                if (busy.get()) {
                    refused.incrementAndGet();
                    throw new RejectedExecutionException("of a test");
                }
                super.execute(work);
            }
        };
        int many = 1_100; // more than are read at once
        try (PipelineRig rig = PipelineRig.start(directory, bed, reader)) {
            rig.middleWare().listen(bed);
            PipelineRig.get(
                    rig.middleWare().send(Collections.nCopies(many, ReceiptBed.sms("hello", ReceiptWish.FINAL))));
            List<Task> tasks = rig.takeAll("a");
            tasks.forEach(task -> ReceiptBed.answered(rig, task, Long.toString(task.id())));
            tasks.forEach(task -> offer(rig, task));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> bed.receipts.size() == many && rig.pipeline.openMessages() == 0);
            CountDownLatch offered = new CountDownLatch(1);
            busy.set(true);
            rig.pipeline.side.door.command(() -> pause(offered));
            tasks.forEach(task -> offer(rig, task));
            offered.countDown();
            await().until(() -> refused.get() >= 1_000);
            busy.set(false);
            await().atMost(Duration.ofSeconds(30)).until(() -> late(rig, "repeat") == many);
        }
    }

    private static void offer(PipelineRig rig, Task task) {
        Delivery receipt = ReceiptBed.delivery(4, ReceiptBed.text(Long.toString(task.id()), "DELIVRD"));
        assertThat(rig.pipeline.inbound().offer("a", receipt, (delivery, status) -> {}))
                .isTrue();
    }

    private static void pause(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static MessageState asked(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages("asks").find(id))
                .orElseThrow()
                .state();
    }

    @Test
    @Tag("C70")
    @Tag("D-05")
    void the_same_end_once_more_is_written_down_and_another_one_is_told_and_flagged() {
        TaskId id;
        try (PipelineRig rig = rig()) {
            id = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().before()).isEmpty();
            await().until(() -> rig.pipeline.openMessages() == 0);
            assertThat(ReceiptBed.receipt(rig, "77", "DELIVRD")).isEqualTo(CommandStatus.ROK);
            ReceiptBed.receipt(rig, "77", "ENROUTE");
            await().until(() -> late(rig, "repeat") == 1 && late(rig, "stale") == 1);
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            bed.awaitReceipts(2);
            Receipt told = bed.last();
            assertThat(told.message()).isEqualTo(id);
            assertThat(told.state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(told.before()).contains(MessageState.DELIVERED);
            assertThat(told.report().stat()).isEqualTo("UNDELIV");
            assertThat(late(rig, "contradiction")).isEqualTo(1);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
        try (PipelineRig rig = rig()) {
            assertThat(rig.state(id)).isEqualTo(MessageState.UNDELIVERED);
            assertThat(rig.pipeline.openMessages()).isZero();
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            await().until(() -> late(rig, "repeat") == 1);
        }
        assertThat(bed.receipts).hasSize(2);
    }

    /** The first is laid aside, the second is taken before the third comes. */
    @Test
    @Tag("C75")
    void a_message_of_three_ends_stays_as_long_as_any_of_them_has_not_been_taken() {
        String once = "handback.attempts = 1";
        try (PipelineRig rig = rig(once)) {
            bed.refused = Optional.of(MessageState.UNDELIVERED);
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            await().until(() -> rig.pipeline.handback().dead("listener").size() == 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            long turns = rig.pipeline.turns();
            await().until(() -> rig.pipeline.turns() > turns + 1);
            ReceiptBed.receipt(rig, "77", "EXPIRED");
            bed.awaitReceipts(2);
            await().during(Duration.ofMillis(300)).until(() -> rig.pipeline.openMessages() == 1);
        }
        try (PipelineRig rig = rig(once)) {
            assertThat(rig.pipeline.openMessages()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C75")
    void what_an_operator_has_offered_again_is_offered_also_after_a_restart() {
        bed.refused = Optional.of(MessageState.DELIVERED);
        try (PipelineRig rig = rig("handback.attempts = 1")) {
            ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            await().until(() -> rig.pipeline.handback().dead("listener").size() == 1);
        }
        try (PipelineRig rig = rig("handback.retry-min = 1h", "handback.retry-max = 1h")) {
            await().until(() -> rig.pipeline.handback().dead("listener").size() == 1);
            assertThat(rig.pipeline.handback().replayAll("listener")).isEqualTo(1);
            await().until(() -> rig.stats.handback("failed").sum() == 1);
        }
        bed.refused = Optional.empty();
        try (PipelineRig rig = rig()) {
            bed.awaitReceipts(1);
            assertThat(rig.pipeline.handback().dead("listener")).isEmpty();
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
    }

    @Test
    @Tag("C70")
    @Tag("C75")
    void both_ends_reach_a_platform_that_was_away_in_their_order_also_after_the_journal_was_written_anew() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, bed, "journal.keep = 0", "smsc.a.bag = 1000000")) {
            id = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            await().until(() -> late(rig, "contradiction") == 1);
            assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
            long first = rig.journal.oldestSegment();
            List<OutboundSms> many = Collections.nCopies(500, OutboundSms.of("+46701234567", "x".repeat(150)));
            await().pollInterval(PipelineRig.BETWEEN_FILLERS)
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> {
                        PipelineRig.get(rig.middleWare().send(many));
                        rig.takeAll("a").forEach(task -> rig.accepted(task, 0, "m", true, Outcomes.Flight.NONE));
                        return rig.journal.oldestSegment() > first;
                    });
        }
        bed.refused = Optional.of(MessageState.DELIVERED);
        try (PipelineRig rig = rig()) {
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            await().during(Duration.ofMillis(200)).until(() -> rig.pipeline.openMessages() == 1);
        }
        bed.refused = Optional.empty();
        try (PipelineRig rig = rig()) {
            bed.awaitReceipts(2);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().before()).contains(MessageState.UNDELIVERED);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
        try (PipelineRig rig = rig()) {
            assertThat(rig.pipeline.openMessages()).isZero();
            assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
        }
        assertThat(bed.receipts).hasSize(2);
    }

    @Test
    @Tag("C70")
    void who_asked_for_failures_only_and_has_heard_of_one_hears_that_it_was_none() {
        try (PipelineRig rig = rig()) {
            var task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FAILURE));
            ReceiptBed.answered(rig, task, "77");
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            bed.awaitReceipts(1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(2);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().before()).contains(MessageState.UNDELIVERED);
            var other = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FAILURE));
            ReceiptBed.answered(rig, other, "78");
            ReceiptBed.receipt(rig, "78", "DELIVRD");
            await().until(() -> rig.pipeline.openMessages() == 0);
            assertThat(bed.receipts).hasSize(2);
        }
    }

    @Test
    @Tag("C72")
    @Tag("C73")
    @Tag("D-05")
    void a_receipt_that_never_comes_is_told_of_and_one_that_comes_later_still_counts() {
        TaskId one;
        TaskId five;
        try (PipelineRig rig = rig()) {
            rig.pipeline.apply(PipelineRig.config(directory, SHORT));
            one = ReceiptBed.sent(rig, "77", 1);
            five = ReceiptBed.sent(rig, "m", 5);
            for (int part : List.of(2, 5, 1, 3)) {
                ReceiptBed.receipt(rig, "m-" + part, "DELIVRD");
            }
            bed.pass(Duration.ofSeconds(119));
            await().during(Duration.ofMillis(300)).until(() -> bed.receipts.isEmpty());
            bed.pass(Duration.ofSeconds(2));
            bed.awaitReceipts(2);
            assertThat(bed.receipts).extracting(Receipt::state).containsOnly(MessageState.NO_RECEIPT);
            Receipt told = bed.receipts.stream()
                    .filter(r -> r.message().equals(five))
                    .findFirst()
                    .orElseThrow();
            assertThat(told.detail()).isEqualTo("the receipts of 4 of 5 parts came");
            assertThat(told.partReports()).extracting(PartReport::part).containsExactly(1, 2, 3, 5);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
        try (PipelineRig rig = rig(SHORT)) {
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(3);
            assertThat(bed.last().message()).isEqualTo(one);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().before()).contains(MessageState.NO_RECEIPT);
            ReceiptBed.receipt(rig, "m-4", "EXPIRED");
            bed.awaitReceipts(4);
            assertThat(bed.last().message()).isEqualTo(five);
            assertThat(bed.last().state()).isEqualTo(MessageState.EXPIRED);
            assertThat(bed.last().partReports()).hasSize(5);
            assertThat(late(rig, "update")).isEqualTo(2);
        }
    }

    @Test
    @Tag("C72")
    void when_too_many_await_receipts_the_oldest_are_given_up_and_may_still_be_told() {
        try (PipelineRig rig = rig()) {
            List<TaskId> sent = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                sent.add(ReceiptBed.sent(rig, "id-" + i, 1));
                bed.pass(Duration.ofMinutes(6));
            }
            await().until(() -> rig.stats.awaitingReceipts == 5);
            rig.pipeline.apply(PipelineRig.config(directory, "pipeline.awaiting-receipts = 3"));
            bed.awaitReceipts(2);
            assertThat(bed.receipts).extracting(Receipt::message).containsExactlyInAnyOrder(sent.get(0), sent.get(1));
            assertThat(bed.last().state()).isEqualTo(MessageState.NO_RECEIPT);
            assertThat(bed.last().detail())
                    .contains("more than 3 parts of messages await", "pipeline.awaiting-receipts");
            assertThat(rig.stats.receiptsGivenUp.sum()).isEqualTo(2);
            await().until(() -> rig.stats.awaitingReceipts == 3);
            ReceiptBed.receipt(rig, "id-0", "DELIVRD");
            ReceiptBed.receipt(rig, "id-4", "DELIVRD");
            bed.awaitReceipts(4);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(late(rig, "update")).isEqualTo(1);
        }
    }

    @Test
    @Tag("C73")
    void parts_told_after_the_verdict_are_kept_and_change_it_only_if_the_whole_is_another_now() {
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = any")) {
            TaskId id = ReceiptBed.sent(rig, "m", 3);
            ReceiptBed.receipt(rig, "m-2", "DELIVRD");
            bed.awaitReceipts(1);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            ReceiptBed.receipt(rig, "m-3", "EXPIRED");
            await().until(() -> late(rig, "contradiction") + late(rig, "repeat") == 2);
            assertThat(bed.receipts).hasSize(1);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.find(id)).orElseThrow().parts())
                    .extracting(Messages.PartView::receipt)
                    .containsExactly("stat:UNDELIV err:000", "stat:DELIVRD err:000", "stat:EXPIRED err:000");
            ReceiptBed.receipt(rig, "m-2", "REJECTD");
            bed.awaitReceipts(2);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.last().before()).contains(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C73")
    void a_part_that_is_delivered_does_not_mend_a_message_of_which_the_smsc_has_refused_another() {
        for (String verdict : List.of("any", "first")) {
            bed.receipts.clear();
            try (PipelineRig rig = rig("smsc.a.receipt-verdict = " + verdict)) {
                Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(459), ReceiptWish.FINAL));
                rig.accepted(task, 0, verdict + "-1", false, Outcomes.Flight.NONE);
                rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "RINVDSTADR", Outcomes.Flight.NONE);
                bed.awaitReceipts(1);
                ReceiptBed.receipt(rig, verdict + "-1", "DELIVRD");
                await().until(() -> late(rig, "repeat") + late(rig, "contradiction") == 1);
                assertThat(rig.state(new TaskId(task.id()))).isEqualTo(MessageState.REJECTED);
                assertThat(bed.receipts).hasSize(1);
            }
        }
    }

    @Test
    @Tag("C73")
    void a_second_part_that_fails_otherwise_is_no_second_end() {
        try (PipelineRig rig = rig()) {
            TaskId id = ReceiptBed.sent(rig, "m", 3);
            ReceiptBed.receipt(rig, "m-2", "EXPIRED");
            bed.awaitReceipts(1);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            ReceiptBed.receipt(rig, "m-3", "DELIVRD");
            await().until(() -> late(rig, "repeat") + late(rig, "contradiction") == 2);
            assertThat(bed.receipts).hasSize(1);
            assertThat(rig.state(id)).isEqualTo(MessageState.EXPIRED);
            ReceiptBed.receipt(rig, "m-2", "DELIVRD"); // what was told holds for no part any more
            bed.awaitReceipts(2);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.last().before()).contains(MessageState.EXPIRED);
            ReceiptBed.receipt(rig, "m-1", "DELIVRD");
            bed.awaitReceipts(3);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C21")
    @Tag("C70")
    void a_receipt_said_twice_does_not_settle_another_message_of_the_same_words_in_doubt() {
        try (PipelineRig rig = rig()) {
            ReceiptBed.sent(rig, "77", 1);
            var task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            task.unanswered = 1;
            task.dueAtMs = bed.millis() + 30_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            await().until(() -> rig.state(new TaskId(task.id())) == MessageState.UNANSWERED);
            String quoted = ReceiptBed.text("77", "DELIVRD").replace("text:hi", "text:hello");
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, quoted));
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, quoted));
            await().until(() -> late(rig, "repeat") == 1);
            assertThat(rig.state(new TaskId(task.id()))).isEqualTo(MessageState.UNANSWERED);
        }
    }

    @Test
    @Tag("C65")
    void the_id_of_a_message_of_yesterday_belongs_to_whoever_is_answered_with_it_today() {
        try (PipelineRig rig = rig()) {
            TaskId old = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            bed.pass(Duration.ofHours(25));
            var task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(2);
            assertThat(bed.last().message()).isEqualTo(new TaskId(task.id()));
            assertThat(rig.state(old)).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C65")
    void the_id_of_a_message_that_has_ended_belongs_to_whoever_is_answered_with_it_later() {
        try (PipelineRig rig = rig()) {
            TaskId old = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(2);
            assertThat(bed.last().message()).isEqualTo(new TaskId(task.id()));
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(rig.state(old)).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C70")
    void what_is_said_late_is_told_when_the_message_that_had_no_answer_has_another_id() {
        try (PipelineRig rig = rig()) {
            TaskId old = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            ReceiptBed.answered(rig, task, "78");
            await().until(() -> rig.state(new TaskId(task.id())) == MessageState.SENT);
            assertThat(late(rig, "contradiction")).isZero();
            bed.pass(Duration.ofMinutes(5));
            bed.awaitReceipts(2);
            assertThat(bed.last().message()).isEqualTo(old);
            assertThat(bed.last().before()).contains(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C70")
    void a_message_without_an_answer_to_another_number_holds_up_nothing_that_is_said_late() {
        try (PipelineRig rig = rig()) {
            TaskId old = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            bed.awaitReceipts(1);
            ReceiptBed.accepted(
                    rig,
                    OutboundSms.to("+46707654321")
                            .text("hello")
                            .receipt(ReceiptWish.FINAL)
                            .build());
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            bed.awaitReceipts(2);
            assertThat(bed.last().message()).isEqualTo(old);
        }
    }

    /** Of the other part no receipt can tell, so that the message ends with its last answer. */
    @Test
    @Tag("C70")
    void the_failure_of_the_only_part_that_was_named_is_told_after_the_end() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(2 * 153), ReceiptWish.FINAL));
            rig.accepted(task, 0, "", false, Outcomes.Flight.NONE);
            rig.accepted(task, 1, "m-2", true, Outcomes.Flight.NONE);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.ACCEPTED);
            ReceiptBed.receipt(rig, "m-2", "UNDELIV");
            bed.awaitReceipts(2);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
        }
    }
}
