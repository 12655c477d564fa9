package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which webhooks a message may name. */
class WebhooksTest {
    private static final String[] THREE = {
        "webhook.own.url = https://127.0.0.1:1/own",
        "webhook.own.allow-private = true",
        "webhook.quiz.allow-private = true",
        "webhook.shared.allow-private = true",
        "webhook.own.secret = 0123456789abcdef0123456789abcdef",
        "webhook.quiz.url = https://127.0.0.1:1/quiz",
        "webhook.quiz.secret = 0123456789abcdef0123456789abcdef",
        "webhook.shared.url = https://127.0.0.1:1/shared",
        "webhook.shared.secret = 0123456789abcdef0123456789abcdef",
        "account.local.webhook = own",
        "account.quiz.key-hash = sha256:" + "cd".repeat(16) + ":" + "ab".repeat(32),
        "account.quiz.webhook = quiz"
    };

    @TempDir
    Path directory;

    private static SendOutcome send(PipelineRig rig, String callback) {
        return PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("+46701234567")
                        .text("hello")
                        .callback(callback)
                        .build()));
    }

    @Test
    void a_message_may_name_the_webhook_of_its_account_and_such_as_are_nobodys() {
        try (PipelineRig rig = PipelineRig.start(directory, THREE)) {
            assertThat(send(rig, "own")).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(send(rig, "shared")).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    void another_accounts_webhook_is_refused_and_not_told_of() {
        try (PipelineRig rig = PipelineRig.start(directory, THREE)) {
            for (String name : new String[] {"quiz", "nobody"}) {
                SendOutcome.Invalid refused = (SendOutcome.Invalid) send(rig, name);
                assertThat(refused.faults()).singleElement().satisfies(fault -> {
                    assertThat(fault.field()).isEqualTo("callback");
                    assertThat(fault.reason())
                            .isEqualTo("no webhook is called " + name
                                    + " that messages of this account may name; expected one of [own, shared]");
                });
            }
        }
    }

    @Test
    void where_there_is_no_webhook_to_name_the_refusal_says_so_and_which_key_would_set_one() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(((SendOutcome.Invalid) send(rig, "own")).reason())
                    .endsWith("may name; expected none, as no webhook.<name>.url is set for them");
        }
    }
}
