package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ladder: nearly full, answers wait; full, an explicit no; never a message thrown away. */
class BackpressureTest {
    @TempDir
    Path directory;

    @Test
    @Tag("C88")
    @Tag("S2.9")
    void the_last_tenth_of_a_bag_decides_how_long_an_answer_waits() throws InterruptedException {
        SlowAnswers slow = new SlowAnswers(Duration.ofMillis(500), new LongAdder());
        TaskBag bag = new TaskBag("a", 50_000, 0);
        assertThat(slow.delayNanos(bag)).isZero();
        bag.tryAcquire(45_000);
        assertThat(slow.delayNanos(bag)).isZero();
        bag.tryAcquire(2_500);
        assertThat(slow.delayNanos(bag)).isEqualTo(250_000_000L);
        bag.tryAcquire(2_500);
        assertThat(slow.delayNanos(bag)).isEqualTo(500_000_000L);
        slow.stop();
    }

    /** Fifty thousand credits and a consumer at a tenth of what comes. */
    @Test
    @Tag("S-64")
    @Tag("C88")
    @Tag("C89")
    @Tag("S2.9")
    void a_bag_of_fifty_thousand_slows_its_callers_then_refuses_and_throws_nothing_away() throws Exception {
        try (PipelineRig rig = PipelineRig.start(
                directory,
                "smsc.a.bag = 50000",
                "smsc.b.host = 127.0.0.1",
                "smsc.b.system-id = me",
                "smsc.b.password = secret",
                "smsc.b.rate = unlimited",
                "route.b.prefix = 47",
                "route.b.order = 1",
                "route.b.smsc = b",
                "pipeline.slow-answers = 2s")) {
            int accepted = 0;
            int refused = 0;
            int consumed = 0;
            Bunch bunch = new Bunch(100);
            CompletableFuture<List<SendOutcome>> last = CompletableFuture.completedFuture(List.of());
            for (int round = 0; round < 70; round++) {
                List<OutboundSms> thousand = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    thousand.add(OutboundSms.of("46701234567", "x"));
                }
                last = rig.middleWare().send(thousand);
                for (SendOutcome outcome : last.get(20, TimeUnit.SECONDS)) {
                    if (outcome instanceof SendOutcome.Acceptance) {
                        accepted++;
                    } else {
                        assertThat(outcome).isInstanceOf(SendOutcome.NoCredit.class);
                        refused++;
                    }
                }
                if (refused > 0) {
                    break;
                }
                consumed += take(rig, bunch);
            }
            assertThat(refused).isPositive();
            assertThat(rig.stats.slowAnswers.sum()).isPositive();
            CompletableFuture<SendOutcome> slow = rig.middleWare().send("46701234567", "y");
            SendOutcome elsewhere = PipelineRig.get(rig.middleWare().send("47701234567", "z"));
            assertThat(elsewhere).isInstanceOf(SendOutcome.Acceptance.class);
            int left = accepted - consumed + (slow.get(10, TimeUnit.SECONDS) instanceof SendOutcome.Acceptance ? 1 : 0);
            int[] more = {0};
            await().until(() -> (more[0] += rig.takeAll("a").size()) == left);
            Tried.times(accepted + refused)
                    .refused(refused)
                    .lost(left - more[0])
                    .keep();
        }
    }

    /** A bag of which all but one place are taken, and a caller that would be answered after nine seconds. */
    @Test
    @Tag("C88")
    void nobody_hears_of_a_message_before_the_answer_to_it() throws Exception {
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        AtomicReference<CompletableFuture<SendOutcome>> answer = new AtomicReference<>();
        ReceiptBed bed = new ReceiptBed() {
            @Override
            public void onReceipt(Receipt receipt) {
                answered.complete(answer.get().isDone());
            }
        };
        try (PipelineRig rig = bed.start(directory, "smsc.a.bag = 100", "pipeline.slow-answers = 10s")) {
            rig.pipeline.bag("a").tryAcquire(98);
            answer.set(rig.middleWare()
                    .send(OutboundSms.to("46701234567")
                            .from("72404")
                            .text("hi")
                            .receipt(ReceiptWish.FINAL)
                            .build()));
            Task task = await().until(() -> rig.takeAll("a"), taken -> taken.size() == 1)
                    .get(0);
            assertThat(answer.get()).isNotDone();
            rig.accepted(task, 0, "m-1", true, Outcomes.Flight.NONE);
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, ReceiptBed.text("m-1", "DELIVRD")));
            assertThat(answered.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(PipelineRig.get(answer.get())).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    /** Its first messages are with the SMSC while its last are still looked at; that may end in an error, and no answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nobody_hears_of_the_first_messages_of_a_list_before_the_answer_to_all_if_there_is_one(boolean isAnswered)
            throws Exception {
        AtomicReference<SendOutcome[]> answer = new AtomicReference<>();
        List<Boolean> answered = new CopyOnWriteArrayList<>();
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed() {
            @Override
            public void onReceipt(Receipt receipt) {
                answered.add(answer.get() != null);
                super.onReceipt(receipt);
            }
        };
        CountDownLatch last = new CountDownLatch(1);
        OutboundSms sms = ReceiptBed.sms("hi", ReceiptWish.FINAL);
        List<OutboundSms> list = new AbstractList<>() {
            @Override
            public OutboundSms get(int index) {
                if (index == size() - 1) {
                    try {
                        last.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    if (!isAnswered) {
                        throw new IllegalStateException("no more");
                    }
                }
                return sms;
            }

            @Override
            public int size() {
                return 65;
            }
        };
        try (PipelineRig rig = bed.start(directory)) {
            Thread caller = new Thread(() -> rig.middleWare().send(list, answer::set));
            caller.setUncaughtExceptionHandler((thread, thrown) -> errors.add(thrown));
            caller.start();
            List<Task> tasks = new ArrayList<>();
            await().until(() -> tasks.addAll(rig.takeAll("a")) && tasks.size() == 64);
            for (Task task : tasks.subList(0, 2)) {
                rig.accepted(task, 0, "m" + task.id(), true, Outcomes.Flight.NONE);
                ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, ReceiptBed.text("m" + task.id(), "DELIVRD")));
            }
            TaskId other = ReceiptBed.sent(rig, "other", 1);
            ReceiptBed.receipt(rig, "other", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(other);
            last.countDown();
            bed.awaitReceipts(3);
            assertThat(answered).containsExactly(false, isAnswered, isAnswered);
            caller.join();
            if (isAnswered) {
                assertThat(answer.get()).hasSize(65).allMatch(SendOutcome.Acceptance.class::isInstance);
            } else {
                assertThat(errors).hasSize(1);
            }
        }
    }

    /** Also of one of which its sender wished to hear nothing: that it was refused for good is told all the same. */
    @Test
    void nobody_hears_that_a_message_of_a_list_was_refused_before_the_answer_to_all() throws Exception {
        AtomicReference<SendOutcome[]> answer = new AtomicReference<>();
        List<Boolean> answered = new CopyOnWriteArrayList<>();
        ReceiptBed bed = new ReceiptBed() {
            @Override
            public void onReceipt(Receipt receipt) {
                answered.add(answer.get() != null);
                super.onReceipt(receipt);
            }
        };
        CountDownLatch last = new CountDownLatch(1);
        OutboundSms sms = ReceiptBed.sms("hi", ReceiptWish.NONE);
        List<OutboundSms> list = new AbstractList<>() {
            @Override
            public OutboundSms get(int index) {
                if (index == size() - 1) {
                    try {
                        last.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                return sms;
            }

            @Override
            public int size() {
                return 65;
            }
        };
        try (PipelineRig rig = bed.start(directory)) {
            Thread caller = new Thread(() -> rig.middleWare().send(list, answer::set));
            caller.start();
            List<Task> tasks = new ArrayList<>();
            await().until(() -> tasks.addAll(rig.takeAll("a")) && tasks.size() == 64);
            rig.pipeline.outcomes().ended(tasks.get(0), MessageState.REJECTED, "refused", Outcomes.Flight.NONE);
            rig.pipeline.outcomes().told();
            ReceiptBed.sent(rig, "other", 1);
            ReceiptBed.receipt(rig, "other", "DELIVRD");
            bed.awaitReceipts(1);
            last.countDown();
            bed.awaitReceipts(2);
            caller.join();
            assertThat(answered).containsExactly(false, true);
            assertThat(bed.last().state()).isEqualTo(MessageState.REJECTED);
        }
    }

    @Test
    @Tag("C88")
    void of_two_answers_to_one_message_none_is_kept_back_when_something_is_told_of_it() {
        SlowAnswers slow = new SlowAnswers(Duration.ofSeconds(10), new LongAdder());
        List<String> told = new ArrayList<>();
        slow.after(9_000_000_000L, outcomes(1), () -> told.add("first"));
        slow.after(9_000_000_000L, outcomes(1, 2), () -> told.add("repeated"));
        assertThat(told).containsExactly("first");
        slow.giveFirst(1);
        assertThat(told).containsExactly("first", "repeated");
        assertThat(slow.size()).isZero();
    }

    /** Here by a caller that is answered first; else by the journal's thread, while the caller's enters the messages. */
    @Test
    @Tag("C88")
    void an_answer_that_is_given_before_all_its_messages_are_noted_leaves_none_behind() {
        SlowAnswers slow = new SlowAnswers(Duration.ofSeconds(10), new LongAdder());
        slow.after(9_000_000_000L, outcomes(1), () -> slow.giveFirst(1));
        slow.after(9_000_000_000L, outcomes(1, 2), () -> {});
        assertThat(slow.size()).isZero();
    }

    private static SendOutcome[] outcomes(long... ids) {
        return Arrays.stream(ids)
                .mapToObj(id -> new SendOutcome.Acceptance(
                        new TaskId(id), Encoding.GSM7, 1, "", "", "a", false, SendOutcome.Durability.FORCED))
                .toArray(SendOutcome[]::new);
    }

    private static int take(PipelineRig rig, Bunch bunch) {
        int taken = rig.pipeline.bag("a").take(bunch, 100, rig.clock.millis(), rig.pipeline.tasks());
        for (int i = 0; i < taken; i++) {
            rig.accepted(bunch.task(i), 0, "1", true, Outcomes.Flight.NONE);
        }
        bunch.clear();
        return taken;
    }
}
