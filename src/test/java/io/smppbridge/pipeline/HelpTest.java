package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.stats.BridgeStats;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that bring a little while the journal thread sleeps, and do its turn themselves. */
@Timeout(120)
@Tag("S2.4")
class HelpTest {
    private static final int HELPERS = 4;
    private static final int ROUNDS = 500;

    @TempDir
    Path directory;

    private static List<OutboundSms> one(String text) {
        return List.of(OutboundSms.to("46701234567").from("Acme").text(text).build());
    }

    private static MiddleWare inRounds(PipelineRig rig) {
        return rig.pipeline.inRounds(PipelineRig.ACCOUNT, "esme", SendOutcome.Durability.FORCED);
    }

    /** Sends one and ends the round; on which thread it was answered, or empty if not before the round's end was told. */
    private static Thread answeredOn(PipelineRig rig, MiddleWare door) {
        AtomicReference<Thread> on = new AtomicReference<>();
        CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
        door.send(one("Hello"), outcomes -> {
            on.compareAndSet(null, Thread.currentThread());
            outcome.complete(outcomes[0]);
        });
        rig.pipeline.roundOver(true);
        assertThat(PipelineRig.get(outcome)).isInstanceOf(SendOutcome.Acceptance.class);
        return on.get();
    }

    @Test
    void a_round_is_stored_and_answered_on_the_thread_that_brought_it_while_the_journal_thread_sleeps() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            MiddleWare door = inRounds(rig);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> answeredOn(rig, door) == Thread.currentThread() && rig.journal.forces() > 0);
            assertThat(rig.takeAll("a")).isNotEmpty();
        }
    }

    @Test
    void one_who_may_not_wait_for_the_disk_is_answered_on_the_journal_thread() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            CompletableFuture<Thread> on = new CompletableFuture<>();
            inRounds(rig).send(one("Hello"), outcomes -> on.complete(Thread.currentThread()));
            rig.pipeline.roundOver(false);
            assertThat(PipelineRig.get(on).getName()).isEqualTo("journal");
        }
    }

    @Test
    void however_many_help_and_others_ring_every_message_is_answered_once_and_on_disk() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger answers = new AtomicInteger();
        Path copy = directory.resolve("copy");
        try (PipelineRig rig = PipelineRig.start(directory)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < HELPERS; i++) {
                boolean helps = i > 0;
                MiddleWare door = helps ? inRounds(rig) : rig.middleWare();
                Thread thread = new Thread(() -> {
                    for (int n = 0; n < ROUNDS; n++) {
                        CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
                        door.send(one("Hello " + n), outcomes -> {
                            answers.incrementAndGet();
                            outcome.complete(outcomes[0]);
                        });
                        if (helps) {
                            rig.pipeline.roundOver(true);
                        }
                        accepted.addAndGet(PipelineRig.get(outcome) instanceof SendOutcome.Acceptance ? 1 : 0);
                    }
                });
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(accepted.get()).isEqualTo(HELPERS * ROUNDS);
            assertThat(answers.get()).isEqualTo(HELPERS * ROUNDS);
            assertThat(rig.fatal.get()).isNull();
            rig.killedInto(copy);
        }
        try (PipelineRig again = PipelineRig.start(copy)) {
            assertThat(again.takeAll("a")).hasSize(HELPERS * ROUNDS);
        }
    }

    /** Throws once what ends a virtual machine. */
    private static final class Trap extends LongAdder {
        private static final long serialVersionUID = 1;
        private transient volatile Thread fellOn;

        @Override
        public void increment() {
            if (fellOn == null) {
                fellOn = Thread.currentThread();
                throw new OutOfMemoryError("thrown by a test");
            }
            super.increment();
        }
    }

    @Test
    void what_breaks_in_a_helpers_hands_refuses_the_message_and_ends_the_bridge_from_the_journal_thread()
            throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            MiddleWare door = inRounds(rig);
            await().atMost(Duration.ofSeconds(30)).until(() -> answeredOn(rig, door) == Thread.currentThread());
            Trap trap = new Trap();
            Field counter = BridgeStats.class.getField("journalRecords");
            counter.setAccessible(true);
            counter.set(rig.stats, trap);
            CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
            CompletableFuture<Thread> on = new CompletableFuture<>();
            door.send(one("Hello"), outcomes -> {
                on.complete(Thread.currentThread());
                outcome.complete(outcomes[0]);
            });
            rig.pipeline.roundOver(true);
            assertThat(PipelineRig.get(outcome)).isInstanceOf(SendOutcome.NotAccepting.class);
            assertThat(PipelineRig.get(on).getName()).isEqualTo("journal");
            await().atMost(Duration.ofSeconds(10)).until(() -> rig.fatal.get() instanceof OutOfMemoryError);
            assertThat(trap.fellOn).isNotNull();
        }
    }
}
