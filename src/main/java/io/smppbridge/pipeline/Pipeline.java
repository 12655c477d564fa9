package io.smppbridge.pipeline;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.StreamDoor;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.journal.Journal;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Builds the rings, the stages and the journal thread, and opens their doors. One for a process.
 *
 * <p>Order of use: {@link #Pipeline}, {@link #read}, {@link #start} (which recovers), then everything else, {@link #refuse} when stopping,
 * {@link #stop} after senders and receivers have stopped.
 */
@ThreadSafe
public final class Pipeline implements PlatformDoor {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final BridgeStats stats;
    private final Handback handback;
    private final Books books;
    final JournalThread loop;
    private final Thread thread;
    private final Reports reports;
    private final ColdTasks cold;
    private final Intake.Shared intakes;
    private final ExecutorService reader;
    private final SlowAnswers slow;
    private final Rerouting rerouting;
    private final ReceiptStage receipts;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final Inquiries inquiries;
    private final Consents consents;
    private final Beginning beginning;
    private final LoopDoor door = new LoopDoor();
    private final LaneBook lanes;
    private final Gate gate;
    private volatile CarrierDesk desk = CarrierDesk.CLOSED;

    /** @param handbacks makes the hand-back around the events it is given */
    public Pipeline(
            BridgeConfig config,
            Journal journal,
            BridgeStats stats,
            Function<EventStore, Handback> handbacks,
            World world) {
        this.stats = stats;
        InstantSource clock = world.clock();
        this.slow = new SlowAnswers(config.node().slowAnswers(), stats.slowAnswers);
        this.reader = world.reader();
        this.lanes = new LaneBook(config, stats, clock);
        this.gate = new Gate(journal::acceptingSpace, lanes::full);
        int ringSize = config.node().ringSize();
        // Nobody waits by the rings' own means, only at the journal thread's bell: this one publishes without a lock.
        var outbound = RingBuffer.createMultiProducer(OutboundSlot::new, ringSize, new BusySpinWaitStrategy());
        var inbound = RingBuffer.createMultiProducer(InboundSlot::new, ringSize, new BusySpinWaitStrategy());
        this.reports = new Reports(inbound, door::ring, door::ringForOutcome);
        EventLog events =
                new EventLog(journal, lanes, reports, id -> inquiries().event(id));
        this.handback = handbacks.apply(events);
        ReceiptIndex index =
                new ReceiptIndex(world.random().nextLong(), world.random().nextLong());
        this.books = reports.by(new Books(journal, stats, clock, lanes, config, index));
        AfterForce after = new AfterForce(handback, slow);
        this.cold = new ColdTasks(journal, lanes, id -> inquiries().message(id));
        ReadingBack back = new ReadingBack(journal, reader, door);
        this.settlement = new Settlement(books, cold, after, new News(books, after, back));
        this.withdrawals = new Withdrawals(books, settlement, cold, door);
        this.inquiries = new Inquiries(books, door, world.waiting());
        this.rerouting = new Rerouting(books, settlement, cold, back, door);
        FailingOver failing = new FailingOver(books, settlement, rerouting, back);
        this.receipts = new ReceiptStage(books, settlement, failing, back, inquiries, lanes.numbers(), config.node());
        LostAnswers lost = new LostAnswers(books, withdrawals, settlement, cold, receipts);
        receipts.asks(lost);
        ConsentStage consent = new ConsentStage(books, after, this::replies);
        this.consents = new Consents(books.consent, consent, inquiries, lanes);
        DeliveryStages deliveries = new DeliveryStages(books, after, receipts, lost, consent);
        EventStages eventStages = new EventStages(books, settlement);
        Path directory = config.journal().directory();
        Heartbeat heartbeat = new Heartbeat(directory);
        Replay replay = new Replay(books, eventStages, lanes.numbers());
        BagFilling filling = new BagFilling(books, replay, rerouting, lost, cold);
        Recovery recovery = new Recovery(books, settlement, receipts, filling, deliveries, replay, handback);
        this.beginning = new Beginning(recovery, directory.resolve("flights"), after, heartbeat, this::recovered);
        Upkeep upkeep = new Upkeep(
                books,
                settlement,
                receipts,
                deliveries,
                lost,
                withdrawals,
                new Compactor(books, withdrawals, reader, door, world.waiting()),
                rerouting,
                failing,
                door,
                config.journal(),
                world.ticker());
        OutboundStages out = new OutboundStages(books, slow, world.ticker());
        OutcomeStages outcomes = new OutcomeStages(books, after, settlement, receipts, cold, lost, failing);
        var parts = new JournalTurn.Parts(
                books, out, outcomes, deliveries, eventStages, after, heartbeat, outbound, inbound);
        JournalTurn turn = new JournalTurn(parts, config, world.ticker());
        this.loop = new JournalThread(
                turn, upkeep, config.node().idle().spins(), world.ticker(), error -> failed(error, world.fatal()));
        this.intakes = new Intake.Shared(
                new Admission(lanes, books.wanted, clock),
                new Rooms(),
                outbound,
                door::ringForCaller,
                gate::closed,
                handback::listen,
                slow,
                stats,
                world.ticker());
        door.open(loop, after);
        this.thread = NamedThreads.single("journal", this::run);
        books.outcomeCap(Lanes.sumOfWindows(config));
    }

    /** Begins to read the journal while the rest is built. With {@code all} whatever waits is held for an operator. */
    public void read(boolean all) {
        beginning.holdAll(all);
        thread.start();
    }

    /** The rest is built: recovers and begins to work; returns when the bags are filled. */
    public void start() {
        beginning.proceed();
    }

    /** Plug-ins; before {@link #accept}. Returns whom senders ask before they submit. */
    public BeforeSubmit hooks(Hooks hooks) {
        intakes.admission().hooks(books.hooks = hooks);
        return SubmitAsking.of(books, intakes.admission(), inquiries, hooks);
    }

    /** Messages are accepted from now on. */
    public void accept() {
        gate.open();
    }

    /** Nothing is accepted from now on; what is accepted goes on. */
    public void refuse(String reason, Duration retryAfter) {
        gate.close(reason, retryAfter);
    }

    /** Ends after everything told so far is on disk. Senders and receivers have stopped. True when nobody writes into the journal any more. */
    public boolean stop(Duration within) throws InterruptedException {
        if (beginning.giveUp()) {
            thread.join(); // a journal must not be closed while it is read
        }
        reader.shutdown();
        reader.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
        loop.stop();
        thread.join(Math.max(1, within.toMillis()));
        reports.close();
        slow.stop();
        return loop.isOver() || !thread.isAlive();
    }

    /** Takes a new configuration for the messages to come. SMSCs that are missing take none: {@link #remove} them when their senders have ended. */
    public void apply(BridgeConfig config) {
        lanes.apply(config);
        lanes.get().all().forEach(lane -> lane.bag().ring()); // accounts' quiet hours may end now
        books.outcomeCap(Lanes.sumOfWindows(config));
        inquiries.tell(() -> {
            receipts.apply(config.node());
            rerouting.retry();
        });
    }

    /** Takes other keys for the journal; what stands against it, or empty. */
    public Optional<String> rotate(JournalKeys keys) {
        return books.journal.change(keys);
    }

    /** Lets go of an SMSC that has left the configuration and whose senders have ended: its messages are routed anew. */
    public void remove(String smsc) {
        loop.awaitOutcomes(ANSWER_WITHIN); // what it has taken is not to be routed anew
        lanes.drop(smsc).ifPresent(lane -> inquiries.tell(() -> rerouting.empty(lane)));
    }

    /** Who asks SMSCs about messages that they have taken. */
    public void desk(CarrierDesk carriers) {
        desk = carriers;
    }

    /** The messages that wait for an operator's word. */
    public HeldMessages held() {
        return new HeldMessages(books, settlement, door, inquiries);
    }

    /** Those who want no more messages. */
    public Consents consents() {
        return consents;
    }

    /** Orders to erase what is about a number. */
    public Erasing erasing() {
        return new Erasing(books, door, inquiries);
    }

    /** The receipts that fit no message. */
    public UnmatchedReceipts unmatched() {
        return receipts.unmatched();
    }

    @Override
    public MiddleWare middleWare(String account, String intake, SendOutcome.Durability durability) {
        return new Intake(account, intake, durability, false, intakes);
    }

    @Override
    public StreamDoor stream(String account, String intake, SendOutcome.Durability durability, String client) {
        Intake plain = new Intake(account, intake, durability, false, intakes);
        return new StreamIntake(plain, intakes, StreamKey.of(account, client), client, books, door);
    }

    @Override
    public Messages messages(String account) {
        return new AccountMessages(
                account,
                books,
                withdrawals,
                settlement,
                receipts,
                door,
                reader,
                new HandedOver((smsc, operation, answer) -> desk.ask(smsc, operation, answer), lanes),
                new Amendments(books, withdrawals, lanes));
    }

    @Override
    public Optional<SendOutcome.Refusal> refusesAll(boolean nearlyFull) {
        return gate.refusesAll(nearlyFull);
    }

    /** The bag of a configured SMSC. */
    public TaskBag bag(String smsc) {
        return findBag(smsc).orElseThrow();
    }

    /** The bag of an SMSC; empty when it is not configured. */
    public Optional<TaskBag> findBag(String smsc) {
        return lanes.get().find(smsc).map(Lane::bag);
    }

    /** When the messages of an account wait. */
    public QuietHours quietHours(String account) {
        return lanes.get().account(account).map(AccountConfig::quiet).orElse(QuietHours.NONE);
    }

    /** Where senders read back what has left memory. */
    public TaskSource tasks() {
        return cold;
    }

    public Outcomes outcomes() {
        return reports;
    }

    public InboundDoor inbound() {
        return reports;
    }

    public Handback handback() {
        return handback;
    }

    /** Why nothing is accepted now; empty while messages are accepted. */
    public Optional<String> notAccepting() {
        return gate.closed().map(SendOutcome.NotAccepting::reason);
    }

    /** Messages that are open or whose last event is not taken. An estimate from any thread. */
    public int openMessages() {
        return books.ledger.size();
    }

    /** Of these, the messages that only wait: their bodies are only in the journal. An estimate from any thread. */
    public int restingMessages() {
        return books.ledger.atRest();
    }

    /** Messages that no route takes. An estimate from any thread. */
    public int strandedMessages() {
        return rerouting.strandedCount();
    }

    /** Counts the journal thread's turns, for a watchdog. */
    public long turns() {
        return loop.turns();
    }

    /** Where answers to STOP go in: not held up by the list of those who want no messages. */
    private MiddleWare replies(String account) {
        return new Intake(account, "consent", SendOutcome.Durability.FORCED, true, intakes);
    }

    private void run() {
        if (beginning.run()) {
            loop.run();
        }
    }

    /** Brings back what a former run left. Journal thread, once, before its loop. */
    void recover() {
        beginning.recover();
    }

    private void recovered() {
        receipts.compareIds();
        rerouting.retry();
    }

    private void failed(Throwable error, Consumer<Throwable> fatal) {
        gate.close("the journal has failed", Duration.ofSeconds(5));
        reports.close();
        fatal.accept(error);
    }

    private Inquiries inquiries() {
        return inquiries;
    }
}
