package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Receipts that come before the SMSC has taken all of the message, or several times before its answer; answers that come after the end. */
class UntimelyReceiptsTest {
    private static final String[] TWO_SMSCS = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.port = 2776",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.two.smsc = a > b",
        "route.two.order = 1",
        "route.two.prefix = 46",
        "route.two.failover = undelivered"
    };

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    private static Task threeParts(PipelineRig rig) {
        Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(3 * 153), ReceiptWish.FINAL));
        assertThat(task.parts().count()).isEqualTo(3);
        return task;
    }

    private static Messages.MessageView view(PipelineRig rig, long id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(new TaskId(id)))
                .orElseThrow();
    }

    private static long late(PipelineRig rig, String kind) {
        var counted = rig.stats.smsc("a").lateReceipts.get(kind);
        return counted == null ? 0 : counted.sum();
    }

    @ParameterizedTest(name = "{0}, receipt of part {1}")
    @CsvSource({"first,0", "any,1", "last,2"})
    @Tag("C22")
    @Tag("C73")
    void a_part_that_is_delivered_ends_nothing_before_the_smsc_has_taken_the_others(String verdict, int told) {
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = " + verdict)) {
            Task task = threeParts(rig);
            rig.accepted(task, told, "m-" + told, false, Flight.NONE);
            ReceiptBed.receipt(rig, "m-" + told, "DELIVRD");
            assertThat(view(rig, task.id()).state().isFinal()).isFalse();
            assertThat(task.over).isFalse();
            rig.accepted(task, (told + 1) % 3, "other", false, Flight.NONE);
            assertThat(view(rig, task.id()).state().isFinal()).isFalse();
            rig.accepted(task, (told + 2) % 3, "another", true, Flight.NONE);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().report().stat()).isEqualTo("DELIVRD");
            assertThat(bed.last().message().value()).isEqualTo(task.id());
        }
    }

    @Test
    @Tag("C22")
    @Tag("C73")
    void nor_does_it_across_a_restart() {
        long id;
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = first")) {
            Task task = threeParts(rig);
            id = task.id();
            rig.accepted(task, 0, "m-1", false, Flight.NONE);
            ReceiptBed.receipt(rig, "m-1", "DELIVRD");
        }
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = first")) {
            List<Task> waiting = rig.takeAll("a");
            assertThat(waiting).extracting(Task::id).containsExactly(id);
            rig.accepted(waiting.get(0), 1, "m-2", false, Flight.NONE);
            rig.accepted(waiting.get(0), 2, "m-3", true, Flight.NONE);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C62")
    @Tag("C70")
    void receipts_before_the_answer_that_say_the_same_are_told_once() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.answered(rig, task, "77");
            await().until(() -> late(rig, "repeat") == 1);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C70")
    void a_state_on_the_way_that_was_overtaken_by_the_end_before_the_answer_is_not_told_after_it() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.ALL));
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.receipt(rig, "77", "ENROUTE");
            ReceiptBed.answered(rig, task, "77");
            await().until(() -> late(rig, "stale") == 1);
            bed.awaitReceipts(2);
            assertThat(bed.receipts)
                    .extracting(Receipt::state)
                    .containsExactly(MessageState.SENT, MessageState.DELIVERED);
        }
    }

    @ParameterizedTest(name = "answer first: {0}")
    @CsvSource({"false", "true"})
    @Tag("C70")
    @Tag("C96")
    void what_an_smsc_says_twice_before_the_message_has_left_it_counts_once(boolean answerFirst) {
        try (PipelineRig rig = rig(TWO_SMSCS)) {
            rig.stats.smsc("a").bind("1").bound = true;
            rig.stats.smsc("b").bind("1").bound = true;
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            if (answerFirst) {
                ReceiptBed.answered(rig, task, "77");
            }
            rig.pipeline.inbound().offer("a", ReceiptBed.delivery(4, ReceiptBed.text("77", "UNDELIV")), (d, s) -> {});
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            if (!answerFirst) {
                ReceiptBed.answered(rig, task, "77");
            }
            Task second = awaitAt(rig, "b");
            assertThat(second.id()).isEqualTo(task.id());
            rig.accepted(second, 0, "99", true, Flight.NONE);
            ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("99", "DELIVRD")));
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().smsc()).isEqualTo("b");
            long unmatched = rig.stats.smsc("a").unmatchedReceipts.sum();
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            await().until(() -> rig.stats.smsc("a").unmatchedReceipts.sum() == unmatched + 1);
            assertThat(view(rig, task.id()).state()).isEqualTo(MessageState.DELIVERED);
            assertThat(late(rig, "contradiction")).isZero();
            assertThat(bed.receipts).hasSize(1);
        }
    }

    private static Task awaitAt(PipelineRig rig, String smsc) {
        List<Task> taken = new java.util.ArrayList<>();
        await().until(() -> taken.addAll(rig.takeAll(smsc)));
        assertThat(taken).hasSize(1);
        return taken.get(0);
    }

    @Test
    @Tag("C73")
    void an_answer_that_comes_after_the_end_is_kept_with_the_message_and_so_is_its_receipt() {
        long id;
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(2 * 153), ReceiptWish.FINAL));
            id = task.id();
            rig.accepted(task, 0, "m-1", false, Flight.NONE);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            bed.awaitReceipts(1);
            rig.accepted(task, 1, "m-2", true, Flight.NONE);
            ReceiptBed.receipt(rig, "m-2", "DELIVRD");
            await().until(() -> late(rig, "repeat") == 1);
            assertAllIsKnown(rig, id);
            assertThat(bed.receipts).hasSize(1);
        }
        try (PipelineRig rig = rig()) {
            assertAllIsKnown(rig, id);
        }
    }

    @ParameterizedTest(name = "the platform has taken the end: {0}")
    @CsvSource({"true", "false"})
    @Tag("C73")
    void a_restart_between_such_an_answer_and_its_receipt_changes_nothing(boolean taken) {
        long id;
        bed.refused = taken ? Optional.empty() : Optional.of(MessageState.UNDELIVERED);
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(2 * 153), ReceiptWish.FINAL));
            id = task.id();
            rig.accepted(task, 0, "m-1", false, Flight.NONE);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            await().until(() -> view(rig, task.id()).state() == MessageState.UNDELIVERED);
            await().until(() -> !taken || rig.pipeline.openMessages() == 0);
            rig.accepted(task, 1, "m-2", true, Flight.NONE);
            await().until(() -> view(rig, task.id()).parts().get(1).messageId().equals("m-2"));
        }
        try (PipelineRig rig = rig()) {
            ReceiptBed.receipt(rig, "m-2", "DELIVRD");
            await().until(() -> late(rig, "repeat") == 1);
            assertAllIsKnown(rig, id);
        }
    }

    private static void assertAllIsKnown(PipelineRig rig, long id) {
        Messages.MessageView view = view(rig, id);
        assertThat(view.state()).isEqualTo(MessageState.UNDELIVERED);
        assertThat(view.parts()).extracting(Messages.PartView::messageId).containsExactly("m-1", "m-2");
        assertThat(view.parts())
                .extracting(Messages.PartView::receipt)
                .containsExactly("stat:UNDELIV err:000", "stat:DELIVRD err:000");
    }
}
