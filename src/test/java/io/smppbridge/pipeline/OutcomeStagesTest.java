package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages by what their senders tell, where others have decided meanwhile. */
class OutcomeStagesTest {
    @TempDir
    Path directory;

    private static TaskId send(PipelineRig rig, String text) {
        OutboundSms sms = OutboundSms.to("46701234567")
                .from("72404")
                .text(text)
                .receipt(ReceiptWish.FINAL)
                .build();
        return ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).id();
    }

    private static Task take(PipelineRig rig, String smsc) {
        return await().until(() -> rig.takeAll(smsc), taken -> taken.size() == 1)
                .get(0);
    }

    private static Messages.MessageView view(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                .orElseThrow();
    }

    private static void cancel(PipelineRig rig, TaskId id) {
        assertThat(PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)))
                .isEqualTo(Messages.Withdrawal.CANCELLED);
        await().until(() -> rig.pipeline.bag("a").credits() == 50_000);
    }

    /** No sender has it any more. */
    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    void what_is_stuck_can_be_withdrawn_from_its_bag(String hot) {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.hot-bytes = " + hot)) {
            TaskId id = send(rig, "x");
            rig.pipeline.outcomes().stuck(take(rig, "a"));
            await().until(() -> rig.pipeline.bag("a").depth() == 1);
            cancel(rig, id);
        }
    }

    @Test
    void what_the_sender_of_an_smsc_tells_that_a_message_has_left_does_not_count() {
        String[] b = PipelineRig.failingOver("rejected");
        try (PipelineRig rig = PipelineRig.start(directory, b).bothBound()) {
            TaskId id = send(rig, "x");
            Task first = take(rig, "a");
            rig.pipeline.outcomes().ended(first, MessageState.REJECTED, "no", Flight.NONE);
            Task second = take(rig, "b");
            rig.pipeline.outcomes().ended(first, MessageState.EXPIRED, "too late", Flight.NONE);
            rig.pipeline.outcomes().lastUnanswered(first, 0, "no answer", Flight.NONE);
            rig.accepted(second, 0, "B1", true, Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            assertThat(view(rig, id).smsc()).isEqualTo("b");
            assertThat(rig.pipeline.bag("b").credits()).isEqualTo(50_000);
        }
    }

    @Test
    void what_its_subscriber_wants_no_more_goes_to_no_other_smsc() {
        try (PipelineRig rig = PipelineRig.start(
                        directory, PipelineRig.failingOver("rejected", "consent.enabled = true"))
                .bothBound()) {
            TaskId id = send(rig, "x");
            Task task = take(rig, "a");
            assertThat(rig.pipeline.consents().change(Address.of("46701234567"), "72404", "", true))
                    .contains(true);
            assertThat(rig.pipeline.outcomes().isUnwanted(task)).isTrue();
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "opted-out", Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.REJECTED);
            assertThat(rig.stats.smsc("b").failedOver.sum()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_route_tells_what_is_refused_at_its_last_attempt_from_what_is_rejected(boolean exhausted) {
        try (PipelineRig rig =
                PipelineRig.start(directory, PipelineRig.failingOver("refused")).bothBound()) {
            TaskId id = send(rig, "x");
            Task task = take(rig, "a");
            task.exhausted = exhausted;
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no", Flight.NONE);
            if (exhausted) {
                assertThat(take(rig, "b").id()).isEqualTo(id.value());
            } else {
                await().until(() -> rig.state(id) == MessageState.REJECTED);
            }
        }
    }

    /** Else its bind would have one place less in its window for each. */
    @Test
    void the_flight_of_each_outcome_is_freed_also_of_a_message_that_has_ended() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            AtomicInteger freed = new AtomicInteger();
            Flight flight = freed::incrementAndGet;
            send(rig, "x".repeat(200));
            Task task = take(rig, "a");
            Outcomes outcomes = rig.pipeline.outcomes();
            outcomes.refused(task, 0, 0x14, flight);
            outcomes.unanswered(task, 1, false, flight);
            rig.accepted(task, 0, "A1", false, flight);
            outcomes.ended(task, MessageState.REJECTED, "no", flight);
            rig.accepted(task, 1, "A2", true, flight);
            await().until(() -> freed.get() == 5);
        }
    }
}
