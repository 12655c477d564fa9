package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.settings.BridgeConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The power goes at the very moment at which a caller is told "accepted", "withdrawn" or "changed". */
class PowerCutTest {
    private static final int CUTS = 20;

    @TempDir
    Path directory;

    private PowerCutDisk disk;

    @Test
    @Tag("A-01")
    @Tag("C83")
    void what_was_accepted_as_forced_is_there_after_a_power_cut_at_the_moment_of_the_answer() {
        assertThat(lostAfterCuts(Durability.FORCED)).isEmpty();
    }

    /** The same check must fail when the answer comes before the force: else it would prove nothing. */
    @Test
    @Tag("A-01")
    @Tag("C83")
    void the_same_cut_loses_what_was_only_written() {
        assertThat(lostAfterCuts(Durability.WRITTEN)).isNotEmpty();
    }

    @Test
    @Tag("C82")
    void what_was_withdrawn_is_not_sent_after_a_power_cut_at_the_moment_of_the_answer() {
        try (PipelineRig rig = rig()) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            TaskId id = send(rig);
            Path after = directory.resolve("after");
            Messages.Withdrawal said = PipelineRig.get(messages.cancel(id).thenApply(it -> cutAt(after, it)));
            assertThat(said).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(texts(after)).isEmpty();
        }
    }

    @Test
    @Tag("C82")
    void what_was_changed_is_sent_as_it_is_now_after_a_power_cut_at_the_moment_of_the_answer() {
        try (PipelineRig rig = rig()) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            TaskId id = send(rig);
            Path after = directory.resolve("after");
            Messages.Change change = new Messages.Change(Optional.of("new"), Optional.empty(), Optional.empty());
            Messages.Changed said = PipelineRig.get(messages.change(id, change).thenApply(it -> cutAt(after, it)));
            assertThat(said).isInstanceOf(Messages.Changed.Done.class);
            assertThat(texts(after)).containsExactly("new");
        }
    }

    @Test
    @Tag("C82")
    void who_was_opted_out_by_an_operator_is_so_after_a_power_cut_at_the_moment_of_the_answer() {
        try (PipelineRig rig = rig()) {
            assertThat(rig.pipeline.consents().change(Address.of("46701234567"), "", "", true))
                    .contains(true);
            disk.cut(directory.resolve("after").resolve("journal"));
        }
        try (PipelineRig rig = PipelineRig.start(directory.resolve("after"))) {
            assertThat(rig.pipeline.consents().count()).isEqualTo(1);
        }
    }

    /** Nothing is forced for ten seconds but what somebody waits for. */
    private PipelineRig rig() {
        Path from = directory.resolve("running");
        assertThat(from.toFile().mkdirs()).isTrue();
        BridgeConfig config = PipelineRig.config(from, "journal.force-within = 10s");
        disk = new PowerCutDisk(config.journal().directory());
        return new PipelineRig(config, InstantSource.system(), disk);
    }

    private static TaskId send(PipelineRig rig) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234567", "old")));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private <T> T cutAt(Path after, T said) {
        disk.cut(after.resolve("journal"));
        return said;
    }

    private static List<String> texts(Path after) {
        try (PipelineRig rig = PipelineRig.start(after)) {
            return rig.takeAll("a").stream().map(task -> task.sms().text()).toList();
        }
    }

    /** Texts that had been accepted by the time of a cut and are not there after it. */
    private Set<String> lostAfterCuts(Durability durability) {
        Path from = directory.resolve("running");
        assertThat(from.toFile().mkdirs()).isTrue();
        BridgeConfig config = PipelineRig.config(from, "journal.force-within = 10s", "smsc.a.window = 1000");
        PowerCutDisk disk = new PowerCutDisk(config.journal().directory());
        Set<String> accepted = new TreeSet<>();
        Set<String> lost = new TreeSet<>();
        try (PipelineRig rig = new PipelineRig(config, InstantSource.system(), disk)) {
            MiddleWare door = rig.pipeline.middleWare(PipelineRig.ACCOUNT, "middleware", durability);
            for (int i = 0; i < CUTS; i++) {
                String text = "text " + i;
                Path after = directory.resolve("cut" + i);
                CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
                door.send(
                        List.of(OutboundSms.to("46701234567")
                                .from("Acme")
                                .text(text)
                                .build()),
                        outcomes -> {
                            disk.cut(after.resolve("journal"));
                            outcome.complete(outcomes[0]);
                        });
                assertThat(PipelineRig.get(outcome)).isInstanceOf(SendOutcome.Acceptance.class);
                accepted.add(text);
                lost.addAll(missing(accepted, after));
            }
        }
        return lost;
    }

    private static Set<String> missing(Set<String> accepted, Path after) {
        Set<String> rest = new TreeSet<>(accepted);
        try (PipelineRig rig = PipelineRig.start(after)) {
            rest.removeAll(rig.takeAll("a").stream()
                    .map(Task::sms)
                    .map(OutboundSms::text)
                    .collect(Collectors.toSet()));
        }
        return rest;
    }

    /** What was taken without a force is safe once a repeat of it has been promised one: the platform gives up its own copy then. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_a_repeat_was_promised_a_force_for_is_there_after_a_cut(boolean full) {
        Path from = directory.resolve("running");
        assertThat(from.toFile().mkdirs()).isTrue();
        BridgeConfig config = PipelineRig.config(
                from, "journal.force-within = 10s", "smsc.a.bag = " + (full ? 1 : 100), "smsc.a.bunch = 1");
        PowerCutDisk cut = new PowerCutDisk(config.journal().directory());
        OutboundSms sms =
                OutboundSms.to("46701234567").text("once").clientRef("order-1").build();
        Path after = directory.resolve("after");
        try (PipelineRig rig = new PipelineRig(config, InstantSource.system(), cut)) {
            for (Durability durability : List.of(Durability.WRITTEN, Durability.FORCED)) {
                CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
                rig.pipeline
                        .middleWare(PipelineRig.ACCOUNT, "middleware", durability)
                        .send(List.of(sms), outcomes -> {
                            if (durability == Durability.FORCED) {
                                cut.cut(after.resolve("journal"));
                            }
                            outcome.complete(outcomes[0]);
                        });
                assertThat(((SendOutcome.Acceptance) PipelineRig.get(outcome)).repeated())
                        .isEqualTo(durability == Durability.FORCED);
            }
        }
        assertThat(texts(after)).containsExactly("once");
    }
}
