package io.smppbridge.pipeline;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way into the inbound ring: copies what is told into a slot and rings. */
@ThreadSafe
final class Reports implements Outcomes, InboundDoor {
    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
    private static final long PAUSE_NANOS = 100_000;

    private final RingBuffer<InboundSlot> ring;
    private final Runnable bell;
    private final LongConsumer outcomeBell;
    private volatile boolean closed;
    private volatile ConsentCheck wanted;
    private volatile Supplier<Lanes> lanes;
    private volatile ReceiptIndex ids;

    /**
     * @param bell to be rung when something has been told
     * @param outcomeBell the same with its place when it is an outcome, which may wait a little
     */
    Reports(RingBuffer<InboundSlot> ring, Runnable bell, LongConsumer outcomeBell) {
        this.ring = ring;
        this.bell = bell;
        this.outcomeBell = outcomeBell;
    }

    /** Whom to ask what is unwanted, how receipts are read and what ids are known by; before the first sender starts. */
    Books by(Books books) {
        wanted = books.wanted;
        ids = books.receipts;
        lanes = books.lanes;
        return books;
    }

    @Override
    public boolean isUnwanted(Task task) {
        return wanted.refuses(task);
    }

    /** The journal thread has ended: nobody waits for room any more. */
    void close() {
        closed = true;
    }

    @Override
    public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
        Lane lane = null;
        String id = "";
        long key = 0;
        try {
            lane = task.sms().wish().asksForReceipt() ? lanes.get().named(task.smsc()) : null;
            String named = lane == null ? "" : lane.ids().ofAnswer(messageId);
            key = named.isEmpty() ? 0 : ids.key(lane.number(), named);
            id = named;
        } catch (RuntimeException e) {
            LOG.debug("{}: the id of an answer could not be read, the journal thread has the word", task.smsc(), e);
        }
        long sequence = claim();
        if (sequence >= 0) {
            InboundSlot slot = outcome(sequence, InboundSlot.Kind.ACCEPTED, task, part, flight);
            slot.text = messageId;
            slot.last = last;
            slot.identify(lane, id, key);
            ring.publish(sequence);
        }
    }

    @Override
    public void told() {
        outcomeBell.accept(ring.getCursor());
    }

    @Override
    public void refused(Task task, int part, int commandStatus, Flight flight) {
        long sequence = claim();
        if (sequence >= 0) {
            outcome(sequence, InboundSlot.Kind.REFUSED, task, part, flight).status = commandStatus;
            publishOutcome(sequence);
        }
    }

    @Override
    public void unanswered(Task task, int part, boolean held, Flight flight) {
        long sequence = claim();
        if (sequence >= 0) {
            outcome(sequence, InboundSlot.Kind.UNANSWERED, task, part, flight).held = held;
            publishOutcome(sequence);
        }
    }

    @Override
    public void lastUnanswered(Task task, int part, String why, Flight flight) {
        long sequence = claim();
        if (sequence >= 0) {
            InboundSlot slot = outcome(sequence, InboundSlot.Kind.LAST_UNANSWERED, task, part, flight);
            slot.state = MessageState.UNCERTAIN;
            slot.text = why;
            publishOutcome(sequence);
        }
    }

    @Override
    public void ended(Task task, MessageState state, String detail, Flight flight) {
        long sequence = claim();
        if (sequence >= 0) {
            InboundSlot slot = outcome(sequence, InboundSlot.Kind.ENDED, task, 0, flight);
            slot.state = state;
            slot.text = detail;
            publishOutcome(sequence);
        }
    }

    @Override
    public void stuck(Task task) {
        long sequence = claim();
        if (sequence >= 0) {
            outcome(sequence, InboundSlot.Kind.STUCK, task, 0, Flight.NONE);
            publishOutcome(sequence);
        }
    }

    @Override
    public boolean offer(String smsc, Delivery delivery, Inlet.Answer answer) {
        // Read here, on one of several reading threads, and before a place in the ring is claimed:
        // a place that is never published would stop all that come after it.
        Lane readFor = null;
        Optional<SmscReceipt> receipt = Optional.empty();
        String id = "";
        long key = 0;
        try {
            Lane lane = lanes.get().find(smsc).orElse(null);
            if (lane != null) {
                receipt = DeliveryStages.receipt(lane, delivery);
                String meant = receipt.isPresent() ? lane.ids().likeliest(receipt.get()) : "";
                key = meant.isEmpty() ? 0 : ids.key(lane.number(), meant);
                id = meant;
                readFor = lane;
            }
        } catch (RuntimeException e) {
            LOG.debug("{}: a delivery could not be read, the journal thread has the word", smsc, e);
        }
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            return false;
        }
        InboundSlot slot = ring.get(sequence);
        slot.kind = InboundSlot.Kind.DELIVERY;
        slot.smsc = smsc;
        slot.delivery = delivery;
        slot.answer = answer;
        slot.receipt = receipt;
        slot.readFor = readFor;
        slot.identify(readFor, id, key);
        publish(sequence);
        return true;
    }

    @Override
    public boolean alert(String smsc, Alert alert) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            return false;
        }
        InboundSlot slot = ring.get(sequence);
        slot.kind = InboundSlot.Kind.ALERT;
        slot.smsc = smsc;
        slot.alert = alert;
        publish(sequence);
        return true;
    }

    /** Events were taken: as many at once as the ring has room for. */
    void taken(long[] ids, int count) {
        int at = 0;
        while (at < count && !closed) {
            int some = (int) Math.max(1, Math.min(count - at, ring.remainingCapacity()));
            long last;
            try {
                last = ring.tryNext(some);
            } catch (InsufficientCapacityException e) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                continue;
            }
            long first = last - some + 1;
            for (long sequence = first; sequence <= last; sequence++) {
                InboundSlot slot = ring.get(sequence);
                slot.kind = InboundSlot.Kind.EVENT_TAKEN;
                slot.eventId = ids[at++];
            }
            ring.publish(first, last);
            bell.run();
        }
    }

    /** An event was laid aside, or is offered {@linkplain AsideRecord#AGAIN again}. */
    void dead(long id, String why) {
        long sequence = claim();
        if (sequence >= 0) {
            InboundSlot slot = ring.get(sequence);
            slot.kind = InboundSlot.Kind.EVENT_DEAD;
            slot.eventId = id;
            slot.text = why;
            publish(sequence);
        }
    }

    private InboundSlot outcome(long sequence, InboundSlot.Kind kind, Task task, int part, Flight flight) {
        InboundSlot slot = ring.get(sequence);
        slot.kind = kind;
        slot.task = task;
        slot.part = part;
        slot.status = 0;
        slot.last = false;
        slot.held = false;
        slot.refusals = task.refusals;
        slot.unanswered = task.unanswered;
        slot.dueAtMs = task.dueAtMs;
        slot.flight = flight;
        slot.tlvs = task.answerTlvs;
        return slot;
    }

    /** A free slot, waited for as long as the journal thread lives; -1 when it does not. */
    private long claim() {
        while (!closed) {
            try {
                return ring.tryNext();
            } catch (InsufficientCapacityException e) {
                bell.run(); // of what fills it nobody may have had a word yet
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        return -1;
    }

    private void publishOutcome(long sequence) {
        ring.publish(sequence);
        outcomeBell.accept(sequence);
    }

    private void publish(long sequence) {
        ring.publish(sequence);
        bell.run();
    }
}
