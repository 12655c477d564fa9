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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only what went out again after an attempt without an answer may have come twice. */
class PossibleDuplicateTest {
    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig start(String... more) {
        PipelineRig rig = PipelineRig.start(directory, more);
        rig.middleWare().listen(bed);
        return rig;
    }

    private static TaskId send(PipelineRig rig, String text) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("72404")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Task take(PipelineRig rig) {
        return await().until(() -> rig.takeAll("a"), taken -> taken.size() == 1).get(0);
    }

    /** As a sender tells it; back in the bag at once, or held. */
    private static void lose(PipelineRig rig, Task task, boolean held) {
        task.unanswered++;
        task.dueAtMs = 0;
        rig.pipeline.outcomes().unanswered(task, 0, held, Flight.NONE);
        if (!held) {
            rig.pipeline.bag("a").giveBack(task, 0);
        }
    }

    private static void receipt(PipelineRig rig, String id) {
        receipt(rig, id, "DELIVRD");
    }

    private static void receipt(PipelineRig rig, String id, String stat) {
        String text = ReceiptBed.text(id, stat).replace("text:hi", "text:x"); // as what was sent begins
        assertThat(ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, text))).isZero();
    }

    private static void awaitUnanswered(PipelineRig rig, TaskId id) {
        await().until(() ->
                PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                                .orElseThrow()
                                .state()
                        == MessageState.UNANSWERED);
    }

    private void assertTold(MessageState state, boolean perhapsTwice) {
        await().until(() -> !bed.receipts.isEmpty());
        assertThat(bed.receipts)
                .singleElement()
                .satisfies(told -> assertThat(told.state()).isEqualTo(state))
                .satisfies(told -> assertThat(told.possibleDuplicate()).isEqualTo(perhapsTwice));
    }

    private FlightLog flights() {
        return FlightLog.create(directory.resolve("journal").resolve("flights"), "a-1", 8, 1);
    }

    @Test
    @Tag("C20")
    void parts_that_each_went_out_once_are_not_marked() {
        try (PipelineRig rig = start("smsc.a.uncertain = never")) {
            send(rig, "x".repeat(700));
            Task task = take(rig);
            task.unanswered = 1; // all parts are of one attempt
            for (int part = 0; part < 4; part++) {
                rig.pipeline.outcomes().unanswered(task, part, false, Flight.NONE);
            }
            rig.pipeline.outcomes().lastUnanswered(task, 0, "no answer", Flight.NONE);
            assertTold(MessageState.UNCERTAIN, false);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C20")
    void what_a_late_receipt_settles_before_it_goes_out_again_is_not_marked(boolean restarted) {
        TaskId id;
        try (PipelineRig rig = start("smsc.a.uncertain-wait = 1m")) {
            id = send(rig, "x");
            Task task = take(rig);
            task.unanswered = 1;
            task.dueAtMs = rig.clock.millis() + 60_000;
            rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
            awaitUnanswered(rig, id);
            if (!restarted) {
                receipt(rig, "A1");
                assertTold(MessageState.DELIVERED, false);
            }
        }
        if (restarted) {
            try (PipelineRig rig = start("smsc.a.uncertain-wait = 1m")) {
                receipt(rig, "A1");
                assertTold(MessageState.DELIVERED, false);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = MessageState.class,
            names = {"REJECTED", "EXPIRED"})
    @Tag("C22")
    void what_perhaps_went_out_has_an_uncertain_end_though_a_later_attempt_is_refused(MessageState end) {
        try (PipelineRig rig = start("smsc.a.uncertain-wait = 0s")) {
            TaskId id = send(rig, "x");
            Task task = take(rig);
            task.unanswered = 1;
            rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
            awaitUnanswered(rig, id);
            rig.pipeline.outcomes().refused(task, 0, 0x14, () -> {});
            rig.pipeline.outcomes().ended(task, end, "no more", () -> {});
            assertTold(MessageState.UNCERTAIN, true);
            assertThat(bed.last().detail()).contains("perhaps sent");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C20")
    void what_is_held_is_marked_once_it_is_sent_again(boolean again) {
        TaskId id;
        try (PipelineRig rig = start("smsc.a.uncertain = hold")) {
            id = send(rig, "x");
            lose(rig, take(rig), true);
            awaitUnanswered(rig, id);
        }
        try (PipelineRig rig = start("smsc.a.uncertain = hold")) {
            assertThat(rig.pipeline.held().resolve(id.value(), again)).contains(true);
            if (again) {
                rig.accepted(take(rig), 0, "A2", true, Flight.NONE);
                receipt(rig, "A2");
            }
            assertTold(again ? MessageState.DELIVERED : MessageState.UNCERTAIN, again);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C20")
    void what_is_taken_at_the_second_attempt_is_marked_also_over_a_restart(boolean restarted) {
        try (PipelineRig rig = start()) {
            send(rig, "x");
            lose(rig, take(rig), false);
            rig.accepted(take(rig), 0, "A2", true, Flight.NONE);
            await().until(() -> rig.pipeline.bag("a").credits() == 50_000);
            if (!restarted) {
                receipt(rig, "A2");
                assertTold(MessageState.DELIVERED, true);
            }
        }
        if (restarted) {
            try (PipelineRig rig = start()) {
                receipt(rig, "A2");
                assertTold(MessageState.DELIVERED, true);
            }
        }
    }

    /** Only what the bridge itself gives up may have come to something: the SMSC knows what became of what it has taken. */
    @ParameterizedTest
    @CsvSource({"EXPIRED, EXPIRED", "REJECTD, REJECTED"})
    @Tag("C20")
    @Tag("C22")
    void the_end_that_a_receipt_tells_is_the_end_also_of_what_went_out_twice(String stat, MessageState end) {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
            rig.accepted(take(rig), 0, "A2", true, Flight.NONE);
            await().until(() -> rig.pipeline.bag("a").credits() == 50_000);
            receipt(rig, "A2", stat);
            assertTold(end, true);
        }
    }

    /** What became of the second attempt of the other part is not written down yet when a receipt ends the message. */
    @Test
    @Tag("C20")
    void a_receipt_that_ends_a_message_of_which_a_part_may_be_going_out_again_marks_it() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x".repeat(200));
            Task task = take(rig);
            rig.accepted(task, 1, "A2", false, Flight.NONE);
            lose(rig, task, false);
            awaitUnanswered(rig, id);
            Task again = take(rig);
            receipt(rig, "A2", "UNDELIV");
            assertTold(MessageState.UNDELIVERED, true);
            assertThat(again.over).as("its sender submits no more of it").isTrue();
        }
    }

    /** The kill came before anything was written of the second attempt, or of the first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C20")
    void a_second_attempt_that_a_kill_cut_short_is_marked(boolean firstIsWritten) {
        TaskId id;
        try (PipelineRig rig = start("smsc.a.uncertain = never", "smsc.a.uncertain-wait = 0s")) {
            id = send(rig, "x");
            if (firstIsWritten) {
                lose(rig, take(rig), false);
                awaitUnanswered(rig, id);
            }
        }
        try (FlightLog log = flights()) {
            log.sent(id.value(), 0, 2, 1);
        }
        try (PipelineRig rig = start("smsc.a.uncertain = never", "smsc.a.uncertain-wait = 0s")) {
            assertTold(MessageState.UNCERTAIN, true);
        }
    }

    @Test
    @Tag("C20")
    void the_answer_of_a_second_attempt_that_a_kill_left_unwritten_marks_it_also_over_another_restart() {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
        }
        try (FlightLog log = flights()) {
            log.answered(log.sent(id.value(), 0, 2, 1), 0, "A2");
        }
        start().close();
        try (PipelineRig rig = start()) {
            receipt(rig, "A2");
            assertTold(MessageState.DELIVERED, true);
        }
    }

    /** The sender may look at it before the bridge has swept what has expired, and all it knows is that it has not sent it again. */
    @Test
    @Tag("C21")
    void what_got_no_answer_and_expires_before_it_goes_out_again_is_uncertain_not_expired() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
            rig.pipeline.outcomes().ended(take(rig), MessageState.EXPIRED, "validity ended", Flight.NONE);
            assertTold(MessageState.UNCERTAIN, false);
            assertThat(bed.last().detail()).contains("perhaps sent");
        }
    }

    @Test
    @Tag("C22")
    void of_what_expires_it_is_told_how_many_parts_were_handed_over() {
        try (PipelineRig rig = start()) {
            send(rig, "x".repeat(200));
            Task task = take(rig);
            rig.accepted(task, 0, "A1", false, Flight.NONE);
            rig.pipeline.outcomes().ended(task, MessageState.EXPIRED, "too late", () -> {});
            assertTold(MessageState.EXPIRED, false);
            assertThat(bed.last().detail()).isEqualTo("too late; 1 of 2 parts were handed over");
        }
    }

    /** As where a reload says something else of senders or texts, by which no submit_sm can be made of it. */
    @Test
    void what_got_no_answer_and_cannot_go_out_again_is_uncertain_not_rejected() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
            rig.pipeline.outcomes().ended(take(rig), MessageState.REJECTED, "cannot be put into one", Flight.NONE);
            assertTold(MessageState.UNCERTAIN, false);
            assertThat(bed.last().detail()).contains("perhaps sent").endsWith("cannot be put into one");
        }
    }

    /** The second attempt has failed, the first may have been delivered. */
    @Test
    @Tag("C22")
    void what_got_no_answer_and_is_rejected_the_second_time_is_uncertain_and_marked() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
            rig.pipeline.outcomes().ended(take(rig), MessageState.REJECTED, "no", () -> {});
            assertTold(MessageState.UNCERTAIN, true);
        }
    }

    /** No receipt can tell of it: this is its end. */
    @Test
    void what_is_taken_without_an_id_at_the_second_attempt_is_marked() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, "x");
            lose(rig, take(rig), false);
            awaitUnanswered(rig, id);
            rig.accepted(take(rig), 0, "", true, Flight.NONE);
            assertTold(MessageState.ACCEPTED, true);
        }
    }
}
