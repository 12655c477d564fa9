package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.OperationAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that wait for each other become one message, or each goes as it is. */
@Tag("C59")
class JoiningTest {
    private static final Instant EIGHT = Instant.parse("2026-11-21T08:00:00Z");
    private static final Instant UNTIL = EIGHT.plusSeconds(30);

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(EIGHT);

    private List<TaskId> parts(PipelineRig rig) {
        List<TaskId> ids = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            OutboundSms part = OutboundSms.to("46701234567")
                    .binary(new byte[] {5, 0, 3, 7, 3, (byte) i, (byte) ('a' + i)})
                    .coding(SmppCoding.of(true, 0))
                    .schedule(UNTIL)
                    .receipt(ReceiptWish.FINAL)
                    .build();
            ids.add(((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(part))).id());
        }
        return ids;
    }

    private static Messages.Whole whole(List<TaskId> ids) {
        return whole(ids, Instant.EPOCH, Instant.EPOCH, Priority.NORMAL);
    }

    private static Messages.Whole whole(List<TaskId> ids, Instant schedule, Instant until, Priority priority) {
        byte[] octets = {'b', 'c', 'd'};
        Messages.Content content = new Messages.Content(octets, false, Map.of("k", "v"), Map.of());
        return new Messages.Whole(ids.get(1), ids, content, schedule, until, priority);
    }

    private static Messages messages(PipelineRig rig) {
        return rig.pipeline.messages(PipelineRig.ACCOUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "64M"})
    void all_become_one_in_memory_or_not_and_stay_one_over_a_restart(String hot) {
        String memory = "pipeline.hot-bytes = " + hot;
        List<TaskId> ids;
        try (PipelineRig rig = PipelineRig.start(directory, now::get, memory)) {
            ids = parts(rig);
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_997);
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isTrue();
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(49_999);
            assertThat(rig.stats.ended("JOINED").sum()).isEqualTo(2);
            assertThat(rig.stats.ended("CANCELLED").sum()).isZero(); // nobody has cancelled anything
            for (TaskId id : ids) { // whoever asks about a part is told of the whole
                assertThat(PipelineRig.get(messages(rig).find(id)).orElseThrow().id())
                        .isEqualTo(ids.get(1));
            }
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isFalse();
        }
        now.set(UNTIL.plusSeconds(1));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, memory)) {
            List<Task> taken = rig.takeAll("a");
            assertThat(taken).extracting(Task::id).containsExactly(ids.get(1).value());
            Task task = taken.get(0);
            assertThat(task.parts().count()).isEqualTo(1);
            assertThat(task.parts().udhi()).isFalse();
            assertThat(task.parts().octets(0)).containsExactly('b', 'c', 'd');
            assertThat(task.sms().tags()).containsExactly(Map.entry("k", "v"));
            assertThat(PipelineRig.get(messages(rig).find(ids.get(2)))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.QUEUED);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "64M, 0", "64M, 60"})
    @Tag("C82")
    void the_whole_ends_when_it_is_said_to_and_has_its_own_priority_also_after_a_restart(String hot, int schedule) {
        String memory = "pipeline.hot-bytes = " + hot;
        Instant due = schedule == 0 ? Instant.EPOCH : EIGHT.plusSeconds(schedule);
        Instant end = EIGHT.plusSeconds(100);
        List<TaskId> ids;
        try (PipelineRig rig = PipelineRig.start(directory, now::get, memory)) {
            ids = parts(rig);
            assertThat(PipelineRig.get(messages(rig).join(whole(ids, due, end, Priority.HIGH))))
                    .isTrue();
        }
        now.set(EIGHT.plusSeconds(61));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, memory)) {
            Task task = rig.takeAll("a").get(0);
            assertThat(task.expiresAtMs()).isEqualTo(end.toEpochMilli());
            assertThat(task.sms().priority()).isEqualTo(Priority.HIGH);
            assertThat(task.sms().validity()).isEqualTo(Duration.ofSeconds(100 - schedule));
        }
    }

    @Test
    void the_whole_is_worth_sending_as_long_as_the_part_that_stays() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            List<TaskId> ids = parts(rig);
            long end =
                    UNTIL.plus(PipelineRig.config(directory).node().validity()).toEpochMilli();
            now.set(EIGHT.plusSeconds(5));
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isTrue();
            assertThat(rig.takeAll("a")).extracting(Task::expiresAtMs).containsExactly(end);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "64M"})
    void when_one_waits_no_more_each_goes_as_it_is(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "pipeline.hot-bytes = " + hot)) {
            List<TaskId> ids = parts(rig);
            PipelineRig.get(messages(rig).cancel(ids.get(2)));
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isFalse();
            now.set(UNTIL.plusSeconds(10)); // one that was given back may wait a little longer
            List<Task> taken = new ArrayList<>(rig.takeAll("a"));
            assertThat(taken)
                    .extracting(Task::id)
                    .containsExactlyInAnyOrder(ids.get(0).value(), ids.get(1).value());
            assertThat(taken).allMatch(task -> task.parts().octets(0).length == 7);
        }
    }

    @Test
    void one_that_a_sender_has_is_not_joined() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            List<TaskId> ids = parts(rig);
            now.set(UNTIL.plusSeconds(1));
            assertThat(rig.takeAll("a")).hasSize(3);
            List<TaskId> turned = new ArrayList<>(ids);
            Collections.reverse(turned);
            assertThat(PipelineRig.get(messages(rig).join(whole(turned)))).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Tag("C82")
    void whoever_withdraws_a_part_withdraws_the_whole(int part) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            List<TaskId> ids = parts(rig);
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isTrue();
            assertThat(PipelineRig.get(messages(rig).cancel(ids.get(part)))).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(states(rig, ids)).containsOnly(MessageState.CANCELLED);
            now.set(UNTIL.plusSeconds(1));
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Tag("C82")
    void what_the_smsc_has_deleted_is_withdrawn_whichever_part_was_named(int part) {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "smsc.a.operations = cancel")) {
            rig.pipeline.desk((smsc, operation, answer) -> answer.accept(OperationAnswer.Said.status(0)));
            List<TaskId> ids = parts(rig);
            assertThat(PipelineRig.get(messages(rig).join(whole(ids)))).isTrue();
            ReceiptBed.answered(rig, rig.takeAll("a").get(0), "77");
            await().until(() -> states(rig, ids).contains(MessageState.SENT));
            assertThat(PipelineRig.get(messages(rig).cancel(ids.get(part)))).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(states(rig, ids)).containsOnly(MessageState.CANCELLED);
        }
    }

    /** They would stand for the whole. */
    @Test
    @Tag("C82")
    void octets_of_a_part_are_not_put_in_the_place_of_the_whole() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            List<TaskId> ids = parts(rig);
            Map<String, String> tags = Map.of(OutboundSms.JOINED_PARTS, "the parts");
            byte[] octets = {'b', 'c', 'd'};
            Messages.Content content = new Messages.Content(octets, false, tags, Map.of());
            assertThat(PipelineRig.get(messages(rig)
                            .join(new Messages.Whole(
                                    ids.get(0), ids, content, Instant.EPOCH, Instant.EPOCH, Priority.NORMAL))))
                    .isTrue();
            Messages.Change other = new Messages.Change(
                    Optional.empty(), Optional.of(new byte[] {'B'}), Optional.empty(), Optional.empty());
            for (TaskId id : ids) {
                assertThat(PipelineRig.get(messages(rig).change(id, other)))
                        .isEqualTo(new Messages.Changed.Refused(Messages.Withdrawal.TOO_LATE));
            }
            assertThat(rig.takeAll("a").get(0).parts().octets(0)).containsExactly('b', 'c', 'd');
        }
    }

    private static List<MessageState> states(PipelineRig rig, List<TaskId> ids) {
        return ids.stream()
                .map(id -> PipelineRig.get(messages(rig).find(id)).orElseThrow().state())
                .toList();
    }
}
