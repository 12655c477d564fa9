package io.smppbridge.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.SendOutcome;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.journal.JournalException;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done with that which the rings bring: encoded, written once, forced once, and only then told. */
@OwnedBy("journal thread")
final class JournalTurn {
    private static final Logger LOG = LoggerFactory.getLogger(JournalTurn.class);
    /** Messages of one turn: enough to share a force, few enough to answer soon. */
    private static final int BATCH = 2048;

    static final String FAILED = "the journal has failed; the bridge is stopping";

    private final Books books;
    private final OutboundStages outbound;
    private final OutcomeStages outcomes;
    private final DeliveryStages deliveries;
    private final EventStages events;
    private final AfterForce after;
    private final RingBuffer<OutboundSlot> outboundRing;
    private final EventPoller<OutboundSlot> outboundPoller;
    private final RingBuffer<InboundSlot> inboundRing;
    private final EventPoller<InboundSlot> inboundPoller;
    private final LookAhead ahead;
    private final MessagesAhead messagesAhead;
    private final Heartbeat heartbeat;
    private final Ticker ticker;
    private final long forceWithinNanos;
    private final EventPoller.Handler<OutboundSlot> onOutbound = this::outbound;
    private final EventPoller.Handler<InboundSlot> onInbound = this::inbound;

    private final GroupCommit group;

    private int room;
    private long recordsAtForce;
    private long recordsAtWrite;
    private long unforcedSince;
    private boolean answeredOne;

    JournalTurn(Parts parts, BridgeConfig config, Ticker ticker) {
        this.group = new GroupCommit(
                config.node().idle().mayStayAwake(Runtime.getRuntime().availableProcessors()));
        this.books = parts.books();
        this.outbound = parts.outbound();
        this.outcomes = parts.outcomes();
        this.deliveries = parts.deliveries();
        this.events = parts.events();
        this.after = parts.after();
        this.heartbeat = parts.heartbeat();
        this.outboundRing = parts.outboundRing();
        this.inboundRing = parts.inboundRing();
        this.ahead = new LookAhead(inboundRing, books);
        this.messagesAhead = new MessagesAhead(outboundRing);
        this.outboundPoller = outboundRing.newPoller();
        this.inboundPoller = inboundRing.newPoller();
        outboundRing.addGatingSequences(outboundPoller.getSequence());
        inboundRing.addGatingSequences(inboundPoller.getSequence());
        this.forceWithinNanos = config.journal().forceWithin().toNanos();
        this.ticker = ticker;
    }

    /** The stages it drives. */
    record Parts(
            Books books,
            OutboundStages outbound,
            OutcomeStages outcomes,
            DeliveryStages deliveries,
            EventStages events,
            AfterForce after,
            Heartbeat heartbeat,
            RingBuffer<OutboundSlot> outboundRing,
            RingBuffer<InboundSlot> inboundRing) {}

    Books books() {
        return books;
    }

    /** How long a record may be written and not forced when nobody waits. */
    long forceWithinNanos() {
        return forceWithinNanos;
    }

    /** Whether everything written is forced. */
    boolean isForced() {
        return recordsAtWrite == recordsAtForce;
    }

    /** The last place of the inbound ring that is claimed. Any thread. */
    long told() {
        return inboundRing.getCursor();
    }

    /** The last place of it that has been dealt with. Any thread. */
    long settled() {
        return inboundPoller.getSequence().get();
    }

    /** The last place of the callers' ring that is claimed. Any thread. */
    long handedOver() {
        return outboundRing.getCursor();
    }

    /** The last place of it that has been taken. Any thread. */
    long taken() {
        return outboundPoller.getSequence().get();
    }

    /** Whether anything waits in the rings. Any thread. */
    boolean hasWork() {
        return callers() > 0 || told() > settled();
    }

    /** Whether as many callers' messages have come as were waited for. Any thread. */
    boolean isWorthwhile() {
        return callers() >= group.target();
    }

    /** Whether callers' messages wait in the ring. Any thread. */
    boolean hasCallers() {
        return callers() > 0;
    }

    /** Outcomes that may be neither written nor forced, so that with those that are written no more are unforced than may be. */
    long outcomesThatMayWait() {
        return Math.max(0, books.outcomeCap() - (recordsAtWrite - recordsAtForce));
    }

    /** Whether one message has been answered, and no other waited, in the last turn with any, if this has not been asked since. */
    boolean hasAnsweredOne() {
        boolean has = answeredOne;
        answeredOne = false;
        return has;
    }

    /** Callers' messages that have not been taken. */
    private long callers() {
        return handedOver() - taken();
    }

    /** Whether callers' messages had better wait a moment for others. */
    boolean holdsOff() {
        return group.holdsOff(callers(), ticker.nanos());
    }

    /** Whether the next message is expected so soon that it is not worth to sleep. */
    boolean staysAwake() {
        return group.staysAwake(ticker.nanos());
    }

    /** For how long at most. */
    long holdOffNanos() {
        return group.left(ticker.nanos());
    }

    /** Takes what is in the rings; how much that was. */
    int take() throws Exception {
        room = BATCH;
        outboundPoller.poll(onOutbound);
        return BATCH - room + takeInbound();
    }

