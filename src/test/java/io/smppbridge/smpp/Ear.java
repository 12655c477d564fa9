package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Hears a bind and keeps what it said, in order. */
final class Ear implements ConnectorListener {
    /** Nearly all that a test of the contract has: until a write is stuck, a transport has to fill the kernel's buffers, on a busy machine too. */
    private static final int PATIENCE_SECONDS = 25;

    record Bound(String systemId, int version) {}

    record Answered(int sequence, int status, String messageId) {}

    record LinkAlive() {}

    record UnbindRequested() {}

    record UnbindAnswered() {}

    record Closed(CloseCause cause, int status, String detail) {}

    /** What else answers said, by their sequence numbers. */
    final Map<Integer, AnswerDetail> details = new ConcurrentHashMap<>();

    /** Answers of which the transport has not yet said that nothing follows them. */
    final AtomicInteger untold = new AtomicInteger();

    /** What answers said of the SMSC's load. */
    final List<Integer> loads = new CopyOnWriteArrayList<>();

    /** TLVs that were too many to be told. */
    final AtomicInteger tlvsLeftOut = new AtomicInteger();

    /** Whether the bind's owner ends it himself when an unbind is answered. */
    volatile boolean lingers;

    /** Answers to nothing that is a submission. */
    final AtomicInteger strays = new AtomicInteger();

    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

    @Override
    public void bound(String smscSystemId, int interfaceVersion) {
        heard.add(new Bound(smscSystemId, interfaceVersion));
    }

    @Override
    public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
        assertThat(readNanos).isLessThanOrEqualTo(System.nanoTime());
        untold.incrementAndGet();
        heard.add(new Answered(sequence, commandStatus, messageId));
    }

    @Override
    public void turnOver() {
        untold.set(0);
    }

    @Override
    public void answered(int sequence, int commandStatus, String messageId, AnswerDetail detail, long readNanos) {
        details.put(sequence, detail);
        answered(sequence, commandStatus, messageId, readNanos);
    }

    @Override
    public void congestion(int state) {
        loads.add(state);
    }

    @Override
    public void tlvsLeftOut(int count) {
        tlvsLeftOut.addAndGet(count);
    }

    @Override
    public void strayAnswer() {
        strays.incrementAndGet();
    }

    @Override
    public void linkAlive(long readNanos) {
        heard.add(new LinkAlive());
    }

    @Override
    public void delivered(Delivery delivery) {
        heard.add(delivery);
    }

    @Override
    public void unbindRequested() {
        heard.add(new UnbindRequested());
    }

    @Override
    public boolean unbindAnswered() {
        if (lingers) {
            heard.add(new UnbindAnswered());
        }
        return !lingers;
    }

    @Override
    public void closed(CloseCause cause, int commandStatus, String detail) {
        heard.add(new Closed(cause, commandStatus, detail));
    }

    /** The next word. */
    <T> T next(Class<T> what) {
        try {
            Object next = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).isInstanceOf(what);
            return what.cast(next);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The end, within ten seconds; what is said before it is passed over. */
    Closed end(String of) {
        try {
            Object next = heard.poll(10, TimeUnit.SECONDS);
            while (next != null && !(next instanceof Closed)) {
                next = heard.poll(10, TimeUnit.SECONDS);
            }
            assertThat(next).as("the end of %s", of).isInstanceOf(Closed.class);
            return (Closed) next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean heardNothingElse() {
        return heard.isEmpty();
    }
}
