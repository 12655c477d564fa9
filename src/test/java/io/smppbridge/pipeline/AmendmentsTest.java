package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that waits can be changed; nobody ever gets what it was before. */
@Tag("C82")
class AmendmentsTest {
    private static final Instant EIGHT = Instant.parse("2026-11-21T08:00:00Z");

    @TempDir
    Path directory;

    private static TaskId send(PipelineRig rig, OutboundSms sms) {
        return ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
    }

    private static Changed change(PipelineRig rig, TaskId id, Change change) {
        return PipelineRig.get(messages(rig).change(id, change));
    }

    private static Messages messages(PipelineRig rig) {
        return rig.pipeline.messages(PipelineRig.ACCOUNT);
    }

    private static Change text(String text) {
        return new Change(Optional.of(text), Optional.empty(), Optional.empty());
    }

    private static Change schedule(Instant at) {
        return new Change(Optional.empty(), Optional.empty(), Optional.of(at));
    }

    private static Change validity(Duration validity) {
        return new Change(Optional.empty(), Optional.of(validity), Optional.empty());
    }

    private static Change until(Instant end) {
        return new Change(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(end));
    }

    @Test
    @Tag("C51")
    void at_the_smsc_no_text_takes_the_place_of_one_with_a_header() {
        try (PipelineRig rig =
                PipelineRig.start(directory, "smsc.a.operations = replace", "smsc.a.national-tables = turkish")) {
            List<Operation> asked = new CopyOnWriteArrayList<>();
            rig.pipeline.desk((smsc, operation, answer) -> {
                asked.add(operation);
                answer.accept(OperationAnswer.Said.status(0));
            });
            String[] texts = {"\u015F" + "a".repeat(99), "a".repeat(100)};
            TaskId[] ids = new TaskId[texts.length];
            for (int i = 0; i < texts.length; i++) {
                ids[i] = send(
                        rig,
                        OutboundSms.to("4670123456" + i)
                                .text(texts[i])
                                .receipt(ReceiptWish.FINAL)
                                .build());
            }
            for (Task task : rig.takeAll("a")) {
                assertThat(task.parts().count()).isOne();
                rig.accepted(task, 0, "id of " + task.sms().to().number(), true, Outcomes.Flight.NONE);
            }
            await().until(() -> rig.state(ids[0]) == MessageState.SENT && rig.state(ids[1]) == MessageState.SENT);
            // replace_sm cannot tell that there is no header any more: the SMSC would take the first letters for one.
            assertThat(change(rig, ids[0], text("Hello"))).asString().contains("not-replaceable");
            assertThat(asked).isEmpty();
            assertThat(change(rig, ids[1], text("Hello"))).isInstanceOf(Changed.Done.class);
            assertThat(asked).singleElement().isInstanceOf(Operation.Replace.class);
        }
    }

    /** A message that SMSC a has taken, and whose receipt is awaited. */
    private TaskId taken(PipelineRig rig, String text) {
        TaskId id = send(
                rig,
                OutboundSms.to("46701234567")
                        .text(text)
                        .receipt(ReceiptWish.FINAL)
                        .build());
        rig.takeAll("a").forEach(task -> rig.accepted(task, 0, "at a", true, Outcomes.Flight.NONE));
        await().until(() -> rig.state(id) == MessageState.SENT);
        return id;
    }

    @Test
    @Tag("C51")
    void nor_does_one_after_a_reload_that_took_away_the_table_of_the_header() {
        String replaces = "smsc.a.operations = replace";
        try (PipelineRig rig = PipelineRig.start(directory, replaces, "smsc.a.national-tables = turkish")) {
            List<Operation> asked = new CopyOnWriteArrayList<>();
            rig.pipeline.desk((smsc, operation, answer) -> {
                asked.add(operation);
                answer.accept(OperationAnswer.Said.status(0));
            });
            TaskId id = taken(rig, "\u015Feker");
            rig.pipeline.apply(PipelineRig.config(directory, replaces));
            assertThat(change(rig, id, text("Hello"))).asString().contains("not-replaceable");
            assertThat(asked).isEmpty();
        }
    }

    /** Today a table would take it, with a header; it went as UCS-2, which has none. */
    @Test
    @Tag("C51")
    void one_that_went_without_a_header_is_replaced_also_after_a_reload_that_would_give_it_one() {
        String replaces = "smsc.a.operations = replace";
        try (PipelineRig rig = PipelineRig.start(directory, replaces)) {
            rig.pipeline.desk((smsc, operation, answer) -> answer.accept(OperationAnswer.Said.status(0)));
            TaskId id = taken(rig, "\u015Feker");
            rig.pipeline.apply(PipelineRig.config(directory, replaces, "smsc.a.national-tables = turkish"));
            assertThat(change(rig, id, text("Hello"))).asString().contains("expected one SMS in UCS2");
            assertThat(change(rig, id, text("\u6F22"))).isInstanceOf(Changed.Done.class);
        }
    }

