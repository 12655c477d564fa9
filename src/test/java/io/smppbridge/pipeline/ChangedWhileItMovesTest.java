package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message that is given another text in the moment between its refusal by one SMSC and its move to the next. */
class ChangedWhileItMovesTest {
    @TempDir
    Path directory;

    private static void pause(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PipelineRig start(String failover) {
        return PipelineRig.start(directory, PipelineRig.failingOver(failover, "pipeline.hot-bytes = 0"))
                .bothBound();
    }

    private static TaskId send(PipelineRig rig) {
        SendOutcome outcome = PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567")
                        .text("before")
                        .receipt(ReceiptWish.FINAL)
                        .build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    /** The journal thread hears of the change first, and in the same turn of what befell the message. */
    private static Changed change(PipelineRig rig, TaskId id, Runnable meanwhile) {
        CountDownLatch asked = new CountDownLatch(1);
        rig.pipeline.side.loop.command(() -> pause(asked));
        Change text = new Change(Optional.of("after"), Optional.empty(), Optional.empty());
        CompletableFuture<Changed> changed =
                rig.pipeline.messages(PipelineRig.ACCOUNT).change(id, text);
        meanwhile.run();
        asked.countDown();
        return PipelineRig.get(changed);
    }

    @Test
    @Tag("C96")
    @Tag("C82")
    void what_was_rejected_is_only_with_the_next_smsc() {
        try (PipelineRig rig = start("rejected")) {
            TaskId id = send(rig);
            Task task = rig.takeAll("a").get(0);
            Changed changed = change(
                    rig,
                    id,
                    () -> rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no such number", Flight.NONE));
            assertThat(changed).isInstanceOf(Changed.Done.class);
            Task moved = await().until(() -> rig.takeAll("b"), taken -> taken.size() == 1)
                    .get(0);
            assertThat(moved.sms().text()).isEqualTo("after");
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    @Tag("C96")
    @Tag("C82")
    void what_no_bind_can_send_goes_back_to_its_bag_once() {
        try (PipelineRig rig = start("down")) {
            rig.stats.smsc("b").bind("1").bound = false;
            TaskId id = send(rig);
            Task task = rig.takeAll("a").get(0);
            change(rig, id, () -> rig.pipeline.outcomes().stuck(task));
            await().until(() -> rig.pipeline.bag("a").depth() > 0);
            assertThat(rig.pipeline.side.loop.awaitOutcomes(Duration.ofSeconds(10)))
                    .isTrue();
            List<Task> waiting = new ArrayList<>();
            Bunch bunch = new Bunch(64);
            long later = rig.clock.millis() + 60_000;
            while (rig.pipeline.bag("a").take(bunch, 64, later, rig.pipeline.tasks()) > 0) {
                for (int i = 0; i < bunch.size(); i++) {
                    waiting.add(bunch.task(i));
                }
            }
            assertThat(waiting).hasSize(1);
        }
    }

    /** Else a restart would have it sent a second time. */
    @Test
    @Tag("C107")
    void what_is_sent_while_its_segment_is_emptied_stays_sent() {
        CountDownLatch read = new CountDownLatch(1);
        ThreadPoolExecutor reader =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(10_000));
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory, InstantSource.system(), reader, "journal.keep = 0")) {
            id = send(rig);
            Task task = rig.takeAll("a").get(0);
            long first = rig.journal.oldestSegment();
            reader.execute(() -> pause(read));
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                rig.fill();
                return !reader.getQueue().isEmpty(); // the segment is to be emptied
            });
            assertThat(rig.pipeline.side.loop.awaitOutcomes(Duration.ofSeconds(10)))
                    .isTrue();
            CountDownLatch looked = new CountDownLatch(1);
            CountDownLatch paused = new CountDownLatch(1);
            rig.pipeline.side.loop.command(() -> {
                paused.countDown();
                pause(looked);
            });
            pause(paused);
            read.countDown();
            await().until(rig.pipeline.side.loop::hasWork); // where the message stands is to be looked up
            rig.accepted(task, 0, "A1", true, Flight.NONE); // in the turn that does so
            looked.countDown();
            await().until(() -> rig.journal.oldestSegment() > first);
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).isEmpty();
            assertThat(PipelineRig.get(
                                    rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                            .orElseThrow()
                            .state())
                    .isEqualTo(MessageState.SENT);
        }
    }
}