    /** Takes what is not callers' messages. */
    int takeInbound() throws Exception {
        room = BATCH;
        inboundPoller.poll(onInbound);
        return BATCH - room;
    }

    /** Writes what the turn has brought, and forces it when somebody waits for that or the time has come. */
    void flush(boolean end) {
        long records = books.recordCount();
        long took = -1;
        if (records != recordsAtWrite) {
            if (recordsAtWrite == recordsAtForce) {
                unforcedSince = ticker.nanos();
            }
            recordsAtWrite = records;
            books.journal.write();
        }
        after.written();
        boolean unforced = records != recordsAtForce;
        if (unforced
                && (end
                        || outbound.mustForce()
                        || after.isAwaited()
                        || records - recordsAtForce > books.outcomeCap()
                        || ticker.nanos() - unforcedSince >= forceWithinNanos)) {
            took = force();
            heartbeat.beat(books.lastAppended(), ticker.nanos());
            recordsAtForce = records;
            unforced = false;
        }
        if (!unforced) {
            after.forced();
        }
        if (!outbound.isEmpty()) {
            int messages = outbound.size();
            outbound.settle();
            if (!unforced) {
                after.answered();
            }
            answeredOne = messages == 1 && !hasCallers();
            if (took >= 0) {
                group.forced(took, messages, callers(), ticker.nanos());
            }
        }
    }

    private long force() {
        long start = ticker.nanos();
        books.journal.force();
        long took = ticker.nanos() - start;
        books.stats.journalForce.record(took);
        books.stats.journalBatches.increment();
        return took;
    }

    private boolean outbound(OutboundSlot slot, long sequence, boolean endOfBatch) {
        room--;
        try {
            messagesAhead.before(sequence);
            outbound.take(slot);
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.NO_SPACE) {
                throw e;
            }
            outbound.refuse("the disk of the journal is full; make space");
        } catch (RuntimeException | Error e) {
            rethrowFatal(e);
            LOG.error("a message could not be journaled and is refused", e);
            books.stats.refused("internal").increment();
            outbound.refuse("internal error");
        } finally {
            slot.clear(); // also of one at which the journal fails, which the turn has now
        }
        return room > 0;
    }

    private boolean inbound(InboundSlot slot, long sequence, boolean endOfBatch) {
        room--;
        try {
            ahead.before(sequence);
            switch (slot.kind) {
                case DELIVERY -> deliveries.take(slot);
                case ALERT -> deliveries.alert(slot);
                case EVENT_TAKEN, EVENT_DEAD -> events.take(slot);
                default -> outcomes.take(slot);
            }
        } catch (JournalException e) {
            boolean refusable = slot.kind == InboundSlot.Kind.DELIVERY || slot.kind == InboundSlot.Kind.ALERT;
            if (e.kind() != JournalException.Kind.NO_SPACE || !refusable) {
                throw e;
            }
            if (slot.kind == InboundSlot.Kind.DELIVERY) {
                after.answer(slot.answer, slot.delivery, CommandStatus.RMSGQFUL);
            }
        } catch (RuntimeException | Error e) {
            rethrowFatal(e);
            failed(slot, e);
        }
        slot.clear();
        return room > 0;
    }

    /** One bad message fails alone: its carrier and its window do not wait for what will never come. */
    private void failed(InboundSlot slot, Throwable e) {
        LOG.error("{} could not be dealt with", slot.kind, e);
        books.stats.refused("internal").increment();
        books.journal.cancelRecord();
        switch (slot.kind) {
            case DELIVERY -> after.answer(slot.answer, slot.delivery, CommandStatus.RX_T_APPN);
            case ALERT -> LOG.error("an alert_notification of {} is lost", slot.smsc);
            case EVENT_TAKEN, EVENT_DEAD -> LOG.error("event {} is offered again after a restart", slot.eventId);
            default -> outcomes.failed(slot);
        }
    }

    /** A failed journal or virtual machine is not the message's fault: going on would be wrong. */
    static void rethrowFatal(Throwable e) {
        if (e instanceof JournalException journal) {
            throw journal;
        }
        if (e instanceof VirtualMachineError machine && !(e instanceof StackOverflowError)) {
            throw machine;
        }
    }

    /** The journal has failed: whoever waits in the turn hears that his message is not safe, in the ring that it is refused. */
    void refuseAll() {
        outbound.fail(
                FAILED
                        + "; this message may be in the journal and be sent after a restart: repeat it with the same clientRef");
        refuseWaiting(FAILED);
    }

    /** Whoever waits in the callers' ring is refused. Any thread, after the last turn. */
    void refuseWaiting(String why) {
        SendOutcome no = new SendOutcome.NotAccepting(why, Duration.ofSeconds(5));
        left().forEach(one -> one.batch.decide(one.index, no)); // without the lock: who hears it may hand over anew
    }

    /** A message that no turn takes any more. */
    private record Left(SendBatch batch, int index) {}

    private synchronized List<Left> left() {
        List<Left> left = new ArrayList<>();
        try {
            outboundPoller.poll((slot, sequence, endOfBatch) -> {
                if (slot.batch != null) { // else the turn has it
                    left.add(new Left(slot.batch, slot.index));
                    slot.clear();
                }
                return true;
            });
        } catch (Exception e) {
            LOG.error("callers could not be told", e);
        }
        return left;
    }
}