    @Test
    @Tag("C53")
    void a_changed_text_is_cut_as_typographically_as_a_new_one() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(
                    rig, OutboundSms.to("46701234567").text("plain").smart(true).build());
            Changed.Done done = (Changed.Done) change(rig, id, text("\u201Cquoted\u201D \u2013 smart"));
            assertThat(done.encoding()).isEqualTo(Encoding.GSM7);
        }
    }

    @Test
    void octets_that_came_coded_can_be_others_and_a_text_cannot_become_octets() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId coded = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .binary(new byte[] {'o', 'n', 'e'})
                            .coding(io.smppbridge.SmppCoding.of(false, 0))
                            .build());
            TaskId text = send(rig, OutboundSms.of("46701234568", "other"));
            Change octets = new Change(
                    Optional.empty(), Optional.of(new byte[] {'t', 'w', 'o'}), Optional.empty(), Optional.empty());
            assertThat(change(rig, text, octets)).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, coded, text("two"))).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, coded, octets)).isInstanceOf(Changed.Done.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "64M"})
    void only_the_last_text_reaches_a_sender_in_memory_or_not_and_after_a_restart(String hot) {
        String memory = "pipeline.hot-bytes = " + hot;
        TaskId first;
        TaskId second;
        try (PipelineRig rig = PipelineRig.start(directory, memory)) {
            first = send(rig, OutboundSms.of("46701234567", "one"));
            second = send(rig, OutboundSms.of("46701234568", "other"));
            assertThat(change(rig, first, text("two"))).isInstanceOf(Changed.Done.class);
            assertThat(change(rig, first, text("three"))).isInstanceOf(Changed.Done.class);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_998);

            List<Task> taken = rig.takeAll("a");
            assertThat(taken).extracting(task -> task.sms().text()).containsExactlyInAnyOrder("three", "other");
            assertThat(change(rig, first, text("four"))).isEqualTo(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        try (PipelineRig rig = PipelineRig.start(directory, memory)) {
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_998);
            assertThat(change(rig, second, text("another"))).isInstanceOf(Changed.Done.class);
            List<Task> taken = rig.takeAll("a");
            assertThat(taken).extracting(Task::id).containsExactlyInAnyOrder(first.value(), second.value());
            assertThat(taken).extracting(task -> task.sms().text()).containsExactlyInAnyOrder("three", "another");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "64M"})
    void a_changed_message_can_still_be_withdrawn(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = " + hot)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "one"));
            change(rig, id, text("two"));
            assertThat(PipelineRig.get(messages(rig).cancel(id))).isEqualTo(Withdrawal.CANCELLED);
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(50_000);
            assertThat(change(rig, id, text("three"))).isEqualTo(new Changed.Refused(Withdrawal.ENDED));
        }
    }

    @Test
    void a_schedule_is_brought_forward_and_put_off_and_both_survive_a_restart() {
        AtomicReference<Instant> now = new AtomicReference<>(EIGHT);
        TaskId later;
        TaskId sooner;
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            later = send(rig, OutboundSms.of("46701234567", "put off"));
            sooner = send(
                    rig,
                    OutboundSms.to("46701234568")
                            .text("brought forward")
                            .schedule(EIGHT.plusSeconds(7200))
                            .build());
            assertThat(change(rig, later, schedule(EIGHT.plusSeconds(3600))))
                    .isInstanceOfSatisfying(
                            Changed.Done.class, done -> assertThat(done.state()).isEqualTo(MessageState.SCHEDULED));
            assertThat(change(rig, sooner, schedule(Instant.EPOCH)))
                    .isInstanceOfSatisfying(
                            Changed.Done.class, done -> assertThat(done.state()).isEqualTo(MessageState.QUEUED));
        }
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(sooner.value());
            assertThat(rig.state(later)).isEqualTo(MessageState.SCHEDULED);
            now.set(EIGHT.plusSeconds(3601));
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(later.value());
        }
    }

    @Test
    void another_validity_counts_from_now() {
        AtomicReference<Instant> now = new AtomicReference<>(EIGHT);
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("x")
                            .validity(Duration.ofHours(1))
                            .build());
            change(rig, id, validity(Duration.ofHours(5)));
            Task task = rig.takeAll("a").get(0);
            assertThat(task.expiresAtMs()).isEqualTo(EIGHT.plusSeconds(5 * 3600).toEpochMilli());
        }
    }

    @Test
    void an_end_of_the_validity_is_that_moment_whatever_the_schedule_is_and_never_before_it() {
        AtomicReference<Instant> now = new AtomicReference<>(EIGHT);
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            TaskId id = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("x")
                            .schedule(EIGHT.plusSeconds(3600))
                            .build());
            assertThat(change(rig, id, until(EIGHT.plusSeconds(5400)))).isInstanceOf(Changed.Done.class);
            for (long tooSoon : new long[] {-1, 1800, 3600}) {
                assertThat(change(rig, id, until(EIGHT.plusSeconds(tooSoon))))
                        .isInstanceOfSatisfying(
                                Changed.Invalid.class,
                                no -> assertThat(no.faults().get(0).field()).isEqualTo("validity"));
            }
            now.set(EIGHT.plusSeconds(3601));
            Task task = rig.takeAll("a").get(0);
            assertThat(task.expiresAtMs()).isEqualTo(EIGHT.plusSeconds(5400).toEpochMilli());
        }
    }

    @Test
    void a_part_that_waits_for_others_cannot_be_changed() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .binary(new byte[] {5, 0, 3, 7, 2, 1, 'a'})
                            .coding(io.smppbridge.SmppCoding.of(true, 0))
                            .schedule(Instant.now().plusSeconds(3600))
                            .tags(Map.of(OutboundSms.AWAITS_PARTS, "1"))
                            .build());
            Change octets = new Change(
                    Optional.empty(),
                    Optional.of(new byte[] {5, 0, 3, 7, 2, 1, 'b'}),
                    Optional.empty(),
                    Optional.empty());
            assertThat(change(rig, id, octets)).isEqualTo(new Changed.Refused(Withdrawal.TOO_LATE));
        }
    }

    @Test
    void a_text_that_grows_to_several_parts_awaits_all_their_receipts() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("short")
                            .receipt(ReceiptWish.FINAL)
                            .build());
            assertThat(change(rig, id, text("x".repeat(300))))
                    .isInstanceOfSatisfying(
                            Changed.Done.class, done -> assertThat(done.parts()).isEqualTo(2));
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Task task = rig.takeAll("a").get(0);
            assertThat(task.parts().count()).isEqualTo(2);
            rig.accepted(task, 0, "id0", false, Outcomes.Flight.NONE);
            rig.accepted(task, 1, "id1", true, Outcomes.Flight.NONE);
            await().until(() -> PipelineRig.get(messages(rig).find(new TaskId(task.id())))
                            .orElseThrow()
                            .state()
                    == MessageState.SENT);
            assertThat(PipelineRig.get(messages(rig).find(new TaskId(task.id())))
                            .orElseThrow()
                            .parts())
                    .extracting(Messages.PartView::messageId)
                    .containsExactly("id0", "id1");
        }
    }

    @Test
    void what_cannot_be_sent_is_refused_and_the_message_stays_as_it_was() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = send(rig, OutboundSms.of("46701234567", "one"));
            assertThat(change(rig, id, text("x".repeat(5_000))))
                    .isInstanceOfSatisfying(
                            Changed.Invalid.class,
                            no -> assertThat(no.faults().get(0).field()).isEqualTo("text"));
            assertThat(change(rig, id, text("half \ud83d"))).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, id, validity(Duration.ofDays(31)))).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, id, validity(Duration.ofMillis(999)))).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, id, schedule(Instant.MAX))).isInstanceOf(Changed.Invalid.class);
            assertThat(change(rig, new TaskId(id.value() + 1), text("x")))
                    .isEqualTo(new Changed.Refused(Withdrawal.UNKNOWN));
            assertThat(rig.takeAll("a")).extracting(task -> task.sms().text()).containsExactly("one");
        }
    }

    /** Else it went into the bag without a place there, and once more when there was one. */
    @Test
    @Tag("C107")
    void one_that_has_lost_its_smsc_is_not_changed_where_that_is_back_and_has_no_place_for_it_yet() {
        String[] one = {
            "smsc.a.bag = 1",
            "smsc.a.bunch = 1",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "smsc.b.bag = 2",
            "smsc.b.bunch = 1",
            "route.b.smsc = b",
            "route.b.prefix = 47",
            "route.b.order = 1"
        };
        String[] less = one.clone();
        less[6] = "smsc.b.bag = 1";
        try (PipelineRig rig = PipelineRig.start(directory, one)) {
            send(rig, OutboundSms.of("461", "keeps the only place at a"));
            List<TaskId> ids =
                    List.of(send(rig, OutboundSms.of("471", "one")), send(rig, OutboundSms.of("472", "two")));
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.bag = 1", "smsc.a.bunch = 1"));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 2);
            rig.pipeline.apply(PipelineRig.config(directory, less));
            await().until(() -> rig.pipeline.strandedMessages() == 1);
            List<Changed> came =
                    ids.stream().map(id -> change(rig, id, text("Hello"))).toList();
            rig.pipeline.apply(PipelineRig.config(directory, one));
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.takeAll("b"))
                    .extracting(Task::id)
                    .containsExactlyInAnyOrder(ids.get(0).value(), ids.get(1).value());
            assertThat(came).hasAtLeastOneElementOfType(Changed.Done.class);
            assertThat(came).hasAtLeastOneElementOfType(Changed.Refused.class);
        }
    }
}
