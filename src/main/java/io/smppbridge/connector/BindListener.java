package io.smppbridge.connector;

import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Brings what one connector says to the thread of the bind's owner; what it says after its successor was made is dropped. */
@ThreadSafe
final class BindListener implements ConnectorListener, Inlet.Answer {
    private final BindKeeper keeper;
    private final Mailbox mailbox;
    private final Inlet inlet;
    private final SmscStats stats;
    private final boolean drains;
    final Answers answers;
    /** Whom this listens to. */
    private volatile Connector connector;

    /** Deliveries read and not yet answered. */
    final AtomicInteger pending = new AtomicInteger();
    /** When the last delivery was read; written by the reading thread. */
    final AtomicLong lastDeliveryAt = new AtomicLong();
    /** The SMSC wants to unbind: the owner waits for the last delivery to be answered. */
    private volatile boolean leaving;
    /** The SMSC has answered the unbind while deliveries were not yet answered. */
    private volatile boolean unbound;
    /** The owner gives it up before it stands; it is not closed for anything else then. */
    private volatile boolean notNeeded;
    /** An answer to a delivery that the owner has to write. */
    private volatile boolean owed;
    /** Whether answers have come of which the owner may not know; the reading thread's. */
    private boolean unrung;

    BindListener(BindKeeper keeper, BindKeeper.Setup setup, int answers) {
        this.keeper = keeper;
        this.mailbox = setup.mailbox();
        this.inlet = setup.inlet();
        this.stats = setup.stats();
        this.drains = setup.as() == Connector.BindAs.RECEIVER;
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
            unrung = true;
        } else {
            // More answers than submissions could be waiting: a peer that answers what nobody asked.
            apart(sequence, commandStatus, messageId, detail, readNanos);
        }
    }

    /** Not among those that are read: they have one thread at that end. */
    @Override
    public void refusedHere(int sequence, int commandStatus, long nanos) {
        apart(sequence, commandStatus, "", AnswerDetail.NONE, nanos);
    }

    private void apart(int sequence, int commandStatus, String messageId, AnswerDetail detail, long nanos) {
        Answers one = new Answers(1);
        one.offer(sequence, commandStatus, messageId, detail, nanos);
        mailbox.offer(() -> keeper.onAnswer(this, one));
    }

    /** The owner is woken once for all answers of a read, and finds them together. */
    @Override
    public void turnOver() {
        if (unrung) {
            unrung = false;
            Answers.fence();
            mailbox.ring();
        }
    }

    @Override
    public void congestion(int state) {
        answers.congested(state);
    }

    @Override
    public void tlvsLeftOut(int count) {
        stats.tlvsLeftOut.add(count);
    }

    @Override
    public void strayAnswer() {
        stats.strayAnswers.increment();
    }

    @Override
    public void linkAlive(long readNanos) {
        mailbox.offer(() -> keeper.onAlive(this, readNanos));
    }

    @Override
    public void delivered(Delivery delivery) {
        stats.deliveries.increment();
        pending.incrementAndGet();
        lastDeliveryAt.setRelease(delivery.readNanos());
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
        } else if (mailbox.offerQuietly(() -> keeper.onAnswerReady(this, delivery, commandStatus))) {
            owed = true;
        } else {
            pending.decrementAndGet();
        }
    }

    /** A sender that only submits need not be woken for answers that go by the shortest way. */
    @Override
    public void told() {
        connector.replied();
        if (drains || leaving || owed) {
            owed = false;
            mailbox.ring();
        }
    }

    @Override
    public void unbindRequested() {
        leaving = true;
        mailbox.post(() -> keeper.onUnbindRequested(this));
    }

    /** Deliveries are read on this thread, so that there are no more of them from now on. */
    @Override
    public boolean unbindAnswered() {
        if (pending.get() == 0) {
            return true;
        }
        unbound = true;
        leaving = true;
        mailbox.ring();
        return false;
    }

    /** Before a close that is nobody's failure: it is told as the end in order that it is, unless another end has come first. */
    void notNeeded() {
        notNeeded = true;
    }

    /** Whether an unbind is answered, and every delivery that had come before. */
    boolean isThrough() {
        return unbound && pending.get() == 0;
    }

    @Override
    public void closed(CloseCause cause, int commandStatus, String detail) {
        boolean inOrder = unbound || notNeeded && cause == CloseCause.CLOSED_HERE;
        CloseCause why = inOrder ? CloseCause.UNBOUND : cause;
        mailbox.post(() -> keeper.onClosed(this, why, commandStatus, detail));
    }
}
