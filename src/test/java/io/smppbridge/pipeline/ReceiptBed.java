package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Deliveries;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A platform that listens, an SMSC that takes messages and sends receipts, and a clock to turn. */
class ReceiptBed implements InboundListener, InstantSource {
    final List<InboundSms> messages = new CopyOnWriteArrayList<>();
    final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    /** A state that the platform does not take for the time being. */
    volatile Optional<MessageState> refused = Optional.empty();

    private volatile Instant now = Instant.parse("2026-11-20T12:00:00Z");

    @Override
    public void onMessage(InboundSms message) {
        messages.add(message);
    }

    @Override
    public void onReceipt(Receipt receipt) {
        if (refused.filter(receipt.state()::equals).isPresent()) {
            throw new IllegalStateException("not now");
        }
        receipts.add(receipt);
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** A bridge by this clock, to which this platform listens. */
    PipelineRig start(Path directory, String... more) {
        PipelineRig rig = PipelineRig.start(directory, this, more);
        rig.middleWare().listen(this);
        return rig;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** Accepted, not yet sent. */
    static Task accepted(PipelineRig rig, OutboundSms sms) {
        assertThat(PipelineRig.get(rig.middleWare().send(sms))).isInstanceOf(SendOutcome.Acceptance.class);
        List<Task> tasks = rig.takeAll("a");
        assertThat(tasks).hasSize(1);
        return tasks.get(0);
    }

    static OutboundSms sms(String text, ReceiptWish wish) {
        return OutboundSms.to("+46701234567").text(text).receipt(wish).build();
    }

    /** The SMSC takes each part, as {@code <id>} or {@code <id>-1}, {@code <id>-2} and so on. */
    static void answered(PipelineRig rig, Task task, String id) {
        int parts = task.parts().count();
        for (int i = 0; i < parts; i++) {
            String name = parts == 1 ? id : id + "-" + (i + 1);
            rig.accepted(task, i, name, i == parts - 1, Outcomes.Flight.NONE);
        }
    }

    /** Sent, and taken by the SMSC. */
    static TaskId sent(PipelineRig rig, String id, int parts) {
        Task task = accepted(rig, sms(parts == 1 ? "hello" : "x".repeat(153 * parts), ReceiptWish.FINAL));
        assertThat(task.parts().count()).isEqualTo(parts);
        answered(rig, task, id);
        return new TaskId(task.id());
    }

    static String text(String id, String stat) {
        return "id:" + id + " sub:001 dlvrd:001 submit date:2611201259 done date:2611201300 stat:" + stat
                + " err:000 text:hi";
    }

    static Delivery delivery(int esmClass, String text) {
        return delivery(false, esmClass, text, "", -1, new byte[0]);
    }

    static Delivery delivery(
            boolean dataSm, int esmClass, String text, String receiptedId, int messageState, byte[] networkError) {
        return Deliveries.delivery()
                .dataSm(dataSm)
                .esmClass(esmClass)
                .text(text)
                .about(receiptedId, messageState, networkError)
                .made();
    }

    /** A receipt, and the status of the SMSC's answer. */
    static int receipt(PipelineRig rig, String id, String stat) {
        return offer(rig, "a", delivery(4, text(id, stat)));
    }

    static int offer(PipelineRig rig, String smsc, Delivery delivery) {
        CountDownLatch answered = new CountDownLatch(1);
        int[] status = {-1};
        assertThat(rig.pipeline.inbound().offer(smsc, delivery, (d, s) -> {
                    status[0] = s;
                    answered.countDown();
                }))
                .isTrue();
        try {
            assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return status[0];
    }

    void awaitReceipts(int count) {
        await().atMost(Duration.ofSeconds(10)).until(() -> receipts.size() >= count);
        assertThat(receipts).hasSize(count);
    }

    /** The last thing heard. */
    Receipt last() {
        return receipts.get(receipts.size() - 1);
    }
}
