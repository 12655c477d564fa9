package io.smppbridge.pipeline;

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
import io.smppbridge.journal.JournalException;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.records.StreamKey;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The doors to the rings, the stages and the journal thread, which {@link JournalSide} wires. One for a process.
 *
 * <p>Order of use: {@link #Pipeline}, {@link #read}, {@link #start} (which recovers), then everything else, {@link #refuse} when stopping,
 * {@link #stop} after senders and receivers have stopped.
 */
@ThreadSafe
public final class Pipeline implements PlatformDoor {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    final JournalSide side;
    private final Intake.Shared intakes;
    private final Gate gate;
    private final Thread thread;
    private volatile CarrierDesk desk = CarrierDesk.CLOSED;

    /** @param handbacks makes the hand-back around the events it is given */
    public Pipeline(
            BridgeConfig config,
            Journal journal,
            BridgeStats stats,
            Function<EventStore, Handback> handbacks,
            World world) {
        this.side = new JournalSide(
                config, journal, stats, world, handbacks, this::replies, error -> failed(error, world.fatal()));
        this.gate = new Gate(
                () -> journal.failure().isPresent(), journal::acceptingSpace, journal::isWhole, side.lanes::full);
        this.intakes = new Intake.Shared(
                new Admission(side.lanes, side.books.wanted, world.clock()),
                new Rooms(),
                side.outbound,
                side.door::ringForCaller,
                gate::closed,
                side.handback::listen,
                side.slow,
                stats,
                world.ticker());
        this.thread = NamedThreads.single("journal", side::run);
    }

    /** Begins to read the journal while the rest is built. With {@code all} whatever waits is held for an operator. */
    public void read(boolean all) {
        side.beginning.holdAll(all);
        thread.start();
    }

    /** The rest is built: recovers and begins to work; returns when the bags are filled. */
    public void start() {
        side.beginning.proceed();
    }

    /** Plug-ins; before {@link #accept}. Returns whom senders ask before they submit. */
    public BeforeSubmit hooks(Hooks hooks) {
        intakes.admission().hooks(side.books.hooks = hooks);
        return SubmitAsking.of(side.books, intakes.admission(), side.inquiries, hooks);
    }

    /** Messages are accepted from now on. */
    public void accept() {
        gate.open();
    }

    /** Nothing is accepted from now on; what is accepted goes on. */
    public void refuse(String reason, Duration retryAfter) {
        gate.close(reason, retryAfter);
    }

    /** What stands beside the journal cannot be forced any more: its thread ends by that, as where the journal itself fails. Any thread. */
    public void fail(JournalException why) {
        side.door.command(() -> {
            throw why;
        });
    }

    /** Ends after everything told so far is on disk. Senders and receivers have stopped. True when nobody writes into the journal any more. */
    public boolean stop(Duration within) throws InterruptedException {
        if (side.beginning.giveUp()) {
            thread.join(); // a journal must not be closed while it is read
        }
        side.reader.shutdown();
        side.reader.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
        side.loop.stop();
        thread.join(Math.max(1, within.toMillis()));
        side.reports.close();
        side.slow.stop();
        return side.loop.isOver() || !thread.isAlive();
    }

    /** Takes a new configuration for the messages to come. SMSCs that are missing take none: {@link #remove} them when their senders have ended. */
    public void apply(BridgeConfig config) {
        side.lanes.apply(config);
        side.lanes.get().all().forEach(lane -> lane.bag().ring()); // accounts' quiet hours may end now
        side.books.outcomeCap(Lanes.sumOfWindows(config));
        side.inquiries.tell(() -> {
            side.receipts.apply(config.node());
            side.rerouting.retry();
        });
    }

    /** Takes other keys for the journal; what stands against it, or empty. */
    public Optional<String> rotate(JournalKeys keys) {
        return side.books.journal.change(keys);
    }

    /**
     * Lets go of an SMSC that has left the configuration and whose senders have ended: its messages are routed anew, and what was counted of
     * it is forgotten. False when it has come back meanwhile, and stays.
     */
    public boolean remove(String smsc) {
        side.loop.awaitOutcomes(ANSWER_WITHIN); // what it has taken is not to be routed anew
        Optional<Lane> gone = side.lanes.drop(smsc);
        gone.ifPresent(lane -> side.inquiries.tell(() -> side.rerouting.empty(lane)));
        return gone.isPresent();
    }

    /** Who asks SMSCs about messages that they have taken. */
    public void desk(CarrierDesk carriers) {
        desk = carriers;
    }

    /** The messages that wait for an operator's word. */
    public HeldMessages held() {
        return new HeldMessages(side.books, side.settlement, side.door, side.inquiries);
    }

    /** Those who want no more messages. */
    public Consents consents() {
        return side.consents;
    }

    /** Orders to erase what is about a number. */
    public Erasing erasing() {
        return new Erasing(side.books, side.door, side.inquiries);
    }

    /** The receipts that fit no message. */
    public UnmatchedReceipts unmatched() {
        return side.receipts.unmatched();
    }

    @Override
    public MiddleWare middleWare(String account, String intake, SendOutcome.Durability durability) {
        return new Intake(account, intake, durability, Intake.Caller.PLATFORM, intakes);
    }

    @Override
    public StreamDoor stream(String account, String intake, SendOutcome.Durability durability, String client) {
        Intake plain = new Intake(account, intake, durability, Intake.Caller.STREAM, intakes);
        return new StreamIntake(plain, intakes, StreamKey.of(account, client), client, side.books, side.door);
    }

    @Override
    public Messages messages(String account) {
        return new AccountMessages(
                account,
                side.books,
                side.withdrawals,
                side.settlement,
                side.receipts,
                side.door,
                side.reader,
                new HandedOver((smsc, operation, answer) -> desk.ask(smsc, operation, answer), side.lanes),
                new Amendments(side.books, side.withdrawals, side.lanes));
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
        return side.lanes.get().find(smsc).map(Lane::bag);
    }

    /** When the messages of an account wait. */
    public QuietHours quietHours(String account) {
        return side.lanes.get().quietHours(account);
    }

    /** Where senders read back what has left memory. */
    public TaskSource tasks() {
        return side.cold;
    }

    public Outcomes outcomes() {
        return side.reports;
    }

    public InboundDoor inbound() {
        return side.reports;
    }

    public Handback handback() {
        return side.handback;
    }

    /** Why nothing is accepted now; empty while messages are accepted. */
    public Optional<String> notAccepting() {
        return gate.closed().map(SendOutcome.NotAccepting::reason);
    }

    /** Messages that are open or whose last event is not taken. An estimate from any thread. */
    public int openMessages() {
        return side.books.ledger.size();
    }

    /** Of these, the messages that only wait: their bodies are only in the journal. An estimate from any thread. */
    public int restingMessages() {
        return side.books.ledger.atRest();
    }

    /** Messages that no route takes. An estimate from any thread. */
    public int strandedMessages() {
        return side.rerouting.strandedCount();
    }

    /** Counts the journal thread's turns, for a watchdog. */
    public long turns() {
        return side.loop.turns();
    }

    /** Where answers to STOP go in: not held up by the list of those who want no messages. */
    private MiddleWare replies(String account) {
        return new Intake(account, "consent", SendOutcome.Durability.FORCED, Intake.Caller.REPLIES, intakes);
    }

    /** Brings back what a former run left. Journal thread, once, before its loop. */
    void recover() {
        side.beginning.recover();
    }

    private void failed(Throwable error, Consumer<Throwable> fatal) {
        gate.closeFailed();
        side.reports.close();
        fatal.accept(error);
    }
}
