package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer that had come when the process was killed, and was written down nowhere but in its flight log, means what it would have meant. */
@Tag("A-01")
class KilledAfterAnswerTest {
    private static final int NO_SUCH_NUMBER = 0x0B;

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig start(String failover) {
        return bed.start(directory, PipelineRig.failingOver(failover)).bothBound();
    }

    private static TaskId send(PipelineRig rig, String text) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Task take(PipelineRig rig, String smsc) {
        return await().until(() -> rig.takeAll(smsc), taken -> taken.size() == 1)
                .get(0);
    }

    private void killAfter(TaskId id, int part, int status, String messageId) {
        try (FlightLog log = FlightLog.create(directory.resolve("journal").resolve("flights"), "a-1", 8, 1)) {
            log.answered(log.sent(id.value(), part, 1, 1), status, messageId);
        }
    }

    @Test
    @Tag("C96")
    void what_was_refused_for_good_goes_on_where_its_route_says_so_once_it_is_refused_again() {
        TaskId id;
        try (PipelineRig rig = start("rejected")) {
            id = send(rig, "x");
        }
        killAfter(id, 0, NO_SUCH_NUMBER, "");
        try (PipelineRig rig = start("rejected")) {
            rig.pipeline.outcomes().ended(take(rig, "a"), MessageState.REJECTED, "no such number", Flight.NONE);
            assertThat(take(rig, "b").id()).isEqualTo(id.value());
            assertThat(bed.receipts).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    void elsewhere_it_has_ended() {
        TaskId id;
        try (PipelineRig rig = start("undelivered")) {
            id = send(rig, "x");
        }
        killAfter(id, 0, NO_SUCH_NUMBER, "");
        try (PipelineRig rig = start("undelivered")) {
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.last().state()).isEqualTo(MessageState.REJECTED);
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    @Tag("C62")
    void of_several_parts_one_without_an_id_makes_the_end_of_all_that_they_are_taken() {
        TaskId id;
        try (PipelineRig rig = start("undelivered")) {
            id = send(rig, "x".repeat(200));
            rig.accepted(take(rig, "a"), 0, " ", false, Flight.NONE);
        }
        killAfter(id, 1, 0, "A2");
        try (PipelineRig rig = start("undelivered")) {
            await().until(() -> !bed.receipts.isEmpty());
            assertThat(bed.last().state()).isEqualTo(MessageState.ACCEPTED);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
        }
    }
}
