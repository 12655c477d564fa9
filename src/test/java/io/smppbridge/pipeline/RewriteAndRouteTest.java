package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewriting and routes on a message's way, and what is told of it. */
class RewriteAndRouteTest {
    private static final String[] RULES = {
        "rewrite.dialled.field = to",
        "rewrite.dialled.pattern = ^00",
        "route.sweden.prefix = 46",
        "route.sweden.order = 1",
        "route.sweden.smsc = a",
        "route.rfc.tlv = dlt_entity_id=7",
        "route.rfc.order = 0",
        "route.rfc.smsc = a",
        "smsc.a.tlv.dlt_entity_id = 0x1400:text:30"
    };

    @TempDir
    Path directory;

    private static TaskId send(PipelineRig rig, OutboundSms sms) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare().send(sms));
        assertThat(outcome).isInstanceOf(SendOutcome.Acceptance.class);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    @Test
    @Tag("S2.15")
    void what_was_rewritten_and_which_route_took_it_is_told_also_after_a_restart() {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, RULES)) {
            id = send(rig, OutboundSms.of("0046701234567", "x"));
        }
        try (PipelineRig rig = PipelineRig.start(directory, RULES)) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.explain(id)).orElseThrow().why())
                    .contains(
                            "rewritten: to: 0046701234567 became 46701234567 (rule dialled)",
                            "route sweden chose SMSC a");
            assertThat(rig.takeAll("a"))
                    .singleElement()
                    .extracting(task -> task.sms().to().number())
                    .isEqualTo("46701234567");
        }
    }

    @Test
    void a_tlv_may_decide() {
        try (PipelineRig rig = PipelineRig.start(directory, RULES)) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            TaskId with = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("x")
                            .tlv("dlt_entity_id", "7")
                            .build());
            TaskId other = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("x")
                            .tlv("dlt_entity_id", "8")
                            .build());
            assertThat(PipelineRig.get(messages.explain(with)).orElseThrow().why())
                    .contains("route rfc chose SMSC a");
            assertThat(PipelineRig.get(messages.explain(other)).orElseThrow().why())
                    .contains("route sweden chose SMSC a");
        }
    }

    /** A swap of the table while messages come: each is rewritten and routed by one version, never by half of each. */
    @Test
    @Tag("C98")
    void each_message_sees_one_version_of_rules_and_routes() throws Exception {
        String[] even = {
            "rewrite.v.field = from",
            "rewrite.v.pattern = ^.*$",
            "rewrite.v.replace = even",
            "route.even.smsc = a",
            "route.even.from = even",
            "route.even.order = 1"
        };
        String[] odd = {
            "rewrite.v.field = from",
            "rewrite.v.pattern = ^.*$",
            "rewrite.v.replace = odd",
            "route.odd.smsc = a",
            "route.odd.from = odd",
            "route.odd.order = 1"
        };
        var evenConfig = PipelineRig.config(directory, even);
        var oddConfig = PipelineRig.config(directory, odd);
        try (PipelineRig rig = PipelineRig.start(directory, even)) {
            Thread swapping = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    rig.pipeline.apply(i % 2 == 0 ? oddConfig : evenConfig);
                }
            });
            swapping.start();
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            int looked = 0;
            while (swapping.isAlive() || looked < 20) {
                TaskId id = send(
                        rig,
                        OutboundSms.to("46701234567").from("Acme").text("x").build());
                String why = String.join(
                        ";", PipelineRig.get(messages.explain(id)).orElseThrow().why());
                String version = why.contains("became even") ? "even" : "odd";
                assertThat(why).contains("from: Acme became " + version, "route " + version + " chose");
                looked++;
            }
            swapping.join();
            for (Task task : rig.takeAll("a")) {
                assertThat(task.sms().from().number()).isIn("even", "odd");
            }
        }
    }
}
