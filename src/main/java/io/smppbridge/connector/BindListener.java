package io.smppbridge.connector;

import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicInteger;

/** Brings what one connector says to the thread of the bind's owner; what it says after its successor was made is dropped. */
@ThreadSafe
final class BindListener implements ConnectorListener, Inlet.Answer {
    private final BindKeeper keeper;
    private final Mailbox mailbox;
    private final Inlet inlet;
    private final SmscStats stats;
    final Answers answers;
    /** Whom this listens to. */
    private volatile Connector connector;

    /** Deliveries read and not yet answered. */
    final AtomicInteger pending = new AtomicInteger();
    /** When the last delivery was read; written by the reading thread. */
    volatile long lastDeliveryAt;

    BindListener(BindKeeper keeper, BindKeeper.Setup setup, int answers) {
        this.keeper = keeper;
        this.mailbox = setup.mailbox();
        this.inlet = setup.inlet();
        this.stats = setup.stats();
        this.answers = new Answers(answers);
    }

    /** Called once: makes the connector that it listens to. */
    Connector made(Connector.Factory factory, Connector.BindAs as) {
        connector = factory.create(as, this, mailbox.rest());
        return connector;
    }

    @Override
    public void bound(String smscSystemId, int interfaceVersion) {
        mailbox.post(() -> keeper.onBound(this));
    }

    @Override
    public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
        answered(sequence, commandStatus, messageId, AnswerDetail.NONE, readNanos);
    }

    @Override
    public void answered(int sequence, int commandStatus, String messageId, AnswerDetail detail, long readNanos) {
        if (answers.offer(sequence, commandStatus, messageId, detail, readNanos)) {
            mailbox.ring();
        } else {
            // More answers than submissions could be waiting: a peer that answers what nobody asked.
            Answers one = new Answers(1);
            one.offer(sequence, commandStatus, messageId, detail, readNanos);
            mailbox.offer(() -> keeper.onAnswer(this, one));
        }
    }

    @Override
    public void congestion(int state) {
        answers.congested(state);
    }

    @Override
    public void linkAlive(long readNanos) {
        mailbox.offer(() -> keeper.onAlive(this, readNanos));
    }

    @Override
    public void delivered(Delivery delivery) {
        stats.deliveries.increment();
        pending.incrementAndGet();
        lastDeliveryAt = delivery.readNanos();
        if (!inlet.offer(delivery, this)) {
            stats.deliveriesRefused.increment();
            answer(delivery, CommandStatus.RMSGQFUL);
            told();
        }
    }

    @Override
    public void alerted(Alert alert) {
        inlet.alert(alert);
    }

    /** By the shortest way. Beyond very many unwritten answers they are dropped: the SMSC will deliver again. */
    @Override
    public void answer(Delivery delivery, int commandStatus) {
        if (connector.reply(delivery, commandStatus)) {
            pending.decrementAndGet();
        } else if (!mailbox.offerQuietly(() -> keeper.onAnswerReady(this, delivery, commandStatus))) {
            pending.decrementAndGet();
        }
    }

    @Override
    public void told() {
        connector.replied();
        mailbox.ring();
    }

    @Override
    public void unbindRequested() {
        mailbox.post(() -> keeper.onUnbindRequested(this));
    }

    @Override
    public void closed(CloseCause cause, int commandStatus, String detail) {
        mailbox.post(() -> keeper.onClosed(this, cause, commandStatus, detail));
    }
}
