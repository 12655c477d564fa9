package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.plugin.Verdict;
import java.nio.file.Files;
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

/** Plug-ins on a message's way, and what keeps messages from going round for ever. */
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

    /** A full bag is no loop: whoever is asked to come again may do so as often as it takes. */
    @Test
    @Tag("C97")
    void a_message_that_is_refused_for_want_of_room_is_not_counted() {
        try (PipelineRig rig = PipelineRig.start(
                directory,
                "routing.loop-max = 2",
                "smsc.a.bag = 1",
                "smsc.a.bunch = 1",
                "pipeline.slow-answers = 0s")) {
            PipelineRig.get(rig.middleWare().send("46701234567", "fills the bag"));
            for (int i = 0; i < 10; i++) {
                assertThat(PipelineRig.get(rig.middleWare().send("46701234567", "comes again")))
                        .isInstanceOf(SendOutcome.NoCredit.class);
            }
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

    /** What the one bridge sends comes into the other, and back. */
    @Test
    @Tag("C97")
    void between_two_bridges_that_point_at_each_other_a_message_passes_so_often_and_no_more() throws Exception {
        Files.createDirectories(directory.resolve("one"));
        Files.createDirectories(directory.resolve("other"));
        String[] lines = {"routing.loop-max = 3", "routing.loop-within = 1m"};
        try (PipelineRig one = PipelineRig.start(directory.resolve("one"), lines);
                PipelineRig other = PipelineRig.start(directory.resolve("other"), lines)) {
            PipelineRig[] rigs = {one, other};
            OutboundSms sms =
                    OutboundSms.to("46701234567").from("Acme").text("round").build();
            int accepted = 0;
            SendOutcome outcome = PipelineRig.get(one.middleWare().send(sms));
            for (int hop = 0; hop < 20 && outcome instanceof SendOutcome.Acceptance; hop++) {
                accepted++;
                List<Task> sent = new ArrayList<>();
                PipelineRig here = rigs[hop % 2];
                await().until(() -> {
                    sent.addAll(here.takeAll("a"));
                    return !sent.isEmpty();
                });
                Task task = sent.get(0);
                outcome = PipelineRig.get(rigs[(hop + 1) % 2]
                        .middleWare()
                        .send(OutboundSms.to(task.sms().to())
                                .from(task.sms().from())
                                .text(task.sms().text())
                                .build()));
            }
            assertThat(accepted).isEqualTo(6); // three times through each of the two
            assertThat(((SendOutcome.Refusal) outcome).reason()).contains("circle");
            assertThat(PipelineRig.get(one.middleWare().send(OutboundSms.of("46701234567", "another"))))
                    .isInstanceOf(SendOutcome.Acceptance.class);
        }
    }
}
