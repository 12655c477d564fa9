package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.handback.Handback;
import io.smppbridge.threads.Waiting;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events whose content is on disk only, where compaction has moved it since they were offered. */
class MovedEventsTest {
    private static final int EVENTS = 4;

    @TempDir
    Path directory;

    /** Which its thread is told of at the next wait only. */
    private static final class Interrupting implements InboundListener {
        final List<Receipt> receipts = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(InboundSms message) {}

        @Override
        public void onReceipt(Receipt receipt) {
            receipts.add(receipt);
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_listener_that_leaves_its_thread_interrupted_hears_of_all_of_them() {
        try (PipelineRig rig = PipelineRig.start(directory, "handback.hot-events = 1", "journal.keep = 0")) {
            for (int i = 0; i < EVENTS; i++) {
                Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.FINAL));
                rig.accepted(task, 0, "A" + i, true, Outcomes.Flight.NONE);
                assertThat(ReceiptBed.receipt(rig, "A" + i, "DELIVRD")).isZero();
            }
            rig.pushOut();
            Interrupting listener = new Interrupting();
            rig.middleWare().listen(listener);
            await().until(() -> listener.receipts.size() + dead(rig) == EVENTS);
            assertThat(dead(rig)).isZero();
            assertThat(rig.pipeline
                            .handback()
                            .stats(Handback.LISTENER)
                            .orElseThrow()
                            .lastError())
                    .as("that one could not be read back")
                    .isEmpty();
        }
    }

    /** As while the disk keeps the journal thread, or too much waits for it. */
    @Test
    void that_nobody_says_where_one_stands_does_not_mean_that_it_has_gone() {
        JournalDoor busy = new JournalDoor() {
            @Override
            public boolean command(Runnable command) {
                return false;
            }

            @Override
            public void afterCallers(Runnable task) {}

            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void afterWrite(Runnable task) {}

            @Override
            public void afterForce(Runnable task) {}
        };
        Inquiries inquiries = new Inquiries(null, busy, Waiting.PARKED);
        assertThatThrownBy(() -> inquiries.event(7)).isInstanceOf(IllegalStateException.class);
    }

    private static int dead(PipelineRig rig) {
        return rig.pipeline.handback().dead(Handback.LISTENER).size();
    }
}
