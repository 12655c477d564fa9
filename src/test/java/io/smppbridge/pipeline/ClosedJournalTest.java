package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.journal.JournalException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that is closed while its thread runs is no message's fault. */
@Tag("C22")
class ClosedJournalTest {
    private static final int THROTTLED = 0x58;

    @TempDir
    Path directory;

    @Test
    void what_could_not_be_written_down_keeps_its_flight_and_nothing_goes_on() {
        AtomicInteger freed = new AtomicInteger();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234567", "once")));
            Task task = rig.takeAll("a").get(0);
            rig.journal.close();
            rig.pipeline.outcomes().refused(task, 0, THROTTLED, freed::incrementAndGet);
            await().until(() -> rig.fatal.get() != null);
            assertThat(rig.fatal.get())
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.CLOSED));
            assertThat(freed).hasValue(0);
            assertThat(rig.stats.refused("internal").sum()).isZero();
        }
    }

    /** A later force may say that all is well and have lost what the first one had to store. */
    @Test
    void notes_beside_the_journal_that_cannot_be_forced_end_its_thread_as_a_failed_journal_does() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            JournalException failure = catchThrowableOfType(
                    JournalException.class,
                    () -> Journal.open(
                            rig.config.journal(),
                            FileDisk.in(rig.config.journal().directory()),
                            InstantSource.system()));
            rig.pipeline.fail(failure);
            await().until(() -> rig.fatal.get() != null);
            assertThat(rig.fatal.get()).isSameAs(failure);
            assertThat(PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234567", "one"))))
                    .isInstanceOf(SendOutcome.NotAccepting.class);
        }
    }

    /** The first of them is in the thread's hands when it fails, the others in the ring. */
    @Test
    void a_list_at_which_the_journal_fails_is_answered_once_with_a_word_about_each_message() {
        List<SendOutcome[]> answers = new CopyOnWriteArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            OutboundSms sms = OutboundSms.of("46701234567", "one");
            CountDownLatch sent = new CountDownLatch(1);
            rig.pipeline.side.loop.command(() -> {
                try {
                    sent.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                rig.journal.close();
            });
            rig.middleWare().send(List.of(sms, sms, sms), outcomes -> answers.add(outcomes.clone()));
            sent.countDown();
            await().until(() -> rig.fatal.get() != null);
            assertThat(answers).hasSize(1);
            assertThat(answers.get(0)).hasSize(3).allMatch(SendOutcome.NotAccepting.class::isInstance);
            assertThat(((SendOutcome.NotAccepting) answers.get(0)[0]).mayBeSent())
                    .isTrue();
            assertThat(((SendOutcome.NotAccepting) answers.get(0)[2]).mayBeSent())
                    .isFalse();
        }
    }

    @Test
    void whoever_still_hands_over_when_the_journal_thread_has_ended_or_failed_is_answered() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            late(rig, () -> assertThat(rig.pipeline.stop(Duration.ofSeconds(5))).isTrue(), "the bridge has stopped");
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            late(
                    rig,
                    () -> {
                        rig.journal.close();
                        rig.pipeline.outcomes().told();
                        await().until(() -> rig.fatal.get() != null);
                    },
                    "the journal has failed");
        }
    }

    /** A list of which the second message comes when that has been done. */
    private static void late(PipelineRig rig, ThrowingCallable end, String why) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        OutboundSms sms = OutboundSms.of("46701234567", "one");
        List<OutboundSms> list = new AbstractList<>() {
            @Override
            public OutboundSms get(int index) {
                if (index == 1) {
                    begun.countDown();
                    assertThatCode(over::await).doesNotThrowAnyException();
                }
                return sms;
            }

            @Override
            public int size() {
                return 2;
            }
        };
        List<SendOutcome[]> answers = new CopyOnWriteArrayList<>();
        Thread caller = new Thread(() -> rig.middleWare().send(list, answers::add), "test-caller");
        caller.start();
        begun.await();
        assertThatCode(end).doesNotThrowAnyException();
        over.countDown();
        caller.join();
        assertThat(answers).hasSize(1);
        assertThat(answers.get(0))
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(((SendOutcome.NotAccepting) outcome).reason())
                        .contains(why));
    }

    @Test
    void whoever_is_told_on_the_journal_thread_that_it_has_failed_may_stop_the_rest_and_close_the_journal() {
        AtomicBoolean free = new AtomicBoolean();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.onFatal = () -> {
                try {
                    free.set(rig.pipeline.stop(Duration.ofMillis(10)));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            };
            rig.journal.close();
            rig.pipeline.outcomes().told();
            await().until(() -> rig.fatal.get() != null);
            assertThat(free).isTrue();
        }
    }

    @Test
    void a_question_that_comes_when_the_journal_thread_has_ended_or_failed_is_refused_and_does_not_wait()
            throws Exception {
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            id = ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(OutboundSms.of("46701234567", "one"))))
                    .id();
            rig.pipeline.stop(Duration.ofSeconds(5));
            asked(rig.pipeline.messages(PipelineRig.ACCOUNT), id);
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.journal.close();
            rig.pipeline.outcomes().told();
            await().until(() -> rig.fatal.get() != null);
            asked(rig.pipeline.messages(PipelineRig.ACCOUNT), id);
        }
    }

    private static void asked(Messages messages, TaskId id) {
        Messages.Change change = new Messages.Change(Optional.of("two"), Optional.empty(), Optional.empty());
        List<CompletableFuture<?>> all = List.of(
                messages.find(id),
                messages.cancel(id),
                messages.query(id),
                messages.explain(id),
                messages.change(id, change));
        assertThat(all)
                .allSatisfy(future -> assertThat(future)
                        .failsWithin(Duration.ofSeconds(1))
                        .withThrowableOfType(ExecutionException.class)
                        .withMessageContaining("has stopped"));
    }
}
