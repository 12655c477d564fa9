package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long what has come from an SMSC waits for more is what the configuration says now, also for what waits already. */
class LiveTimesTest {
    private static final byte[] FIRST_OF_TWO = {5, 0, 3, 7, 2, 1, 'h', 'i'};

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    @Test
    void a_receipt_that_fits_no_message() {
        try (PipelineRig rig = bed.start(directory)) {
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.receipt-park = 10s"));
            bed.pass(Duration.ofSeconds(11));
            await().until(() -> rig.stats.smsc("a").unmatchedReceipts.sum() == 1);
        }
    }

    @Test
    void a_part_of_a_subscribers_message() {
        try (PipelineRig rig = bed.start(directory)) {
            Delivery part = delivery().esmClass(0x40).octets(FIRST_OF_TWO).made();
            assertThat(ReceiptBed.offer(rig, "a", part)).isZero();
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.reassemble-within = 10s"));
            bed.pass(Duration.ofSeconds(11));
            await().until(() -> bed.messages.size() == 1);
            assertThat(bed.messages.get(0).complete()).isFalse();
        }
    }

    /** It went out twice, and the receipt is of the attempt whose answer was lost. */
    @Test
    void a_receipt_that_stands_for_a_lost_answer() {
        try (PipelineRig rig = bed.start(directory)) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hi", ReceiptWish.FINAL));
            task.unanswered = 1;
            task.dueAtMs = bed.instant().toEpochMilli() + 1;
            rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            TaskId id = new TaskId(task.id());
            await().until(() -> rig.state(id) == MessageState.UNANSWERED);
            bed.pass(Duration.ofSeconds(1));
            rig.accepted(rig.takeAll("a").get(0), 0, "88", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            ReceiptBed.receipt(rig, "77", "DELIVRD");

            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.receipt-park = 10s"));
            bed.pass(Duration.ofSeconds(9));

            await().until(() -> rig.state(id) == MessageState.DELIVERED);
        }
    }
}
