package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.plugin.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plug-ins on a message's way to acceptance. */
class HooksTest {
    @TempDir
    Path directory;

    private static final class Asked implements Hooks {
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public boolean anyAccepting() {
            return true;
        }

        @Override
        public Verdict accept(String account, OutboundSms sms) {
            try {
                assertThat(go.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return sms.text().equals("bad") ? new Verdict.Refuse("bad word") : Verdict.PASS;
        }
    }

    @Test
    void a_message_that_a_plug_in_lets_go_no_way_is_refused_and_takes_no_room() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.pipeline.hooks(new Hooks() {
                @Override
                public boolean anyAccepting() {
                    return true;
                }

                @Override
                public Way route(String account, OutboundSms sms, List<String> smscs) {
                    return new Way("", Optional.of(new Verdict.Refuse("plug-in lost gave no answer")));
                }
            });
            int room = rig.pipeline.bag("a").credits();
            SendOutcome outcome = PipelineRig.get(rig.middleWare().send(List.of(OutboundSms.of("46701234567", "one"))))
                    .get(0);
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SendOutcome.Refusal.class,
                            no -> assertThat(no.reason()).contains("plug-in lost gave no answer"));
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(room);
        }
    }

    @Test
    @Tag("S2.15")
    void who_hands_messages_over_does_not_wait_for_plug_ins_and_each_message_gets_its_own_answer() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Asked asked = new Asked();
            rig.pipeline.hooks(asked);
            MiddleWare door = PluginDoor.before(rig.pipeline, asked)
                    .middleWare(PipelineRig.ACCOUNT, "middleware", SendOutcome.Durability.FORCED);
            var answers = door.send(List.of(
                    OutboundSms.of("46701234567", "one"),
                    OutboundSms.of("46701234567", "bad"),
                    OutboundSms.of("46701234567", "two")));
            assertThat(answers).isNotDone();
            asked.go.countDown();
            List<SendOutcome> outcomes = PipelineRig.get(answers);
            assertThat(outcomes.get(0)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(((SendOutcome.Refusal) outcomes.get(1)).reason()).contains("bad word");
            assertThat(outcomes.get(2)).isInstanceOf(SendOutcome.Acceptance.class);
            List<String> texts = new ArrayList<>();
            await().until(() -> {
                rig.takeAll("a").forEach(task -> texts.add(task.sms().text()));
                return texts.size() == 2;
            });
            assertThat(texts).containsExactly("one", "two");
        }
    }

    @Test
    @Tag("S2.15")
    @Tag("C82")
    void a_text_that_plug_ins_have_seen_cannot_be_changed_behind_their_backs() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Asked asked = new Asked();
            asked.go.countDown();
            SendOutcome.Acceptance accepted =
                    (SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send("46701234567", "good"));
            rig.pipeline.hooks(asked);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            var text = new Messages.Change(Optional.of("bad"), Optional.empty(), Optional.empty());
            assertThat(PipelineRig.get(messages.change(accepted.id(), text)))
                    .asString()
                    .contains("checked-at-acceptance");
            var validity = new Messages.Change(Optional.empty(), Optional.of(Duration.ofHours(1)), Optional.empty());
            assertThat(PipelineRig.get(messages.change(accepted.id(), validity)))
                    .isInstanceOf(Messages.Changed.Done.class);
        }
    }

    @Test
    @Tag("S2.15")
    @Tag("C82")
    void nor_at_the_smsc_that_has_it() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.operations = replace")) {
            Asked asked = new Asked();
            asked.go.countDown();
            SendOutcome.Acceptance accepted = (SendOutcome.Acceptance) PipelineRig.get(rig.middleWare()
                    .send(OutboundSms.to("46701234567")
                            .text("good")
                            .receipt(ReceiptWish.FINAL)
                            .build()));
            rig.pipeline.hooks(asked);
            rig.takeAll("a").forEach(task -> rig.accepted(task, 0, "77", true, Outcomes.Flight.NONE));
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            await().until(() -> PipelineRig.get(messages.find(accepted.id()))
                    .orElseThrow()
                    .state()
                    .equals(MessageState.SENT));
            var text = new Messages.Change(Optional.of("bad"), Optional.empty(), Optional.empty());
            assertThat(PipelineRig.get(messages.change(accepted.id(), text)))
                    .asString()
                    .contains("checked-at-acceptance");
        }
    }
}
