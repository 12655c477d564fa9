package io.smppbridge.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.SendOutcome;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.journal.JournalException;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread behind both rings. Each turn takes what has come, encodes it, writes once, forces once, and only then answers callers
 * and carriers, fills bags and offers events. It waits for nothing but the disk; when there is nothing to do it sleeps.
 */
@OwnedBy("journal thread")
final class JournalThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalThread.class);
    /** Messages of one turn: enough to share a force, few enough to answer soon. */
    private static final int BATCH = 2048;

    private static final int COMMANDS = 256;
    private static final long LOOK_NANOS = Duration.ofMillis(1).toNanos();
    private static final long NAP_NANOS = Duration.ofMillis(250).toNanos();

    private final Books books;
    private final OutboundStages outbound;
    private final OutcomeStages outcomes;
    private final DeliveryStages deliveries;
    private final EventStages events;
    private final AfterForce after;
    private final Upkeep upkeep;
    private final RingBuffer<OutboundSlot> outboundRing;
    private final EventPoller<OutboundSlot> outboundPoller;
    private final RingBuffer<InboundSlot> inboundRing;
    private final EventPoller<InboundSlot> inboundPoller;
    private final MpscAtomicArrayQueue<Runnable> commands = new MpscAtomicArrayQueue<>(65_536);
    private final Doorbell bell = new Doorbell();
    private final Heartbeat heartbeat;
    private final Ticker ticker;
    private final long forceWithinNanos;
    private final boolean spin;
    private final Consumer<Throwable> fatal;
    private final EventPoller.Handler<OutboundSlot> onOutbound = this::outbound;
    private final EventPoller.Handler<InboundSlot> onInbound = this::inbound;

    private volatile boolean stopping;
    private volatile long turns;
    private int room;
    private long recordsAtForce;
    private long recordsAtWrite;
    private long unforcedSince;

    JournalThread(Parts parts, Duration forceWithin, boolean spin, Ticker ticker, Consumer<Throwable> fatal) {
        this.books = parts.books();
        this.outbound = parts.outbound();
        this.outcomes = parts.outcomes();
        this.deliveries = parts.deliveries();
        this.events = parts.events();
        this.after = parts.after();
        this.upkeep = parts.upkeep();
        this.heartbeat = parts.heartbeat();
        this.outboundRing = parts.outboundRing();
        this.inboundRing = parts.inboundRing();
        this.outboundPoller = outboundRing.newPoller();
        this.inboundPoller = inboundRing.newPoller();
        outboundRing.addGatingSequences(outboundPoller.getSequence());
        inboundRing.addGatingSequences(inboundPoller.getSequence());
        this.forceWithinNanos = forceWithin.toNanos();
        this.spin = spin;
        this.ticker = ticker;
        this.fatal = fatal;
    }

    /** The stages it drives. */
    record Parts(
            Books books,
            OutboundStages outbound,
            OutcomeStages outcomes,
            DeliveryStages deliveries,
            EventStages events,
            AfterForce after,
            Upkeep upkeep,
            Heartbeat heartbeat,
            RingBuffer<OutboundSlot> outboundRing,
            RingBuffer<InboundSlot> inboundRing) {}

    /** Something for this thread to do between two batches. False when too much waits already. Any thread. */
    boolean command(Runnable command) {
        if (!commands.offer(command)) {
            return false;
        }
        bell.ring();
        return true;
    }

    /** Waits until every outcome told before this call has been dealt with; false when that takes longer. Any thread but this one. */
    boolean awaitOutcomes(Duration within) {
        long told = inboundRing.getCursor();
        long end = ticker.nanos() + within.toNanos();
        while (inboundPoller.getSequence().get() < told) {
            if (ticker.nanos() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        return true;
    }

    /** To be called after a slot was published. Any thread. */
    void ring() {
        bell.ring();
    }

    /** Ends after everything that is in the rings. Any thread. */
    void stop() {
        stopping = true;
        bell.ring();
    }

    /** Counts turns: a watchdog sees whether it moves. */
    long turns() {
        return turns;
    }

    @Override
    public void run() {
        try {
            while (!stopping || hasWork()) {
                turn();
            }
            flush(true);
        } catch (Throwable e) {
            LOG.error("the journal thread has failed: nothing more is accepted", e);
            outbound.fail("the journal has failed; the bridge is stopping");
            refuseRest();
            fatal.accept(e);
        }
    }

    /** Whoever is still in the ring hears that his message is not safe. */
    private void refuseRest() {
        try {
            outboundPoller.poll((slot, sequence, endOfBatch) -> {
                slot.batch.decide(
                        slot.index,
                        new SendOutcome.NotAccepting(
                                "the journal has failed; the bridge is stopping", Duration.ofSeconds(5)));
                slot.clear();
                return true;
            });
        } catch (Exception e) {
            LOG.error("callers could not be told", e);
        }
    }

    private void turn() throws Exception {
        turns++;
        books.turn();
        int done = commands.drain(this::run, COMMANDS);
        room = BATCH;
        outboundPoller.poll(onOutbound);
        done += BATCH - room;
        room = BATCH;
        inboundPoller.poll(onInbound);
        done += BATCH - room;
        done += upkeep.turn();
        flush(false);
        if (done == 0) {
            idle();
        }
    }

    /** Writes what the turn has brought, and forces it when somebody waits for that or the time has come. */
    private void flush(boolean end) {
        long records = books.recordCount();
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
            force();
            heartbeat.beat(books.lastPosition(), ticker.nanos());
            recordsAtForce = records;
            unforced = false;
        }
        if (!unforced) {
            after.forced();
        }
        if (!outbound.isEmpty()) {
            outbound.settle();
        }
    }

    private void force() {
        long start = ticker.nanos();
        books.journal.force();
        books.stats.journalForce.record(ticker.nanos() - start);
        books.stats.journalBatches.increment();
    }

    private boolean outbound(OutboundSlot slot, long sequence, boolean endOfBatch) {
        room--;
        try {
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
        }
        slot.clear();
        return room > 0;
    }

    private boolean inbound(InboundSlot slot, long sequence, boolean endOfBatch) {
        room--;
        try {
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
    private static void rethrowFatal(Throwable e) {
        if (e instanceof JournalException journal) {
            throw journal;
        }
        if (e instanceof VirtualMachineError machine && !(e instanceof StackOverflowError)) {
            throw machine;
        }
    }

    private void run(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException | Error e) {
            rethrowFatal(e);
            LOG.error("a command failed", e);
        }
    }

    private boolean hasWork() {
        return outboundRing.getCursor() > outboundPoller.getSequence().get()
                || inboundRing.getCursor() > inboundPoller.getSequence().get()
                || !commands.isEmpty();
    }

    private void idle() {
        if (stopping) {
            return;
        }
        if (spin) {
            Thread.onSpinWait();
            return;
        }
        if (recordsAtWrite == recordsAtForce) {
            books.journal.mark();
        }
        long nap = recordsAtWrite == recordsAtForce ? NAP_NANOS : forceWithinNanos;
        bell.sleep(nap, () -> stopping || hasWork());
    }
}
