package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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

    /** As it comes by SMPP: by its tag, in octets, with a zero at the end from some. */
    @Test
    @Tag("S2.15")
    void a_tlv_that_is_written_by_its_tag_decides_as_one_that_is_named() {
        try (PipelineRig rig = PipelineRig.start(directory, RULES)) {
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            for (String seven : List.of("37", "3700")) {
                TaskId with = send(
                        rig,
                        OutboundSms.to("46701234567")
                                .text("x")
                                .tlv("0x1400", seven)
                                .build());
                assertThat(PipelineRig.get(messages.explain(with)).orElseThrow().why())
                        .as(seven)
                        .contains("route rfc chose SMSC a");
            }
            TaskId other = send(
                    rig,
                    OutboundSms.to("46701234567").text("x").tlv("0x1400", "38").build());
            assertThat(PipelineRig.get(messages.explain(other)).orElseThrow().why())
                    .contains("route sweden chose SMSC a");
        }
    }

    /** What one version of the configuration makes of a message: another sender, SMSC and name of the route than the other. */
    private static String[] version(String name, String smsc) {
        return new String[] {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "rewrite.v.field = from",
            "rewrite.v.pattern = ^.*$",
            "rewrite.v.replace = " + name,
            "route." + name + ".smsc = " + smsc,
            "route." + name + ".from = " + name,
            "route." + name + ".prefix = 46",
            "route." + name + ".order = 1"
        };
    }

    /** The table changes at every look at it: whoever looks twice at one message gets half of each. */
    @Test
    @Tag("C98")
    void admission_looks_once_at_the_table_for_each_message() {
        BridgeStats stats = new BridgeStats();
        Lanes even = Lanes.of(PipelineRig.config(directory, version("even", "a")), new LaneNumbers(), stats, 1);
        Lanes odd = Lanes.of(PipelineRig.config(directory, version("odd", "b")), new LaneNumbers(), stats, 1);
        AtomicInteger looks = new AtomicInteger();
        Admission admission = new Admission(
                () -> looks.getAndIncrement() % 2 == 0 ? even : odd,
                new ConsentCheck(new ConsentList(new SegmentUse()), () -> even, stats),
                InstantSource.system());
        for (int i = 0; i < 1_000; i++) {
            var sms = OutboundSms.to("46701234567").from("Acme").text("x").build();
            Admitted admitted = new Admitted();
            assertThat(admission.admit(PipelineRig.ACCOUNT, sms, false, 1, admitted))
                    .isNull();
            assertThat(admitted.task.smsc() + " " + admitted.task.sms().from().number() + " " + admitted.trail.route())
                    .isIn("a even even", "b odd odd");
        }
        assertThat(looks).as("one look for each").hasValue(1_000);
    }

    @Test
    @Tag("C98")
    void each_message_sees_one_version_of_rules_and_routes() throws Exception {
        swapped(250);
    }

    @Test
    @Tag("C98")
    @Tag("long")
    void each_message_sees_one_version_over_ten_thousand_swaps() throws Exception {
        swapped(10_000);
    }

    /**
     * The table is swapped again and again under load: each message is rewritten and routed by one version, never by half of each. A
     * message that met the one version's rule and the other's route would find no route, or the wrong SMSC.
     */
    private void swapped(int times) throws Exception {
        var even = PipelineRig.config(directory, version("even", "a"));
        var odd = PipelineRig.config(directory, version("odd", "b"));
        try (PipelineRig rig = PipelineRig.start(directory, version("even", "a"))) {
            AtomicBoolean over = new AtomicBoolean();
            Queue<String> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> load = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                load.add(new Thread(() -> {
                    List<OutboundSms> list = Collections.nCopies(
                            4,
                            OutboundSms.to("46701234567").from("Acme").text("x").build());
                    while (!over.get()) {
                        PipelineRig.get(rig.middleWare().send(list)).stream()
                                .filter(outcome -> !(outcome instanceof SendOutcome.Acceptance))
                                .forEach(outcome -> wrong.add(outcome.toString()));
                    }
                }));
            }
            Thread swapping = new Thread(() -> {
                for (int i = 0; i < times; i++) {
                    rig.pipeline.apply(i % 2 == 0 ? odd : even);
                }
                over.set(true);
            });
            load.forEach(Thread::start);
            swapping.start();
            int[] seen = new int[2];
            while (swapping.isAlive() || load.stream().anyMatch(Thread::isAlive)) {
                look(rig, seen, wrong);
                LockSupport.parkNanos(1_000_000);
            }
            look(rig, seen, wrong);
            assertThat(wrong).isEmpty();
            assertThat(seen[0]).as("by the one version").isGreaterThan(20);
            assertThat(seen[1]).as("by the other").isGreaterThan(20);
        }
    }

    /** Takes what has come into either bag, and lets it end. */
    private static void look(PipelineRig rig, int[] seen, Queue<String> wrong) {
        for (int i = 0; i < 2; i++) {
            for (Task task : rig.takeAll(i == 0 ? "a" : "b")) {
                seen[i]++;
                String from = task.sms().from().number();
                if (!from.equals(i == 0 ? "even" : "odd")) {
                    wrong.add("SMSC " + task.smsc() + " got a message from " + from);
                }
                rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "looked at", Flight.NONE);
            }
        }
    }
}
