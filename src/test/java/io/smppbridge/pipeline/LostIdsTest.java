package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An id that only a receipt has told, of an SMSC that writes ids in two ways: as its answer would have had it. */
class LostIdsTest {
    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private static MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    private static void receipt(PipelineRig rig, String id, String state) {
        assertThat(ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, ReceiptBed.text(id, state))))
                .isZero();
    }

    @Test
    @Tag("C18")
    @Tag("C62")
    void the_last_receipt_finds_its_message_after_a_restart_whose_first_one_stood_for_the_answer() {
        String form = "smsc.a.message-id = hex-dec";
        TaskId id;
        try (PipelineRig rig = bed.start(directory, form)) {
            SendOutcome outcome = PipelineRig.get(rig.middleWare()
                    .send(OutboundSms.to("46701234567")
                            .from("72404")
                            .text("hi")
                            .receipt(ReceiptWish.FINAL)
                            .build()));
            id = ((SendOutcome.Acceptance) outcome).id();
            Task task = await().until(() -> rig.takeAll("a"), taken -> taken.size() == 1)
                    .get(0);
            task.unanswered = 1;
            task.dueAtMs = bed.instant().toEpochMilli() + 30_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            await().until(() -> view(rig, id).state() == MessageState.UNANSWERED);
            receipt(rig, "291", "ENROUTE");
            await().until(() -> view(rig, id).state() == MessageState.SENT);
            assertThat(view(rig, id).parts().get(0).messageId()).isEqualTo("123");
        }
        try (PipelineRig rig = bed.start(directory, form)) {
            receipt(rig, "291", "DELIVRD");
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }
}
