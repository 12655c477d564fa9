package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits to be read back while compaction, which reads on the same thread, moves it and drops the segment where it was. */
class MovedBeforeReadTest {
    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();
    private final HeldReader reader = new HeldReader();

    private PipelineRig rig(String... more) {
        String[] all = Stream.concat(Stream.of("journal.keep = 0", "handback.attempts = 1"), Stream.of(more))
                .toArray(String[]::new);
        PipelineRig rig = PipelineRig.start(directory, bed, reader, all);
        rig.middleWare().listen(bed);
        return rig;
    }

    @Test
    void a_receipt_after_the_end_still_finds_its_message() {
        try (PipelineRig rig = rig()) {
            bed.refused = Optional.of(MessageState.UNDELIVERED);
            TaskId id = ReceiptBed.sent(rig, "77", 1);
            ReceiptBed.receipt(rig, "77", "UNDELIV");
            await().until(() -> rig.pipeline.handback().dead("listener").size() == 1);
            reader.holdNext();

            ReceiptBed.receipt(rig, "77", "DELIVRD");
            pushOut(rig);
            reader.release();

            bed.awaitReceipts(1);
            Receipt told = bed.last();
            assertThat(told.message()).isEqualTo(id);
            assertThat(told.state()).isEqualTo(MessageState.DELIVERED);
            assertThat(told.before()).contains(MessageState.UNDELIVERED);
        }
    }

    @Test
    void a_message_that_its_smsc_has_rejected_still_goes_to_the_next() {
        try (PipelineRig rig = rig(PipelineRig.failingOver("rejected")).bothBound()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            reader.holdNext();

            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "refused", Outcomes.Flight.NONE);
            rig.pipeline.outcomes().told();
            pushOut(rig);
            reader.release();

            await().until(() -> rig.takeAll("b").stream().anyMatch(other -> other.id() == task.id()));
        }
        assertThat(bed.receipts).isEmpty();
    }

    @Test
    void who_asks_for_a_message_is_not_told_that_there_is_none() {
        try (PipelineRig rig = rig()) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
            reader.holdNext();

            var found = rig.pipeline.messages(PipelineRig.ACCOUNT).find(new TaskId(task.id()));
            pushOut(rig);
            reader.release();

            assertThat(PipelineRig.get(found)).isPresent();
        }
    }

    @Test
    void a_state_on_the_way_is_told() {
        try (PipelineRig rig = rig("pipeline.hot-bytes = 0")) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.ALL));
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(1);
            reader.holdNext();

            ReceiptBed.receipt(rig, "77", "ENROUTE");
            pushOut(rig);
            reader.release();

            bed.awaitReceipts(2);
            assertThat(bed.last().message().value()).isEqualTo(task.id());
            assertThat(bed.last().report().stat()).isEqualTo("ENROUTE");
        }
    }

    /** Once something waits to be read, the journal's oldest segment is dropped. */
    private void pushOut(PipelineRig rig) {
        await().until(reader::holds);
        rig.pushOut();
    }

    /** One thread that reads, and somebody who keeps one reading from it. */
    private static final class HeldReader extends ThreadPoolExecutor {
        private final AtomicReference<Runnable> held = new AtomicReference<>();
        private volatile boolean holding;

        HeldReader() {
            super(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(10_000));
        }

        void holdNext() {
            holding = true;
        }

        boolean holds() {
            return held.get() != null;
        }

        void release() {
            super.execute(held.getAndSet(null));
        }

        @Override
        public void execute(Runnable reading) {
            if (holding) {
                holding = false;
                held.set(reading);
            } else {
                super.execute(reading);
            }
        }
    }

    /** What a reload has entered anew under another form: 10 is 16 there. */
    @Test
    void an_id_that_compares_otherwise_after_a_reload_still_finds_its_message() {
        try (PipelineRig rig = rig()) {
            TaskId id = ReceiptBed.sent(rig, "10", 1);
            await().until(() ->
                    PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                                    .orElseThrow()
                                    .state()
                            == MessageState.SENT);
            reader.holdNext();

            rig.pipeline.apply(PipelineRig.config(
                    directory, "journal.keep = 0", "handback.attempts = 1", "smsc.a.message-id = hex-dec"));
            pushOut(rig);
            reader.release();

            ReceiptBed.receipt(rig, "16", "DELIVRD");
            bed.awaitReceipts(1);
            assertThat(bed.last().message()).isEqualTo(id);
        }
    }
}
