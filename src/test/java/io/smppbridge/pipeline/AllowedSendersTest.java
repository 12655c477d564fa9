package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.connector.Deliveries;
import io.smppbridge.connector.Delivery;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.plugin.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("S-25")
class AllowedSendersTest {
    private static final String TO = "+46701234567";
    private static final String SENDERS = "account.bank.senders = Bank, +4670*, 72404";

    @TempDir
    Path directory;

    private static OutboundSms from(String sender) {
        return OutboundSms.to(TO).from(sender).text("x").build();
    }

    private static SendOutcome send(PipelineRig rig, String account, String sender) {
        MiddleWare door = rig.pipeline.middleWare(account, "http", Durability.FORCED);
        return PipelineRig.get(door.send(from(sender)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bank", "+46701", "4670123", "72404", ""})
    void an_account_sends_in_the_names_that_it_may_use(String sender) {
        try (PipelineRig rig = PipelineRig.start(directory, SENDERS)) {
            assertThat(send(rig, "bank", sender)).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank", "Ban", "Bank1", "+46711234567", "7240", "724041", "Shop"})
    void in_no_other_name_by_whichever_way_it_comes(String sender) throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, SENDERS)) {
            assertForeign(send(rig, "bank", sender));
            CompletableFuture<SendOutcome[]> streamed = new CompletableFuture<>();
            rig.pipeline.stream("bank", "tcp", Durability.FORCED, "")
                    .send(1, List.of(from(sender)), streamed::complete);
            assertForeign(streamed.get(10, TimeUnit.SECONDS)[0]);
            assertThat(send(rig, "shop", sender)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    @Test
    void a_reload_gives_and_takes_them() {
        try (PipelineRig rig = PipelineRig.start(directory, SENDERS)) {
            rig.pipeline.apply(PipelineRig.config(directory, "account.bank.senders = Shop"));
            assertForeign(send(rig, "bank", "Bank"));
            assertThat(send(rig, "bank", "Shop")).isInstanceOf(SendOutcome.Acceptance.class);
            rig.pipeline.apply(PipelineRig.config(directory));
            assertThat(send(rig, "bank", "Bank")).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    void a_rule_that_rewrites_may_give_another_name() {
        String[] keys = {SENDERS, "rewrite.r.field = from", "rewrite.r.pattern = Bank", "rewrite.r.replace = 99999"};
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertThat(send(rig, "bank", "Bank")).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.takeAll("a"))
                    .singleElement()
                    .satisfies(task -> assertThat(task.sms().from().number()).isEqualTo("99999"));
        }
    }

    @Test
    void what_a_plug_in_makes_of_it_at_acceptance_is_what_is_looked_at() {
        try (PipelineRig rig = PipelineRig.start(directory, SENDERS)) {
            Hooks turning = new Hooks() {
                @Override
                public boolean anyAccepting() {
                    return true;
                }

                @Override
                public Verdict accept(String account, OutboundSms sms) {
                    String other = sms.from().number().equals("Bank") ? "Shop" : "Bank";
                    return new Verdict.Change(sms.withFrom(Address.of(other)));
                }
            };
            MiddleWare door = PluginDoor.before(rig.pipeline, turning).middleWare("bank", "http", Durability.FORCED);
            assertForeign(PipelineRig.get(door.send(from("Bank"))));
            assertThat(PipelineRig.get(door.send(from("Shop")))).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    void an_answer_to_a_subscribers_word_goes_from_the_number_that_was_written_to() {
        String[] keys = {
            "account.local.senders = Bank",
            "consent.enabled = true",
            "consent.account = local",
            "consent.stop-reply = Bye.",
            "inbound.all.account = local"
        };
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertForeign(send(rig, "local", "72404"), "local");
            Delivery stop = Deliveries.delivery()
                    .from(Address.of(TO))
                    .to(Address.of("72404"))
                    .text("STOP")
                    .made();
            assertThat(rig.pipeline.inbound().offer("a", stop, (delivery, status) -> {}))
                    .isTrue();
            List<String> senders = new ArrayList<>();
            await().until(() -> {
                rig.takeAll("a").forEach(task -> senders.add(task.sms().from().number()));
                return !senders.isEmpty();
            });
            assertThat(senders).containsExactly("72404");
        }
    }

    private static void assertForeign(SendOutcome outcome) {
        assertForeign(outcome, "bank");
    }

    private static void assertForeign(SendOutcome outcome, String account) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        SendOutcome.Invalid.class,
                        invalid -> assertThat(invalid.faults()).singleElement().satisfies(fault -> {
                            assertThat(fault.field()).isEqualTo("from");
                            assertThat(fault.code()).isEqualTo("sender-not-allowed");
                            assertThat(fault.reason())
                                    .contains("account " + account + " ", "account." + account + ".senders");
                        }));
    }
}
