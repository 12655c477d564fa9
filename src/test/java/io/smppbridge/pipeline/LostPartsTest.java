package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receipts for messages of three parts of which some answers were lost: no id matches them. */
@Tag("C18")
class LostPartsTest {
    private static final String TO = "46701234567";
    private static final String[] BEGINNINGS = {"The first of them ", "The second follows ", "At last the third "};

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));

    /** Three parts, each with a beginning of its own; the SMSC answers for those named, and the other answers are lost. */
    private TaskId lose(PipelineRig rig, int... answered) {
        String text = BEGINNINGS[0]
                + "x".repeat(153 - BEGINNINGS[0].length())
                + BEGINNINGS[1]
                + "x".repeat(153 - BEGINNINGS[1].length())
                + BEGINNINGS[2];
        Task task = ReceiptBed.accepted(
                rig,
                OutboundSms.to(TO)
                        .from("Acme")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build());
        assertThat(task.parts().count()).isEqualTo(3);
        for (int part = 0; part < 3; part++) {
            task.parts().submitted(part);
        }
        for (int part : answered) {
            accept(rig, task, part, "a-" + part);
        }
        task.unanswered = 1;
        task.dueAtMs = now.get().toEpochMilli() + 30_000;
        for (int part = 0; part < 3; part++) {
            if (!task.parts().isAccepted(part)) {
                task.parts().returned(part);
                rig.pipeline.outcomes().unanswered(task, part, false, Outcomes.Flight.NONE);
            }
        }
        rig.pipeline.bag("a").giveBack(task, task.dueAtMs);
        TaskId id = new TaskId(task.id());
        await().until(() -> rig.state(id) == MessageState.UNANSWERED);
        return id;
    }

    private static void accept(PipelineRig rig, Task task, int part, String id) {
        boolean last = task.parts().accepted(part);
        rig.accepted(task, part, id, last, Outcomes.Flight.NONE);
    }

    /** What goes out again when it is time. */
    private Task again(PipelineRig rig) {
        now.set(now.get().plusSeconds(31));
        return rig.takeAll("a").get(0);
    }

    private static void receipt(PipelineRig rig, String id, String quoted) {
        receipt(rig, id, "DELIVRD", quoted);
    }

    private static void receipt(PipelineRig rig, String id, String stat, String quoted) {
        String text = "id:" + id + " sub:001 dlvrd:001 submit date:7001010000 done date:7001010000 stat:" + stat
                + " err:000 Text:" + quoted;
        Delivery delivery = delivery()
                .from(Address.of(TO))
                .to(Address.of("Acme"))
                .receipt()
                .text(text)
                .made();
        assertThat(ReceiptBed.offer(rig, "a", delivery)).isZero();
    }

    private static String quoted(int part) {
        return BEGINNINGS[part].substring(0, 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C21")
    void the_receipts_of_all_parts_in_doubt_settle_the_message_and_nothing_of_it_is_sent_again(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            TaskId id = lose(rig, 0);
            receipt(rig, "a-2", quoted(2));
            receipt(rig, "a-1", quoted(1));
            await().until(() -> rig.state(id) == MessageState.SENT);
            receipt(rig, "a-0", quoted(0));
            await().until(() -> rig.state(id) == MessageState.DELIVERED);
            now.set(now.get().plusSeconds(60));
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C21")
    void a_receipt_settles_its_part_and_only_the_others_are_sent_again(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            TaskId id = lose(rig, 0);
            receipt(rig, "a-1", quoted(1));
            assertOnlyTheThirdGoes(rig, id);
        }
    }

    @Test
    @Tag("C21")
    @Tag("A-01")
    void it_does_so_also_after_a_restart_before_the_receipt_and_one_after_it() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = lose(rig, 0);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a-1", quoted(1));
            await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertOnlyTheThirdGoes(rig, id);
        }
    }

    @Test
    @Tag("C21")
    void what_a_restart_has_put_back_goes_without_the_part_whose_receipt_came_since() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = lose(rig, 0);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a-1", quoted(1));
            assertOnlyTheThirdGoes(rig, id);
        }
    }

    /** Two hours later, that is, as the pause was told by the clock of before. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("G-01")
    void what_goes_on_without_a_part_waits_no_longer_where_the_clock_is_set_back_then(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            lose(rig, 0);
            receipt(rig, "a-1", quoted(1));
            await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().minus(Duration.ofHours(2)));
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("G-01")
    void nor_where_it_is_set_back_around_a_start(boolean before) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            lose(rig, 0);
        }
        if (before) {
            now.set(now.get().minus(Duration.ofHours(2)));
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a-1", quoted(1));
            await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
            assertThat(rig.takeAll("a")).isEmpty();
            if (!before) {
                now.set(now.get().minus(Duration.ofHours(2)));
                assertThat(rig.takeAll("a")).isEmpty();
            }
            now.set(now.get().plusSeconds(31));
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    private void assertOnlyTheThirdGoes(PipelineRig rig, TaskId id) {
        assertThat(rig.takeAll("a")).as("it waits as long as before").isEmpty();
        Task again = again(rig);
        assertThat(rig.takeAll("a")).isEmpty();
        assertThat(again.parts().waiting()).isEqualTo(1);
        assertThat(again.parts().isAccepted(2)).isFalse();
        assertThat(again.unanswered).isEqualTo(1);
        accept(rig, again, 2, "b-2");
        await().until(() -> rig.state(id) == MessageState.SENT);
        receipt(rig, "b-2", quoted(2));
        receipt(rig, "a-0", quoted(0));
        await().until(() -> rig.state(id) == MessageState.DELIVERED);
        assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
    }

    /** The SMSC took the second part twice, answered the second time, and reports on both. */
    @Test
    void of_a_part_that_went_out_twice_both_ids_count_for_that_part_alone() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lose(rig, 0, 2);
            Task again = again(rig);
            assertThat(again.parts().waiting()).isEqualTo(1);
            receipt(rig, "a-1", quoted(1));
            accept(rig, again, 1, "b-1");
            await().until(() -> rig.state(id) == MessageState.SENT);
            assertBothCountOnce(rig, id);
        }
    }

    @Test
    void they_do_so_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = lose(rig, 0, 2);
            accept(rig, again(rig), 1, "b-1");
            await().until(() -> rig.state(id) == MessageState.SENT);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            receipt(rig, "a-1", quoted(1));
            assertBothCountOnce(rig, id);
        }
    }

    private void assertBothCountOnce(PipelineRig rig, TaskId id) {
        now.set(now.get().plusSeconds(280));
        await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
        receipt(rig, "b-1", quoted(1));
        receipt(rig, "a-0", quoted(0));
        assertThat(rig.state(id)).as("the third has no receipt yet").isEqualTo(MessageState.SENT);
        receipt(rig, "a-2", quoted(2));
        await().until(() -> rig.state(id) == MessageState.DELIVERED);
        assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
    }

    @Test
    void no_part_is_settled_by_what_quotes_another_part_or_does_not_say_which() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lose(rig, 0);
            receipt(rig, "x-0", quoted(0));
            receipt(rig, "x-1", "");
            receipt(rig, "x-2", "\u0005\u0000\u0003");
            await().during(Duration.ofMillis(1_500)).until(() -> rig.state(id) == MessageState.UNANSWERED);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
            Task again = again(rig);
            assertThat(again.parts().waiting()).isEqualTo(2);
            accept(rig, again, 1, "b-1");
            accept(rig, again, 2, "b-2");
            await().until(() -> rig.state(id) == MessageState.SENT);
            now.set(now.get().plusSeconds(280));
            await().during(Duration.ofMillis(1_500)).until(() -> rig.state(id) == MessageState.SENT);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
        }
    }

    /** What the others have had cannot come for them once more, so it is of the part that has had none. */
    @Test
    @Tag("C21")
    void a_receipt_that_quotes_nothing_settles_the_part_in_doubt_once_all_others_have_had_theirs() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lose(rig, 1, 2);
            receipt(rig, "x-0", "");
            receipt(rig, "a-1", quoted(1));
            assertTheLastOfTheOthersSettlesIt(rig, id);
        }
    }

    @Test
    @Tag("C21")
    @Tag("A-01")
    void it_does_so_also_where_the_process_has_ended_in_between() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = lose(rig, 1, 2);
            receipt(rig, "x-0", "");
            receipt(rig, "a-1", quoted(1));
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertTheLastOfTheOthersSettlesIt(rig, id);
        }
    }

    private void assertTheLastOfTheOthersSettlesIt(PipelineRig rig, TaskId id) {
        assertThat(rig.state(id)).isEqualTo(MessageState.UNANSWERED);
        receipt(rig, "a-2", quoted(2));
        await().until(() -> rig.state(id) == MessageState.DELIVERED);
        assertThat(rig.stats.smsc("a").settledLate.sum()).isEqualTo(1);
        now.set(now.get().plusSeconds(60));
        assertThat(rig.takeAll("a")).isEmpty();
    }

    @Test
    @Tag("C18")
    void a_part_that_one_attempt_has_delivered_stays_so_when_the_other_is_told_as_failed() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertTheOthersMakeItDelivered(rig, deliveredAndFailed(rig));
        }
    }

    @Test
    @Tag("C18")
    void it_does_so_also_across_a_restart() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            id = deliveredAndFailed(rig);
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertTheOthersMakeItDelivered(rig, id);
        }
    }

    /** The second part went out twice; the receipts of the others are still to come. */
    private TaskId deliveredAndFailed(PipelineRig rig) {
        TaskId id = lose(rig, 0, 2);
        accept(rig, again(rig), 1, "b-1");
        await().until(() -> rig.state(id) == MessageState.SENT);
        receipt(rig, "b-1", quoted(1));
        receipt(rig, "a-1", "UNDELIV", quoted(1));
        now.set(now.get().plusSeconds(280));
        await().until(() -> rig.stats.smsc("a").settledLate.sum() == 1);
        assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
        return id;
    }

    private static void assertTheOthersMakeItDelivered(PipelineRig rig, TaskId id) {
        receipt(rig, "a-0", quoted(0));
        receipt(rig, "a-2", quoted(2));
        await().until(() -> rig.state(id).isFinal());
        assertThat(rig.state(id)).isEqualTo(MessageState.DELIVERED);
    }

    @Test
    @Tag("C18")
    void that_one_part_was_delivered_says_nothing_of_another_that_went_out_twice_and_has_failed() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = lose(rig, 0);
            Task again = again(rig);
            accept(rig, again, 1, "b-1");
            accept(rig, again, 2, "b-2");
            await().until(() -> rig.state(id) == MessageState.SENT);
            receipt(rig, "a-2", quoted(2));
            receipt(rig, "b-1", "UNDELIV", quoted(1));
            await().until(() -> rig.state(id) == MessageState.UNDELIVERED);
            assertThat(rig.stats.smsc("a").settledLate.sum()).isZero();
        }
    }
}
