package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.BeforeSubmit.Said;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.Verdict;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What plug-ins make of a message that is about to be submitted, for each SMSC that it comes to. */
@Tag("S2.15")
class SubmitAskingTest {
    private static final String[] TWO = {
        "smsc.b.host = 127.0.0.1",
        "smsc.b.port = 2776",
        "smsc.b.system-id = me",
        "smsc.b.password = secret",
        "smsc.b.rate = unlimited",
        "route.two.smsc = a > b",
        "route.two.order = 1",
        "route.two.failover = rejected"
    };

    @TempDir
    Path directory;

    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** Signs what goes to an SMSC; makes what begins with "long" long, and refuses what begins with "bad". */
    private final Hooks hooks = new Hooks() {
        @Override
        public boolean anySubmitting() {
            return true;
        }

        @Override
        public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
            asked.add(smsc + ":" + sms.text());
            if (sms.text().startsWith("bad")) {
                return new Verdict.Refuse("bad word");
            }
            return switch (sms.text()) {
                case "plain" -> new Verdict.Change(sms.withText("plain"));
                case "long" -> new Verdict.Change(sms.withText("l".repeat(200)));
                case "much" -> new Verdict.Change(sms.withText("m".repeat(20_000)));
                default -> new Verdict.Change(sms.withText(sms.text() + " by " + smsc));
            };
        }
    };

    private PipelineRig start() {
        PipelineRig rig = PipelineRig.start(directory, TWO);
        rig.stats.smsc("a").bind("1").bound = true;
        rig.stats.smsc("b").bind("1").bound = true;
        return rig;
    }

    private static TaskId send(PipelineRig rig, String text, ReceiptWish wish) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .from("Acme")
                        .text(text)
                        .receipt(wish)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Task take(PipelineRig rig, String smsc) {
        Task[] taken = new Task[1];
        await().until(() -> {
            rig.takeAll(smsc).forEach(task -> taken[0] = task);
            return taken[0] != null;
        });
        return taken[0];
    }

    private static Said ask(BeforeSubmit before, Task task) {
        CompletableFuture<Said> told = new CompletableFuture<>();
        task.unclaim();
        before.ask(task, told::complete);
        return PipelineRig.get(told);
    }

    @Test
    void a_change_is_on_disk_before_the_message_goes_and_after_a_restart_nobody_is_asked_again() throws Exception {
        TaskId id;
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            id = send(rig, "x", ReceiptWish.NONE);
            assertThat(asked).as("at acceptance").isEmpty();
            Task task = take(rig, "a");
            assertThat(task.cleared).isFalse();
            assertThat(ask(before, task)).isEqualTo(Said.PASS);
            assertThat(task.sms().text()).isEqualTo("x by a");
            assertThat(asked).containsExactly("a:x");
            before.stop(Duration.ofSeconds(1));
        }
        try (PipelineRig rig = start()) {
            Task again = take(rig, "a");
            assertThat(again.id()).isEqualTo(id.value());
            assertThat(again.sms().text()).isEqualTo("x by a");
            assertThat(again.sms().from().number()).isEqualTo("Acme");
            assertThat(again.cleared).isTrue();
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).explain(id))
                            .orElseThrow()
                            .why())
                    .contains("rewritten: by a plug-in, for SMSC a");
        }
    }

    @Test
    void what_was_not_looked_at_before_a_restart_is_looked_at_after_it_and_what_was_tried_is_not() {
        try (PipelineRig rig = start()) {
            send(rig, "waits", ReceiptWish.NONE);
            send(rig, "tried", ReceiptWish.NONE);
            List<Task> both = rig.takeAll("a");
            Task tried = both.get(1);
            tried.refusals = 1;
            rig.pipeline.outcomes().refused(tried, 0, 0x58, Flight.NONE);
        }
        try (PipelineRig rig = start()) {
            assertThat(rig.takeAll("a"))
                    .extracting(task -> task.sms().text() + " " + task.cleared)
                    .containsExactlyInAnyOrder("waits false", "tried true");
        }
    }

    @Test
    @Tag("C96")
    void another_smsc_gets_the_message_as_it_was_accepted_and_is_asked_about_too() {
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            send(rig, "long", ReceiptWish.FINAL);
            Task first = take(rig, "a");
            assertThat(ask(before, first)).isEqualTo(Said.PASS);
            assertThat(first.parts().count()).isEqualTo(2);
            assertThat(first.claim()).isTrue();
            rig.pipeline.outcomes().ended(first, MessageState.REJECTED, "no", Flight.NONE);
            Task second = take(rig, "b");
            assertThat(second.id()).isEqualTo(first.id());
            assertThat(second.cleared).isFalse();
            assertThat(second.sms().text()).isEqualTo("long");
            assertThat(second.parts().count()).isEqualTo(1);
            assertThat(ask(before, second)).isEqualTo(Said.PASS);
            assertThat(asked).containsExactly("a:long", "b:long");
        }
        try (PipelineRig rig = start()) {
            Task again = take(rig, "b");
            assertThat(again.parts().count()).isEqualTo(2);
            assertThat(again.cleared).isTrue();
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    void a_no_is_told_with_its_reason_and_a_change_that_cannot_be_sent_is_none() {
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            send(rig, "bad", ReceiptWish.NONE);
            assertThat(ask(before, take(rig, "a"))).isEqualTo(new Said.Refused("refused by a plug-in: bad word"));
            send(rig, "much", ReceiptWish.NONE);
            Task much = take(rig, "a");
            assertThat(ask(before, much)).isEqualTo(Said.PASS);
            assertThat(much.sms().text()).isEqualTo("much");
            send(rig, "plain", ReceiptWish.NONE);
            long records = rig.stats.journalRecords.sum();
            assertThat(ask(before, take(rig, "a"))).isEqualTo(Said.PASS);
            assertThat(rig.stats.journalRecords.sum())
                    .as("no change, no record")
                    .isEqualTo(records);
        }
    }

    @Test
    @Tag("C82")
    void what_plug_ins_have_made_of_a_message_that_was_tried_stays_whatever_else_of_it_is_changed() {
        Messages.Change text = new Messages.Change(Optional.of("bad"), Optional.empty(), Optional.empty());
        Messages.Change validity =
                new Messages.Change(Optional.empty(), Optional.of(Duration.ofHours(1)), Optional.empty());
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            TaskId id = send(rig, "x", ReceiptWish.NONE);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            Task task = take(rig, "a");
            assertThat(ask(before, task)).isEqualTo(Said.PASS);
            assertThat(task.claim()).isTrue();
            task.refusals = 1;
            task.dueAtMs = rig.clock.millis();
            rig.pipeline.outcomes().refused(task, 0, 0x58, Flight.NONE);
            rig.pipeline.bag("a").giveBack(task, 0);
            assertThat(PipelineRig.get(messages.change(id, text))).asString().contains("checked-before-submit");
            assertThat(PipelineRig.get(messages.change(id, validity))).isInstanceOf(Messages.Changed.Done.class);
            before.stop(Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (PipelineRig rig = start()) {
            Task again = take(rig, "a");
            assertThat(again.sms().text()).isEqualTo("x by a");
            assertThat(again.cleared).isTrue();
        }
    }

    @Test
    void nor_is_its_text_changed_at_the_smsc_that_has_it() {
        Messages.Change text = new Messages.Change(Optional.of("bad"), Optional.empty(), Optional.empty());
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.operations = replace")) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            TaskId id = send(rig, "plain", ReceiptWish.FINAL);
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            Task task = take(rig, "a");
            assertThat(ask(before, task)).isEqualTo(Said.PASS);
            assertThat(task.claim()).isTrue();
            rig.accepted(task, 0, "77", true, Flight.NONE);
            await().until(() -> PipelineRig.get(messages.find(id)).orElseThrow().state() == MessageState.SENT);
            assertThat(PipelineRig.get(messages.change(id, text))).asString().contains("checked-before-submit");
        }
    }

    @Test
    void what_an_operator_sends_again_for_want_of_an_answer_is_not_looked_at_again() {
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            TaskId id = send(rig, "plain", ReceiptWish.NONE);
            Task task = take(rig, "a");
            assertThat(ask(before, task)).isEqualTo(Said.PASS);
            assertThat(task.claim()).isTrue();
            task.unanswered = 1;
            rig.pipeline.outcomes().unanswered(task, 0, true, Flight.NONE);
            await().until(() -> rig.pipeline.held().count() == 1);
            assertThat(rig.pipeline.held().resolve(id.value(), true)).contains(true);
            assertThat(take(rig, "a").cleared).isTrue();
        }
    }

    /** As after a start with an old copy of the journal. */
    @Test
    void what_was_held_before_it_was_ever_submitted_is_looked_at() {
        assertThat(ProgressRecord.heldAtStart(1, 0, 0).isOfAttempt()).isFalse();
    }

    @Test
    void what_is_withdrawn_while_plug_ins_look_at_it_is_gone() {
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(hooks);
            TaskId id = send(rig, "x", ReceiptWish.NONE);
            Task task = take(rig, "a");
            task.unclaim();
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id)))
                    .hasToString("CANCELLED");
            CompletableFuture<Said> told = new CompletableFuture<>();
            before.ask(task, told::complete);
            assertThat(PipelineRig.get(told)).isEqualTo(Said.LATER);
            assertThat(task.claim()).isFalse();
            assertThat(asked).isEmpty();
        }
    }

    /** Each call waits until there are as many beside it: asked one after the other, none would end. */
    @Test
    @Timeout(60)
    void as_many_of_one_account_are_looked_at_at_the_same_time_as_is_allowed_and_those_to_one_number_in_turn() {
        int atOnce = 24;
        CountDownLatch crowd = new CountDownLatch(atOnce);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<String> numbers = ConcurrentHashMap.newKeySet();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Hooks slow = new Hooks() {
            @Override
            public boolean anySubmitting() {
                return true;
            }

            @Override
            public int submitsAtOnce() {
                return atOnce;
            }

            @Override
            public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                if (!numbers.add(sms.to().number())) {
                    wrong.add("two at once to " + sms.to().number());
                }
                crowd.countDown();
                try {
                    if (!crowd.await(30, TimeUnit.SECONDS)) {
                        wrong.add("never " + atOnce + " at once");
                    }
                } catch (InterruptedException e) {
                    wrong.add("interrupted");
                }
                numbers.remove(sms.to().number());
                now.decrementAndGet();
                return Verdict.PASS;
            }
        };
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(slow);
            List<OutboundSms> all = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                all.add(OutboundSms.of("467012" + String.format("%05d", i / 2), "x"));
            }
            PipelineRig.get(rig.middleWare().send(all));
            List<CompletableFuture<Said>> told = new ArrayList<>();
            for (Task task : rig.takeAll("a")) {
                CompletableFuture<Said> said = new CompletableFuture<>();
                task.unclaim();
                before.ask(task, said::complete);
                told.add(said);
            }
            assertThat(told).hasSize(600).allMatch(said -> PipelineRig.get(said) == Said.PASS);
        }
        assertThat(wrong).isEmpty();
        assertThat(most).hasValue(atOnce);
    }

    /** The number that the parts of a task show. */
    private static int number(Task task) {
        return Decoder.open(Incoming.of(0, true, task.parts().octets(0)))
                .concat()
                .reference();
    }

    @Test
    @Tag("C55")
    void parts_that_a_plug_in_sends_to_another_number_do_not_bear_one_that_is_in_use_there() {
        OutboundSms there =
                OutboundSms.to("46709999999").from("Acme").text("t".repeat(200)).build();
        Hooks elsewhere = new Hooks() {
            @Override
            public boolean anySubmitting() {
                return true;
            }

            @Override
            public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
                return new Verdict.Change(sms.with(sms.from(), there.to(), sms.text()));
            }
        };
        Instant now = Instant.parse("2026-11-21T08:00:00Z"); // the clock stands: all pairs begin with the same number
        try (PipelineRig rig = PipelineRig.start(directory, () -> now, TWO)) {
            BeforeSubmit before = rig.pipeline.hooks(elsewhere);
            PipelineRig.get(rig.middleWare().send(there));
            Task borne = take(rig, "a");
            send(rig, "x".repeat(200), ReceiptWish.NONE);
            Task changed = take(rig, "a");
            assertThat(number(changed)).isEqualTo(number(borne));
            assertThat(ask(before, changed)).isEqualTo(Said.PASS);
            assertThat(changed.sms().to()).isEqualTo(there.to());
            assertThat(number(changed)).isNotEqualTo(number(borne));
            PipelineRig.get(rig.middleWare().send(there));
            assertThat(number(take(rig, "a"))).isNotIn(number(borne), number(changed));
        }
    }
}
