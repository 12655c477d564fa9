package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What has gone on to another SMSC is with that one alone after a restart too, and nothing of the first one's is taken for its. */
class MovedOverRestartTest {
    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig start(String failover, String... more) {
        String[] lines = Stream.of(new String[] {"routing.receipt-after = 1s"}, PipelineRig.failingOver(failover, more))
                .flatMap(Stream::of)
                .toArray(String[]::new);
        PipelineRig rig = PipelineRig.start(directory, now::get, lines).bothBound();
        rig.middleWare().listen(bed);
        return rig;
    }

    private static TaskId send(PipelineRig rig, String text) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("72404")
                        .text(text)
                        .validity(Duration.ofHours(48))
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Task take(PipelineRig rig, String smsc) {
        return await().until(() -> rig.takeAll(smsc), taken -> taken.size() == 1)
                .get(0);
    }

    private static MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    private static void receipt(PipelineRig rig, String smsc, String id, String state) {
        assertThat(ReceiptBed.offer(rig, smsc, ReceiptBed.delivery(4, ReceiptBed.text(id, state))))
                .isZero();
    }

    private void later(Duration by) {
        now.set(now.get().plus(by));
    }

    @Test
    @Tag("C96")
    @Tag("A-01")
    void what_got_no_answer_and_went_on_is_sent_by_the_next_smsc_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = start("unanswered", "smsc.a.uncertain = never")) {
            id = send(rig, "one");
            Task task = take(rig, "a");
            task.unanswered = 1;
            rig.pipeline.outcomes().lastUnanswered(task, 0, "no answer", Flight.NONE);
            await().until(() -> view(rig, id).smsc().equals("b"));
        }
        assertThat(toldUnanswered()).containsExactly(id);
        try (PipelineRig rig = start("unanswered", "smsc.a.uncertain = never")) {
            Task again = take(rig, "b");
            assertThat(again.id()).isEqualTo(id.value());
            later(Duration.ofMinutes(5));
            rig.accepted(again, 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.last().possibleDuplicate()).isTrue();
        }
    }

    /** What an audit hears of: the first SMSC may have it too. */
    private List<TaskId> toldUnanswered() {
        List<TaskId> told = new ArrayList<>();
        Chronicle.read(
                new Chronicle.Kept(PipelineRig.config(directory).journal().directory(), JournalKeys.NONE),
                new Chronicle.Reader() {
                    @Override
                    public void begun(boolean nothingForgotten) {}

                    @Override
                    public void accepted(TaskId id, String smsc, OutboundSms sms) {}

                    @Override
                    public void taken(TaskId id, String messageId, boolean all) {}

                    @Override
                    public void unanswered(TaskId id) {
                        told.add(id);
                    }

                    @Override
                    public void moved(TaskId id, String smsc) {}

                    @Override
                    public void ended(TaskId id, MessageState state) {}
                });
        return told;
    }

    @Test
    @Tag("C55")
    @Tag("C96")
    void a_number_that_the_first_smsc_may_have_passed_on_stays_taken_when_the_message_is_withdrawn_from_the_next() {
        String[] narrow = {"smsc.a.uncertain = never", "smsc.a.long-message = udh8", "smsc.b.long-message = udh8"};
        TaskId id;
        try (PipelineRig rig = start("unanswered", narrow)) {
            id = send(rig, "x".repeat(200));
            Task task = take(rig, "a");
            task.unanswered = 1;
            rig.pipeline.outcomes().lastUnanswered(task, 0, "no answer", Flight.NONE);
            await().until(() -> view(rig, id).smsc().equals("b"));
        }
        try (PipelineRig rig = start("unanswered", narrow)) {
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)))
                    .isEqualTo(Withdrawal.CANCELLED);
            for (int i = 0; i < 256; i++) {
                send(rig, "y".repeat(200));
            }
            List<Task> numbered = new ArrayList<>();
            await().until(() -> numbered.addAll(rig.takeAll("a")) && numbered.size() >= 255);
            assertThat(rig.stats.unnumbered).isEqualTo(1);
        }
    }

    @Test
    @Tag("C96")
    @Tag("C18")
    void what_went_on_for_want_of_a_receipt_is_marked_after_a_restart_too() {
        try (PipelineRig rig = start("no-receipt")) {
            TaskId id = send(rig, "one");
            rig.accepted(take(rig, "a"), 0, "A1", true, Flight.NONE);
            await().until(() -> view(rig, id).state() == MessageState.SENT);
            later(Duration.ofMinutes(1));
            await().until(() -> view(rig, id).smsc().equals("b"));
        }
        try (PipelineRig rig = start("no-receipt")) {
            rig.accepted(take(rig, "b"), 0, "B1", true, Flight.NONE);
            receipt(rig, "b", "B1", "DELIVRD");
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.last().possibleDuplicate()).isTrue();
        }
    }

    @Test
    @Tag("C96")
    @Tag("A-01")
    void what_the_first_smsc_said_of_its_parts_ends_nothing_at_the_next_where_compaction_has_moved_it() {
        TaskId id;
        String[] kept = {"retention.content = 12h"};
        try (PipelineRig rig = start("undelivered", kept)) {
            id = send(rig, "x".repeat(200));
            taken(rig, "a");
            receipt(rig, "a", "A1", "UNDELIV");
            receipt(rig, "a", "A2", "UNDELIV");
            Task second = take(rig, "b");
            later(Duration.ofMinutes(1));
            rig.accepted(second, 0, "B1", false, Flight.NONE);
            rig.accepted(second, 1, "B2", true, Flight.NONE);
            await().until(() -> view(rig, id).state() == MessageState.SENT);
            long before = rig.journal.oldestSegment();
            later(Duration.ofHours(12));
            await().until(() -> rig.journal.oldestSegment() > before);
        }
        try (PipelineRig rig = start("undelivered", kept)) {
            receipt(rig, "b", "B1", "DELIVRD");
            receipt(rig, "b", "B2", "DELIVRD");
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.receipts).extracting(told -> told.state()).containsExactly(MessageState.DELIVERED);
        }
    }

    private static void taken(PipelineRig rig, String smsc) {
        Task task = take(rig, smsc);
        rig.accepted(task, 0, "A1", false, Flight.NONE);
        rig.accepted(task, 1, "A2", true, Flight.NONE);
    }
}
