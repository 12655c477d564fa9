package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.PartReport;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SMSCs that give all parts of a message one id, and a receipt for each. */
class PartsOfOneIdTest {
    private static final int PARTS = 3;

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private static Task sent(PipelineRig rig, String id) {
        Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("x".repeat(PARTS * 153), ReceiptWish.FINAL));
        for (int part = 0; part < PARTS; part++) {
            rig.accepted(task, part, id, part == PARTS - 1, Flight.NONE);
        }
        return task;
    }

    @ParameterizedTest(name = "{0}, each {1}")
    @CsvSource({"all,DELIVRD,DELIVERED", "any,UNDELIV,UNDELIVERED", "first,DELIVRD,DELIVERED"})
    @Tag("C73")
    void each_receipt_tells_of_another_part(String verdict, String word, MessageState end) {
        try (PipelineRig rig = bed.start(directory, "smsc.a.receipt-verdict = " + verdict)) {
            Task task = sent(rig, "77");
            for (int part = 0; part < PARTS; part++) {
                ReceiptBed.receipt(rig, "77", word);
            }
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(end);
            assertThat(bed.last().message().value()).isEqualTo(task.id());
        }
    }

    @Test
    @Tag("C73")
    void also_over_a_restart() {
        try (PipelineRig rig = bed.start(directory)) {
            sent(rig, "77");
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.receipt(rig, "77", "DELIVRD");
        }
        try (PipelineRig rig = bed.start(directory)) {
            assertThat(bed.receipts).isEmpty();
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
            assertThat(bed.last().partReports())
                    .extracting(PartReport::state)
                    .containsOnlyOnce(MessageState.UNDELIVERED)
                    .hasSize(PARTS);
        }
    }

    @Test
    @Tag("C70")
    @Tag("C73")
    void a_receipt_that_comes_twice_tells_of_no_part_with_an_id_of_its_own() {
        try (PipelineRig rig = bed.start(directory)) {
            ReceiptBed.sent(rig, "m", PARTS);
            for (int i = 0; i < PARTS; i++) {
                ReceiptBed.receipt(rig, "m-1", "DELIVRD");
            }
            assertThat(bed.receipts).isEmpty();
            ReceiptBed.receipt(rig, "m-2", "DELIVRD");
            ReceiptBed.receipt(rig, "m-3", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(bed.receipts).hasSize(1);
        }
    }
}
