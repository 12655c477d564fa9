package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.sender.NoNotes;
import io.smppbridge.sender.SenderGroup;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.NettyLoops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One stage stands still while messages flow: the journal in the middle of a force, the sender between bag and socket, the hand-back in the
 * platform's listener. Everything is the real thing; only where a stage stands still is the test's.
 */
@Timeout(300)
class StalledStageIT {
    private static final int BATCH = 10;
    private static final long EVERY_NANOS = 5_000_000L;
    private static final Duration HELD_BACK_WITHIN = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private enum Stage {
        JOURNAL,
        SENDER,
        HANDBACK
    }

    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile Stage stalled = Stage.JOURNAL;

    @ParameterizedTest
    @EnumSource
    @Tag("F-06")
    void a_stage_that_stands_still_loses_nothing_and_callers_hear_no_within_a_second(Stage stage, TestReporter reporter)
            throws Exception {
        stall(stage, Duration.ofMillis(1_500), reporter);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @Tag("F-06")
    void a_stage_that_stands_still_for_half_a_minute_loses_nothing(Stage stage, TestReporter reporter)
            throws Exception {
        stall(stage, Duration.ofSeconds(30), reporter);
    }

    /** Who sends at a fixed pace, and what he was told. */
    private static final class Caller implements Runnable {
        final AtomicInteger accepted = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        /** When the first refusal after {@link #watch} came; 0 before. */
        final AtomicLong refusedAt = new AtomicLong();

        private final PipelineRig rig;
        private volatile boolean stopped;
        private int number;

        Caller(PipelineRig rig) {
            this.rig = rig;
        }

        void watch() {
            refusedAt.set(0);
        }

        @Override
        public void run() {
            for (long next = System.nanoTime(); !stopped; next += EVERY_NANOS) {
                LockSupport.parkNanos(next - System.nanoTime());
                List<OutboundSms> list = new ArrayList<>();
                for (int i = 0; i < BATCH; i++) {
                    list.add(OutboundSms.to("46701234567")
                            .from("Acme")
                            .text("message " + number++)
                            .receipt(ReceiptWish.FINAL)
                            .build());
                }
                rig.middleWare().send(list, this::told);
            }
        }

        private void told(SendOutcome[] outcomes) {
            for (SendOutcome outcome : outcomes) {
                if (outcome instanceof SendOutcome.Acceptance) {
                    accepted.incrementAndGet();
                } else {
                    assertThat(outcome).isInstanceOfAny(SendOutcome.NoCredit.class, SendOutcome.NotAccepting.class);
                    refused.incrementAndGet();
                    refusedAt.compareAndSet(0, System.nanoTime());
                }
            }
        }
    }

    private void stall(Stage stage, Duration time, TestReporter reporter) throws Exception {
        stalled = stage;
        List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
        Path own = Files.createDirectory(directory.resolve(stage.name()));
        try (SmscSimulator smsc = SmscSimulator.start(
                SimulatorConfig.forTests("a").with("receipt-after", "1ms").recording(500_000))) {
            BridgeConfig config = PipelineRig.config(
                    own,
                    "smsc.a.port = " + smsc.port(),
                    "smsc.a.bag = 1000",
                    "smsc.a.window = 50",
                    "pipeline.ring-size = 256",
                    "pipeline.slow-answers = 0s");
            try (PipelineRig rig = new PipelineRig(
                            config,
                            InstantSource.system(),
                            Standstill.beforeForce(
                                    FileDisk.in(config.journal().directory()), () -> pass(Stage.JOURNAL)));
                    NettyLoops loops = new NettyLoops(1)) {
                rig.middleWare().listen(listener(receipts));
                SenderGroup senders = Standstill.senders(rig, config.smscs().get("a"), loops, new GatedFlights());
                senders.start();
                Caller caller = new Caller(rig);
                Thread thread = new Thread(caller, "test-caller");
                thread.start();
                try {
                    await().until(() -> receipts.size() > 500);
                    figures(stage, time, rig, smsc, caller, receipts, thread, reporter);
                } finally {
                    caller.stopped = true;
                    gate.countDown();
                    senders.drain(Duration.ofMillis(100));
                    assertThat(senders.awaitEnd(Duration.ofSeconds(20))).isTrue();
                }
            }
        }
    }

    private void figures(
            Stage stage,
            Duration time,
            PipelineRig rig,
            SmscSimulator smsc,
            Caller caller,
            List<Receipt> receipts,
            Thread thread,
            TestReporter reporter)
            throws InterruptedException {
        CountDownLatch mine = new CountDownLatch(1);
        caller.watch();
        long start = System.nanoTime();
        long submittedBefore = smsc.report().get(0).submits().total();
        gate = mine;
        for (long left = time.toNanos(); left > 0; left = time.toNanos() - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        long heldBackMs = caller.refusedAt.get() == 0 ? -1 : (caller.refusedAt.get() - start) / 1_000_000;
        long submitted = smsc.report().get(0).submits().total() - submittedBefore;
        gate = new CountDownLatch(0);
        mine.countDown();
        long again = System.nanoTime();
        int before = receipts.size();
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> receipts.size() > before + 500);
        long wellMs = (System.nanoTime() - again) / 1_000_000;
        caller.stopped = true;
        thread.join(10_000);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(receipts.size())
                        .as("receipts told; %s", smsc.report())
                        .isGreaterThanOrEqualTo(caller.accepted.get()));
        List<ReceivedSubmit> seen = smsc.first().submits();
        long texts = seen.stream().map(ReceivedSubmit::text).distinct().count();
        System.out.printf(
                "F-06 %s for %d ms: %d accepted, %d refused, the first after %d ms; %d submitted meanwhile; 500 receipts %d ms after it%n",
                stage, time.toMillis(), caller.accepted.get(), caller.refused.get(), heldBackMs, submitted, wellMs);
        assertThat(rig.fatal.get()).isNull();
        assertThat(texts).as("each came").isEqualTo(caller.accepted.get());
        assertThat(seen).as("and came once").hasSize(caller.accepted.get());
        assertThat(receipts)
                .extracting(Receipt::message)
                .doesNotHaveDuplicates()
                .hasSize(caller.accepted.get());
        if (stage == Stage.HANDBACK) {
            assertThat(submitted)
                    .as("what the platform does not take slows nobody down who sends")
                    .isGreaterThan(time.toMillis() / 4);
        } else {
            assertThat(submitted).as("it did stand still").isLessThan(1_400);
            assertThat(heldBackMs).isBetween(0L, HELD_BACK_WITHIN.toMillis());
        }
        Tried.times(caller.accepted.get())
                .faults(1)
                .lost(caller.accepted.get() - texts)
                .doubled(seen.size() - texts)
                .refused(caller.refused.get())
                .note(stage.name().toLowerCase(java.util.Locale.ROOT) + " still for " + time.toMillis() + " ms: "
                        + (stage == Stage.HANDBACK ? "nobody held back" : "first refusal after " + heldBackMs + " ms"))
                .tell(reporter);
    }

    private void pass(Stage at) {
        if (at == stalled) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private InboundListener listener(List<Receipt> receipts) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {}

            @Override
            public void onReceipt(Receipt receipt) {
                pass(Stage.HANDBACK);
                receipts.add(receipt);
            }
        };
    }

    /** Notes that stop their sender between the bag and the socket. */
    private final class GatedFlights extends NoNotes {
        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            pass(Stage.SENDER);
            return super.sent(taskId, part, attempt, epochMs);
        }
    }
}
