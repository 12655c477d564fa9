package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.records.ProgressRecord;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are not sent again after an attempt without an answer: a late receipt may still tell of them. */
class LastAttemptsTest {
    private static final long MINUTE = 60_000;

    private static final String NEVER = "smsc.a.uncertain = never";
    private static final String LONG = "one" + "x".repeat(200);
    private static final int CREDITS = 50_000;

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig start(String... more) {
        List<String> lines = new ArrayList<>(List.of(more));
        lines.add(NEVER);
        PipelineRig rig = PipelineRig.start(directory, now::get, lines.toArray(String[]::new));
        rig.middleWare().listen(bed);
        return rig;
    }

    private static TaskId send(PipelineRig rig, String text) {
        return send(rig, text, Duration.ofHours(48));
    }

    private static TaskId send(PipelineRig rig, String text, Duration validity) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("72404")
                        .text(text)
                        .validity(validity)
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Task take(PipelineRig rig) {
        return await().until(() -> rig.takeAll("a"), taken -> taken.size() == 1).get(0);
    }

    /** As a sender tells it. */
    private TaskId lose(PipelineRig rig, TaskId id) {
        lose(rig, take(rig), 0);
        await().until(() -> view(rig, id).state() == MessageState.UNANSWERED);
        return id;
    }

    private void lose(PipelineRig rig, Task task, int part) {
        task.unanswered++;
        task.dueAtMs = now.get().plusSeconds(30).toEpochMilli();
        rig.pipeline.outcomes().lastUnanswered(task, part, "no answer", Flight.NONE);
    }

    /** A kill left the submission of the message without an answer. */
    private void kill(TaskId id, int... parts) {
        try (FlightLog log = FlightLog.create(directory.resolve("journal").resolve("flights"), "a-1", 8, 1)) {
            for (int part : parts) {
                log.sent(id.value(), part, 1, 1);
            }
        }
    }

