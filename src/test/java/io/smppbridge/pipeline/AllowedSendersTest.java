package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import java.nio.file.Path;
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

    private static void assertForeign(SendOutcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        SendOutcome.Invalid.class,
                        invalid -> assertThat(invalid.faults()).singleElement().satisfies(fault -> {
                            assertThat(fault.field()).isEqualTo("from");
                            assertThat(fault.code()).isEqualTo("sender-not-allowed");
                            assertThat(fault.reason()).contains("account bank ", "account.bank.senders");
                        }));
    }
}
