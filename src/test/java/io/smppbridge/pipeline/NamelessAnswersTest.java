package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that take a message and name it by nothing that a receipt could mean. */
@Tag("C06")
class NamelessAnswersTest {
    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    private static Task accepted(PipelineRig rig, int parts) {
        Task task = ReceiptBed.accepted(
                rig, ReceiptBed.sms(parts == 1 ? "hello" : "x".repeat(parts * 153), ReceiptWish.FINAL));
        assertThat(task.parts().count()).isEqualTo(parts);
        return task;
    }

    private void endsAsAccepted() {
        bed.awaitReceipts(1);
        assertThat(bed.last().state()).isEqualTo(MessageState.ACCEPTED);
        assertThat(bed.last().detail()).contains("no message_id");
        assertThat(bed.last().submittedAt()).isAfter(Instant.EPOCH);
    }

    @ParameterizedTest(name = "\"{0}\" as {1}")
    @CsvSource(
            quoteCharacter = '"',
            value = {"\" \",text", "\"\t\u0001\",text", "-,uuid", "\"\",text"})
    void blanks_or_what_the_form_of_ids_leaves_nothing_of_are_no_id(String id, String form) {
        try (PipelineRig rig = rig("smsc.a.message-id = " + form)) {
            rig.accepted(accepted(rig, 1), 0, id, true, Flight.NONE);
            endsAsAccepted();
        }
        rig("smsc.a.message-id = " + form).close();
    }

    @Test
    @Tag("C22")
    void an_id_of_which_another_form_leaves_nothing_keeps_no_start_from_its_work() {
        Task open;
        try (PipelineRig rig = rig("smsc.a.message-id = text")) {
            open = accepted(rig, 1);
            rig.accepted(open, 0, "-", true, Flight.NONE);
        }
        try (PipelineRig rig = rig("smsc.a.message-id = uuid")) {
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(new TaskId(open.id())))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.SENT);
            assertThat(PipelineRig.get(rig.middleWare().send(ReceiptBed.sms("next", ReceiptWish.FINAL))))
                    .isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @ParameterizedTest(name = "part {0}")
    @CsvSource({"0", "1", "2"})
    @Tag("C73")
    void of_several_parts_one_without_an_id_makes_the_whole_accepted_once_all_are_taken(int nameless) {
        try (PipelineRig rig = rig()) {
            Task task = accepted(rig, 3);
            for (int part = 0; part < 3; part++) {
                assertThat(bed.receipts).isEmpty();
                rig.accepted(task, part, part == nameless ? " " : "m-" + part, part == 2, Flight.NONE);
            }
            endsAsAccepted();
            for (int part = 0; part < 3; part++) {
                assertThat(ReceiptBed.receipt(rig, "m-" + part, "DELIVRD")).isZero();
            }
            bed.awaitReceipts(1);
        }
    }

    @Test
    @Tag("C73")
    void the_other_parts_of_a_message_may_fail_before_the_last_is_taken() {
        try (PipelineRig rig = rig()) {
            Task task = accepted(rig, 3);
            rig.accepted(task, 0, "", false, Flight.NONE);
            rig.accepted(task, 1, "m-1", false, Flight.NONE);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
        }
    }

    @ParameterizedTest(name = "{0}, no id for part {1}, receipt of part {2}")
    @CsvSource({"any,2,0", "first,1,0", "last,0,2"})
    @Tag("C73")
    void where_other_parts_decide_their_receipts_are_awaited(String verdict, int nameless, int told) {
        try (PipelineRig rig = rig("smsc.a.receipt-verdict = " + verdict)) {
            Task task = accepted(rig, 3);
            for (int part = 0; part < 3; part++) {
                rig.accepted(task, part, part == nameless ? "" : "m-" + part, part == 2, Flight.NONE);
            }
            ReceiptBed.receipt(rig, "m-" + told, "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C73")
    void that_a_part_has_no_id_is_known_after_a_restart_too() {
        long id;
        try (PipelineRig rig = rig()) {
            Task task = accepted(rig, 3);
            id = task.id();
            rig.accepted(task, 0, " ", false, Flight.NONE);
            rig.accepted(task, 1, "m-1", false, Flight.NONE);
        }
        try (PipelineRig rig = rig()) {
            Task task = rig.takeAll("a").get(0);
            assertThat(task.id()).isEqualTo(id);
            rig.accepted(task, 2, "m-2", true, Flight.NONE);
            endsAsAccepted();
        }
    }
}
