package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.Waiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operator lets go again. */
class HeldMessagesTest {
    private static final String[] TWO = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.b.smsc = b",
        "route.b.prefix = 47",
        "route.b.order = 1"
    };

    @TempDir
    Path directory;

    private static long send(PipelineRig rig, Priority priority) {
        return send(rig, "46701234567", priority);
    }

    private static long send(PipelineRig rig, String to, Priority priority) {
        OutboundSms sms = OutboundSms.to(to).text("hello").priority(priority).build();
        return ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms)))
                .id()
                .value();
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void a_message_that_an_operator_sends_again_keeps_its_priority(Priority priority) {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain = hold")) {
            long id = send(rig, priority);
            Task task = rig.takeAll("a").get(0);
            task.unanswered++;
            rig.pipeline.outcomes().unanswered(task, 0, true, Flight.NONE);
            await().until(() -> rig.pipeline.held().count() == 1);
            assertThat(rig.pipeline.held().resolve(id, true)).contains(true);
            assertThat(rig.pipeline.bag("a").ready(priority)).isEqualTo(1);
        }
    }

    @Test
    void whoever_gets_no_answer_in_time_is_not_told_that_it_is_not_held() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain = hold")) {
            long id = send(rig, Priority.NORMAL);
            Task task = rig.takeAll("a").get(0);
            task.unanswered++;
            rig.pipeline.outcomes().unanswered(task, 0, true, Flight.NONE);
            await().until(() -> rig.pipeline.held().count() == 1);
            Thread.currentThread().interrupt(); // who is to stop waits for no answer
            try {
                assertThat(rig.pipeline.held().resolve(id, false)).isEmpty();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(rig.pipeline.held().resolve(id, false)).contains(true);
        }
    }

    /** It had gone on with an urgency that nobody gave it, where only the first of the two questions found no answer. */
    @Test
    void nothing_is_sent_again_before_the_journal_thread_has_said_how_urgent_it_is() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.uncertain = hold")) {
            long id = send(rig, Priority.HIGH);
            Task task = rig.takeAll("a").get(0);
            task.unanswered++;
            rig.pipeline.outcomes().unanswered(task, 0, true, Flight.NONE);
            await().until(() -> rig.pipeline.held().count() == 1);
            rig.waiting = (done, within) -> {
                rig.waiting = Waiting.PARKED;
                return false;
            };
            assertThat(rig.pipeline.held().resolve(id, true)).isEmpty();
            assertThat(rig.pipeline.held().count()).isEqualTo(1);
            assertThat(rig.pipeline.held().resolve(id, true)).contains(true);
            assertThat(rig.pipeline.bag("a").ready(Priority.HIGH)).isEqualTo(1);
        }
    }

    /** Else another SMSC's, of which there are more than a list shows, hid them from the operator. */
    @Test
    void those_of_one_smsc_are_listed_behind_any_number_of_another_s() {
        List<Long> ids = new ArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory, TWO)) {
            for (String to : List.of("461", "462", "463", "471", "472")) {
                ids.add(send(rig, to, Priority.NORMAL));
            }
        }
        try (PipelineRig rig = PipelineRig.startHeld(directory, TWO)) {
            HeldMessages held = rig.pipeline.held();
            HeldMessages.Listed all = held.list("", 3).orElseThrow();
            assertThat(all.first()).hasSize(3);
            assertThat(all.all()).isEqualTo(5);
            HeldMessages.Listed some = held.list("b", 1).orElseThrow();
            assertThat(some.first()).extracting(HeldMessages.Message::smsc).containsExactly("b");
            assertThat(some.all()).isEqualTo(2);
            assertThat(held.list("b", 3).orElseThrow().first())
                    .extracting(message -> message.id().value())
                    .containsExactlyInAnyOrder(ids.get(3), ids.get(4));
            assertThat(held.list("c", 3).orElseThrow().all()).isZero();
        }
    }

    /** As after a start with a restored copy. */
    @Test
    void one_that_was_held_at_a_start_goes_before_less_urgent_ones_and_in_quiet_hours() {
        List<Long> ids = new ArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            for (Priority priority : List.of(Priority.NORMAL, Priority.HIGH, Priority.HIGH)) {
                ids.add(send(rig, priority));
            }
        }
        try (PipelineRig rig = PipelineRig.startHeld(directory)) {
            rig.pipeline.bag("a").onlyHigh(true);
            assertThat(rig.pipeline.held().resolve(ids.get(0), true)).contains(true);
            assertThat(rig.pipeline.held().resolve(ids.get(1), true)).contains(true);
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(ids.get(1));
            rig.pipeline.bag("a").onlyHigh(false);
            assertThat(rig.pipeline.held().resolve(ids.get(2), true)).contains(true);
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(ids.get(2), ids.get(0));
        }
    }

    @Test
    @Tag("C107")
    void one_that_is_held_while_its_smsc_leaves_the_configuration_goes_over_to_another_and_is_held_there() {
        long id;
        try (PipelineRig rig = PipelineRig.start(directory, TWO)) {
            id = send(rig, "471", Priority.NORMAL);
        }
        try (PipelineRig rig = PipelineRig.startHeld(directory, TWO)) {
            HeldMessages held = rig.pipeline.held();
            rig.pipeline.apply(PipelineRig.config(directory));
            rig.pipeline.remove("b");
            await().until(() -> held.list("a", 3).orElseThrow().all() == 1);
            assertThat(rig.pipeline.bag("a").depth()).isZero();
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(held.resolve(id, true)).contains(true);
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(id);
        }
    }

    /** It had gone into the bag of an SMSC that has come back without a place there, and once more when there was one. */
    @Test
    @Tag("C107")
    void one_that_has_lost_its_smsc_is_let_go_once_also_where_that_is_back_and_has_no_place_for_it_yet() {
        String[] small = Stream.concat(
                        Stream.of(TWO),
                        Stream.of("smsc.b.bag = 1", "smsc.b.bunch = 1", "smsc.a.bag = 1", "smsc.a.bunch = 1"))
                .toArray(String[]::new);
        List<Long> ids = new ArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory, TWO)) {
            ids.add(send(rig, "471", Priority.NORMAL));
            ids.add(send(rig, "472", Priority.NORMAL));
            ids.add(send(rig, "461", Priority.NORMAL));
        }
        try (PipelineRig rig = PipelineRig.startHeld(directory, small)) {
            HeldMessages held = rig.pipeline.held();
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.bag = 1", "smsc.a.bunch = 1"));
            rig.pipeline.remove("b");
            await().until(() -> rig.pipeline.strandedMessages() == 2);
            rig.pipeline.apply(PipelineRig.config(directory, small));
            await().until(() -> rig.pipeline.strandedMessages() == 1);
            assertThat(held.resolve(ids.get(1), true)).contains(true);
            assertThat(held.resolve(ids.get(0), false)).contains(true);
            rig.pipeline.apply(PipelineRig.config(directory, small));
            await().until(() -> rig.pipeline.strandedMessages() == 0);
            assertThat(rig.takeAll("b")).extracting(Task::id).containsExactly(ids.get(1));
        }
    }
}
