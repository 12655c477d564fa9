package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.PartView;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the answer that ended a message said stands with the part that it was about, whichever came last. */
@Tag("C08")
@Tag("C15")
class LastPartsAnswerTest {
    private static final OutboundSms THREE = ReceiptBed.sms("x".repeat(3 * 153), ReceiptWish.NONE);

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private static void answer(PipelineRig rig, Task task, int part, boolean last) {
        task.answerTlvs = new byte[] {0x15, 0, 0, 1, (byte) (part + 1)};
        rig.accepted(task, part, "Q" + (part + 1), last, Outcomes.Flight.NONE);
    }

    private static List<PartView> parts(PipelineRig rig, TaskId id, MessageState ended) {
        var messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
        await().until(() -> PipelineRig.get(messages.find(id)).orElseThrow().state() == ended);
        return PipelineRig.get(messages.find(id)).orElseThrow().parts();
    }

    @Test
    void each_part_has_its_id_and_its_tlvs_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = bed.start(directory)) {
            Task task = ReceiptBed.accepted(rig, THREE);
            id = new TaskId(task.id());
            answer(rig, task, 0, false);
            answer(rig, task, 2, false);
            answer(rig, task, 1, true);
            parts(rig, id, MessageState.ACCEPTED);
        }
        try (PipelineRig rig = bed.start(directory)) {
            List<PartView> parts = parts(rig, id, MessageState.ACCEPTED);
            assertThat(parts).extracting(PartView::messageId).containsExactly("Q1", "Q2", "Q3");
            assertThat(parts)
                    .extracting(PartView::tlvs)
                    .containsExactly(Map.of("0x1500", "01"), Map.of("0x1500", "02"), Map.of("0x1500", "03"));
        }
    }

    @Test
    void what_a_refusal_says_stands_with_the_part_that_was_not_taken() {
        try (PipelineRig rig = bed.start(directory)) {
            Task task = ReceiptBed.accepted(rig, THREE);
            task.answerTlvs = new byte[0];
            rig.accepted(task, 0, "Q1", false, Outcomes.Flight.NONE);
            TaskId id = new TaskId(task.id());
            await().until(() -> !PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                    .orElseThrow()
                    .parts()
                    .get(0)
                    .messageId()
                    .isEmpty());
            task.answerTlvs = new byte[] {0x15, 0, 0, 1, 7};
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "command_status 0x0b", Outcomes.Flight.NONE);
            List<PartView> parts = parts(rig, id, MessageState.REJECTED);
            assertThat(parts).extracting(PartView::messageId).containsExactly("Q1", "", "");
            assertThat(parts).extracting(PartView::tlvs).containsExactly(Map.of(), Map.of("0x1500", "07"), Map.of());
        }
    }
}
