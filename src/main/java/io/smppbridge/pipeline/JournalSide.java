package io.smppbridge.pipeline;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.MiddleWare;
import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the journal thread works with, wired once: both rings, the tables, the stages of the flow in their order, and its turn over them.
 * {@link Pipeline} opens the doors to it.
 */
@ThreadSafe
final class JournalSide {
    final RingBuffer<OutboundSlot> outbound;
    final LoopDoor door = new LoopDoor();
    final LaneBook lanes;
    final SlowAnswers slow;
    final ExecutorService reader;
    final Reports reports;
    final Handback handback;
    final Books books;
    final ColdTasks cold;
    final Settlement settlement;
    final Withdrawals withdrawals;
    final Inquiries inquiries;
    final Rerouting rerouting;
    final ReceiptStage receipts;
    final Consents consents;
    final Beginning beginning;
    final JournalThread loop;

    /**
     * @param handbacks makes the hand-back around the events it is given
     * @param replies where an account's answers to STOP go in
     * @param failed what is done when the journal thread cannot go on
     */
    JournalSide(
            BridgeConfig config,
            Journal journal,
            BridgeStats stats,
            World world,
            Function<EventStore, Handback> handbacks,
            Function<String, MiddleWare> replies,
            Consumer<Throwable> failed) {
        InstantSource clock = world.clock();
        this.slow = new SlowAnswers(config.node().slowAnswers(), stats.slowAnswers);
        this.reader = world.reader();
        this.lanes = new LaneBook(config, stats, clock);
        int ringSize = config.node().ringSize();
        // Nobody waits by the rings' own means, only at the journal thread's bell: this one publishes without a lock.
        this.outbound = RingBuffer.createMultiProducer(OutboundSlot::new, ringSize, new BusySpinWaitStrategy());
        var inbound = RingBuffer.createMultiProducer(InboundSlot::new, ringSize, new BusySpinWaitStrategy());
        this.reports = new Reports(inbound, door::ring, door::ringForOutcome);
        EventLog events =
                new EventLog(journal, lanes, reports, id -> inquiries().event(id));
        this.handback = handbacks.apply(events);
        ReceiptIndex index =
                new ReceiptIndex(world.random().nextLong(), world.random().nextLong());
        this.books = reports.by(new Books(journal, stats, clock, lanes, config, index));
        AfterForce after = new AfterForce(handback, slow);
        this.cold =
                new ColdTasks(journal, lanes, id -> inquiries().message(id).flatMap(stands -> stands), world.ticker());
        ReadingBack back = new ReadingBack(journal, reader, door);
        this.settlement = new Settlement(books, cold, after, new News(books, after, back));
        this.withdrawals = new Withdrawals(books, settlement, cold, door);
        this.inquiries = new Inquiries(books, door, world.waiting());
        this.rerouting = new Rerouting(books, settlement, cold, back, door);
        FailingOver failing = new FailingOver(books, settlement, rerouting, back, new FirstReceipts(world.ticker()));
        this.receipts = new ReceiptStage(books, settlement, failing, back, inquiries, lanes.numbers(), config.node());
        LostAnswers lost = new LostAnswers(books, withdrawals, settlement, cold, receipts);
        receipts.asks(lost);
        ConsentStage consent = new ConsentStage(books, after, replies);
        this.consents = new Consents(books.consent, consent, inquiries, lanes);
        DeliveryStages deliveries = new DeliveryStages(books, after, receipts, lost, consent);
        EventStages eventStages = new EventStages(books, settlement);
        Path directory = config.journal().directory();
        Heartbeat heartbeat = new Heartbeat(directory);
        Replay replay = new Replay(books, eventStages, lanes.numbers());
        BagFilling filling = new BagFilling(books, replay, rerouting, lost, cold);
        Recovery recovery = new Recovery(books, settlement, receipts, filling, deliveries, replay, handback);
        this.beginning = new Beginning(recovery, directory.resolve("flights"), after, heartbeat, this::recovered);
        Expiry expiry = new Expiry(books, settlement, withdrawals, failing, receipts.bound());
        Compactor compactor = new Compactor(books, withdrawals, reader, door, world.waiting());
        OldSegments segments = new OldSegments(books, compactor, config.journal());
        var chores = new Upkeep.Parts(
                books,
                receipts,
                deliveries,
                expiry,
                lost,
                withdrawals,
                new CuttingAnew(books, withdrawals, back),
                segments,
                rerouting,
                failing,
                door);
        OutboundStages out = new OutboundStages(books, slow, world.ticker());
        OutcomeStages outcomes = new OutcomeStages(books, after, settlement, receipts, cold, lost, failing);
        var parts = new JournalTurn.Parts(
                books, out, outcomes, deliveries, eventStages, after, heartbeat, outbound, inbound);
        JournalTurn turn = new JournalTurn(parts, config, world.ticker());
        Upkeep upkeep = new Upkeep(chores, world.ticker());
        this.loop = new JournalThread(turn, upkeep, config.node().idle().spins(), world.ticker(), failed);
        door.open(loop, after);
        books.outcomeCap(Lanes.sumOfWindows(config));
    }

    /** The life of the journal thread. */
    void run() {
        if (beginning.run()) {
            loop.run();
        }
    }

    private void recovered() {
        receipts.compareIds();
        rerouting.retry();
    }

    private Inquiries inquiries() {
        return inquiries;
    }
}