    private static MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    private static void receipt(PipelineRig rig, String id, String quoted) {
        String text = ReceiptBed.text(id, "DELIVRD").replace("text:hi", "text:" + quoted);
        assertThat(ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, text))).isZero();
    }

    private void later(Duration by) {
        now.set(now.get().plus(by));
    }

    private static void assertWaits(PipelineRig rig, TaskId id) {
        assertWaits(rig, id, CREDITS - 1);
    }

    private static void assertWaits(PipelineRig rig, TaskId id, int credits) {
        await().during(Duration.ofMillis(1_300)).until(() -> view(rig, id).state() == MessageState.UNANSWERED);
        assertThat(rig.takeAll("a")).isEmpty();
        assertThat(rig.pipeline.bag("a").credits()).isEqualTo(credits);
        assertThat(rig.pipeline.held().count()).isZero();
        assertThat(PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).explain(id))
                        .orElseThrow()
                        .why()
                        .get(0))
                .contains("last attempt got no answer");
    }

    private Receipt end() {
        await().until(() -> !bed.receipts.isEmpty());
        assertThat(bed.receipts).hasSize(1);
        return bed.last();
    }

    private void assertDelivered(PipelineRig rig) {
        assertThat(end().state()).isEqualTo(MessageState.DELIVERED);
        assertThat(end().possibleDuplicate()).isFalse();
        assertThat(rig.stats.smsc("a").settledLate.sum()).isEqualTo(1);
        assertOver(rig);
    }

    private void assertUncertain(PipelineRig rig, String detail) {
        assertThat(end().state()).isEqualTo(MessageState.UNCERTAIN);
        assertThat(end().detail()).contains(detail);
        assertOver(rig);
    }

    private static void assertOver(PipelineRig rig) {
        await().until(() -> rig.pipeline.bag("a").credits() == CREDITS);
        assertThat(rig.takeAll("a")).isEmpty();
        assertThat(rig.pipeline.held().count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C18")
    @Tag("C20")
    void it_waits_for_a_late_receipt_and_ends_as_uncertain_without_one(boolean receiptComes) {
        try (PipelineRig rig = start()) {
            TaskId id = lose(rig, send(rig, "one"));
            later(Duration.ofSeconds(29));
            assertWaits(rig, id);
            if (receiptComes) {
                receipt(rig, "A1", "one");
                assertDelivered(rig);
            } else {
                later(Duration.ofSeconds(1));
                assertUncertain(rig, "no answer");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C18")
    @Tag("A-01")
    void over_a_stop_the_wait_begins_anew_as_no_receipt_can_come_meanwhile(boolean receiptComes) {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = lose(rig, send(rig, "one"));
        }
        later(Duration.ofHours(1));
        try (PipelineRig rig = start()) {
            later(Duration.ofSeconds(29));
            assertWaits(rig, id);
            if (receiptComes) {
                receipt(rig, "A1", "one");
                assertDelivered(rig);
            } else {
                later(Duration.ofSeconds(1));
                assertUncertain(rig, "no answer");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C18")
    @Tag("A-01")
    void what_was_under_way_at_a_kill_waits_as_well(boolean receiptComes) {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = send(rig, "one");
        }
        kill(id, 0);
        try (PipelineRig rig = start()) {
            assertWaits(rig, id);
            if (receiptComes) {
                receipt(rig, "A1", "one");
                assertDelivered(rig);
            } else {
                later(Duration.ofSeconds(30));
                assertUncertain(rig, "perhaps sent");
            }
        }
    }

    @Test
    @Tag("C18")
    void one_waits_no_longer_for_a_late_receipt_where_the_clock_is_set_back_meanwhile_however_long_it_has_waited() {
        Ledger ledger = new Ledger(new SegmentUse());
        LastAttempts attempts = new LastAttempts(ledger);
        List<String> over = new ArrayList<>();
        LastAttempts.Over then = (at, why) -> over.add(why);
        enter(attempts, ledger, "long ago", 0);
        attempts.turn(MINUTE * 30, then);
        enter(attempts, ledger, "just before the step", MINUTE * 30);
        enter(attempts, ledger, "just after the step", MINUTE * 26);
        attempts.turn(MINUTE * 26, then);
        attempts.turn(MINUTE * 56 - 1, then);
        assertThat(over).isEmpty();
        attempts.turn(MINUTE * 56, then);
        assertThat(over).containsExactly("long ago");
        attempts.turn(MINUTE * 86 - 1, then);
        assertThat(over).hasSize(1);
        attempts.turn(MINUTE * 86, then);
        assertThat(over).hasSize(3).contains("just before the step", "just after the step");
    }

    /** For an hour. */
    private static void enter(LastAttempts attempts, Ledger ledger, String what, long nowMs) {
        int at = ledger.open(what.length(), 1, Long.MAX_VALUE, 1, 0, ReceiptWish.FINAL, false);
        attempts.enter(
                at,
                new ProgressRecord(
                        what.length(),
                        1,
                        ProgressRecord.Kind.UNANSWERED,
                        nowMs,
                        0,
                        0,
                        0,
                        1,
                        nowMs + MINUTE * 60,
                        what));
    }

    /** The kill came between the records of the parts of one attempt. */
    @Test
    @Tag("C20")
    @Tag("A-01")
    void a_message_of_which_only_some_parts_are_known_to_be_unanswered_is_not_sent_again_either() {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = send(rig, LONG);
            Task task = take(rig);
            task.unanswered = 1;
            rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
        }
        kill(id, 0, 1);
        for (int start = 0; start < 2; start++) {
            try (PipelineRig rig = start()) {
                assertWaits(rig, id);
            }
        }
    }

    @Test
    @Tag("C18")
    @Tag("C62")
    void of_a_long_message_the_receipts_of_all_parts_settle_it() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig, LONG);
            Task task = take(rig);
            task.unanswered = 1;
            task.dueAtMs = now.get().plusSeconds(30).toEpochMilli();
            rig.pipeline.outcomes().unanswered(task, 0, false, Flight.NONE);
            rig.pipeline.outcomes().lastUnanswered(task, 1, "no answer", Flight.NONE);
            await().until(() -> view(rig, id).state() == MessageState.UNANSWERED);
            receipt(rig, "A1", "onexxxxx");
            assertWaits(rig, id);
            receipt(rig, "A2", "xxxxxxxx");
            assertThat(end().state()).isEqualTo(MessageState.DELIVERED);
            assertThat(end().possibleDuplicate()).isFalse();
            assertOver(rig);
        }
    }

    @Test
    @Tag("C21")
    void it_waits_no_longer_than_it_is_valid() {
        try (PipelineRig rig = start()) {
            TaskId id = lose(rig, send(rig, "one", Duration.ofSeconds(10)));
            later(Duration.ofSeconds(9));
            assertWaits(rig, id);
            later(Duration.ofSeconds(2));
            assertUncertain(rig, "validity");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("A-01")
    void where_all_are_held_at_a_start_it_is_too(boolean killed) {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = killed ? send(rig, "one") : lose(rig, send(rig, "one"));
        }
        if (killed) {
            kill(id, 0);
        }
        PipelineRig.startHeld(directory, NEVER).close();
        try (PipelineRig rig = start()) {
            assertThat(rig.pipeline.held().count()).isEqualTo(1);
            later(Duration.ofMinutes(1));
            await().during(Duration.ofMillis(1_300)).until(() -> view(rig, id).state() == MessageState.UNANSWERED);
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(true);
            assertThat(take(rig).id()).isEqualTo(id.value());
        }
    }

    /** Under never, an operator's word sends it once more all the same; another answer that is lost is the last. */
    @Test
    @Tag("C20")
    void what_an_operator_has_sent_again_goes_out_and_waits_if_that_is_not_answered_either() {
        TaskId id;
        try (PipelineRig rig = start()) {
            id = send(rig, "one");
        }
        PipelineRig.startHeld(directory, NEVER).close();
        try (PipelineRig rig = start()) {
            assertThat(rig.pipeline.held().count()).isEqualTo(1);
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(true);
            lose(rig, take(rig), 0);
            assertWaits(rig, id);
            assertThat(rig.pipeline.held().list("", 10).orElseThrow().first()).isEmpty();
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(false);
            later(Duration.ofSeconds(31));
            assertUncertain(rig, "no answer");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C18")
    @Tag("C96")
    void where_the_route_allows_a_second_delivery_it_goes_on_after_the_wait_and_not_with_a_receipt(
            boolean receiptComes) {
        try (PipelineRig rig = start(PipelineRig.failingOver("unanswered")).bothBound()) {
            TaskId id = lose(rig, send(rig, "one"));
            later(Duration.ofSeconds(29));
            assertWaits(rig, id);
            assertThat(rig.takeAll("b")).isEmpty();
            if (receiptComes) {
                receipt(rig, "A1", "one");
                later(Duration.ofSeconds(60));
                assertDelivered(rig);
                assertThat(rig.takeAll("b")).isEmpty();
            } else {
                later(Duration.ofSeconds(1));
                Task again = await().until(() -> rig.takeAll("b"), taken -> taken.size() == 1)
                        .get(0);
                assertThat(again.id()).isEqualTo(id.value());
                assertOver(rig);
            }
        }
    }

    private static final String[] B = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.two.prefix = 46",
        "route.two.order = 1"
    };

    private static String[] withB(String... more) {
        return Stream.concat(Stream.of(B), Stream.of(more)).toArray(String[]::new);
    }

    private TaskId loseAt(PipelineRig rig, String smsc) {
        TaskId id = send(rig, "one");
        lose(
                rig,
                await().until(() -> rig.takeAll(smsc), taken -> taken.size() == 1)
                        .get(0),
                0);
        await().until(() -> view(rig, id).state() == MessageState.UNANSWERED);
        return id;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C18")
    @Tag("C107")
    void one_whose_smsc_leaves_the_configuration_stays_and_ends_as_perhaps_sent_there(boolean restarts) {
        TaskId id;
        try (PipelineRig rig = start(withB("smsc.b.uncertain = never", "route.two.smsc = b"))) {
            id = loseAt(rig, "b");
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            if (!restarts) {
                assertStays(rig, id);
            }
        }
        if (restarts) {
            try (PipelineRig rig = start()) {
                await().until(() -> rig.pipeline.strandedMessages() == 0);
                assertStays(rig, id);
            }
        }
    }

    private void assertStays(PipelineRig rig, TaskId id) {
        assertWaits(rig, id, CREDITS);
        assertThat(PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).explain(id))
                        .orElseThrow()
                        .where())
                .isEqualTo("smsc");
        later(Duration.ofSeconds(30));
        assertUncertain(rig, "no answer");
        assertThat(end().smsc()).isEqualTo("b");
        assertThat(view(rig, id).unanswered()).isEqualTo(1);
    }

    @Test
    @Tag("C96")
    @Tag("C107")
    void one_whose_smsc_leaves_the_configuration_goes_on_where_its_route_allows_a_second_delivery() {
        String[] others = withB(
                "smsc.c.host = 127.0.0.1",
                "smsc.c.system-id = me",
                "smsc.c.password = secret",
                "smsc.c.rate = unlimited",
                "route.two.failover = unanswered",
                "route.two.smsc = c > a, b");
        try (PipelineRig rig = start(others).bothBound()) {
            rig.stats.smsc("c").bind("1").bound = true;
            TaskId id = loseAt(rig, "c");
            rig.pipeline.apply(
                    PipelineRig.config(directory, withB("route.two.failover = unanswered", "route.two.smsc = a > b")));
            rig.pipeline.remove("c");
            assertWaits(rig, id, CREDITS);
            later(Duration.ofSeconds(30));
            assertThat(take(rig).id()).isEqualTo(id.value());
        }
    }

    /** Its sender at the first SMSC may tell of it only when a receipt, or a refusal of another part, has moved it. */
    @Test
    @Tag("C96")
    void an_attempt_at_an_smsc_that_a_message_has_left_is_not_its_last() {
        try (PipelineRig rig = start(PipelineRig.failingOver("rejected")).bothBound()) {
            TaskId id = send(rig, "x");
            Task first = take(rig);
            rig.pipeline.outcomes().ended(first, MessageState.REJECTED, "no", Flight.NONE);
            await().until(() -> view(rig, id).smsc().equals("b"));
            lose(rig, first, 0);
            TaskId other = lose(rig, send(rig, "y")); // told after it, so that it has been dealt with
            later(Duration.ofSeconds(30));
            await().until(() -> view(rig, other).state() == MessageState.UNCERTAIN);
            assertThat(view(rig, id).state()).isEqualTo(MessageState.QUEUED);
            assertThat(rig.takeAll("b")).singleElement().extracting(Task::id).isEqualTo(id.value());
        }
    }
}
