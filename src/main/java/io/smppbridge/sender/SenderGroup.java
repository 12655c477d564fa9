package io.smppbridge.sender;

import io.smppbridge.bag.TaskBag;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.Rest;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.FlightNotes;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sender workers of one SMSC account. Start it, change it while messages flow, drain it.
 *
 * <p>Safe for any thread; calls return at once but for {@link #awaitEnd}.
 */
@ThreadSafe
public final class SenderGroup {
    /** Questions that may wait; more are answered at once that nobody can ask them. */
    private static final int MOST_ERRANDS = 1_000;

    /**
     * What a group works with.
     *
     * @param source brings cold tasks back
     * @param outcomes hears of every submission
     * @param inlet takes what the SMSC delivers on these binds
     * @param flights the notes of submissions under way
     * @param clock the wall clock: due times, validity
     * @param ticker the monotonic clock: everything else
     * @param seed of back-off and retry jitter
     * @param quiet the quiet hours of an account
     * @param before who looks at messages before they are submitted
     * @param rests where each worker waits
     */
    public record Wiring(
            TaskBag bag,
            TaskSource source,
            Outcomes outcomes,
            Inlet inlet,
            SmscStats stats,
            Flights.Factory flights,
            InstantSource clock,
            Ticker ticker,
            long seed,
            Function<String, QuietHours> quiet,
            BeforeSubmit before,
            Supplier<Rest> rests) {
        /** Where no account has quiet hours, and nobody looks at messages. */
        public Wiring(
                TaskBag bag,
                TaskSource source,
                Outcomes outcomes,
                Inlet inlet,
                SmscStats stats,
                Flights.Factory flights,
                InstantSource clock,
                Ticker ticker,
                long seed) {
            this(
                    bag,
                    source,
                    outcomes,
                    inlet,
                    stats,
                    flights,
                    clock,
                    ticker,
                    seed,
                    account -> QuietHours.NONE,
                    BeforeSubmit.NONE,
                    Rest::asleep);
        }
    }

    private final Account account;
    private final SplittableRandom random;
    /** Changed under the lock, rung also without. */
    private final List<Sender> senders = new CopyOnWriteArrayList<>();

    private final List<Sender> leaving = new ArrayList<>();
    private final Map<String, GrowingFlights> notes = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean started;
    private boolean draining;
    /** Held for moments only, where the other lock is held while notes are made. */
    private final Object asking = new Object();
    /** Whether somebody will ask what is put to the SMSC, or say that nobody does. */
    private boolean answering;

    /** The first of this account. */
    public SenderGroup(SmscConfig config, Connector.Factory factory, Wiring wiring) {
        this(config, factory, wiring, new LanePace(config, wiring.stats()));
    }

    /**
     * One that comes after another of the same account, or beside one that still drains.
     *
     * @param factory makes connections to this account
     * @param pace what all of the account keep to
     */
    public SenderGroup(SmscConfig config, Connector.Factory factory, Wiring wiring, LanePace pace) {
        this.account = new Account(config, factory, wiring, pace);
        this.random = new SplittableRandom(wiring.seed());
    }

    public String smsc() {
        return account.smsc;
    }

    /** Starts the workers; they connect at once, or on demand, and take nothing before {@link #start}. */
    public synchronized void bind() {
        account.released = false;
        started = true;
        deal();
        takeQuestions(true);
    }

    /** Lets the workers take messages; starts them, if {@link #bind} has not. */
    public synchronized void start() {
        for (int i = 0; i < senders.size(); i++) {
            senders.get(i).noteIn(notes(senders.get(i).name(), i, senders.size()));
        }
        account.released = true; // the workers see their notes then
        started = true;
        deal();
        takeQuestions(true);
        ring();
    }

    /**
     * Another configuration of the same account, from now on: rate, window, timers, bunch, retries, numbers of senders and binds. Workers
     * and binds that are too many drain first. Host, port and credentials take effect with the factory at the next connection.
     */
    public synchronized void apply(SmscConfig config, Connector.Factory factory) {
        account.apply(config, factory);
        if (started && !draining) {
            deal();
        }
        ring();
    }

    /**
     * Asks the SMSC about a message that it has taken, within its rate and window.
     *
     * <p>Any thread, the journal's too: it waits for nobody who makes senders or their notes.
     *
     * @param answer told once, on any thread, after answer-within at the latest
     */
    public void ask(Operation operation, Consumer<OperationAnswer> answer) {
        if (!enter(operation, answer)) {
            answer.accept(new OperationAnswer.Unanswered(
                    false, "the SMSC's senders are stopping, or " + MOST_ERRANDS + " questions wait for them"));
        }
    }

    private boolean enter(Operation operation, Consumer<OperationAnswer> answer) {
        synchronized (asking) {
            if (!answering || account.errands.size() >= MOST_ERRANDS) {
                return false;
            }
            long within = account.terms.config().timers().answerWithin().toNanos();
            account.errands.add(
                    new Errands.Errand(operation, account.wiring.ticker().nanos() + within, answer));
        }
        ring();
        return true;
    }

    private void takeQuestions(boolean whether) {
        synchronized (asking) {
            answering = whether && !draining;
        }
    }

    /** Stops taking, lets windows drain for so long, unbinds, ends. What is not answered by then becomes uncertain. */
    public synchronized void drain(Duration within) {
        draining = true;
        takeQuestions(false); // what is put to them by now is answered by those that stop
        long at = account.wiring.ticker().nanos() + within.toNanos();
        for (Sender sender : senders) {
            sender.stop(at);
        }
        leaving.addAll(senders);
        senders.clear();
        account.destinations.open(); // also for the case that one of them never ends
    }

    /** Waits for the end of all workers after {@link #drain}. False when time ran out. */
    public boolean awaitEnd(Duration within) throws InterruptedException {
        List<Thread> all;
        synchronized (this) {
            all = List.copyOf(threads);
        }
        long until = System.nanoTime() + within.toNanos();
        for (Thread thread : all) {
            thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        }
        return all.stream().noneMatch(Thread::isAlive);
    }

    /** How the lane stands, in a sentence. */
    public String status() {
        String holdUp = account.stats.holdUp;
        if (!holdUp.isEmpty()) {
            return holdUp;
        }
        return account.stats.anyBound() ? "bound" : "no bind";
    }

    /** Makes the number of workers and their binds what the configuration says. */
    private void deal() {
        SmscConfig.Binds config = account.terms.config().binds();
        int workers = Math.max(1, Math.min(config.senders(), config.binds()));
        leaving.removeIf(Sender::hasEnded);
        threads.removeIf(thread -> !thread.isAlive() && thread.getState() == Thread.State.TERMINATED);
        while (senders.size() > workers) {
            Sender sender = senders.remove(senders.size() - 1);
            SmscConfig.Timers timers = account.terms.config().timers();
            sender.stop(account.wiring.ticker().nanos()
                    + timers.answerWithin().multipliedBy(timers.answerTimers()).toNanos());
            leaving.add(sender);
        }
        while (senders.size() < workers) {
            senders.add(newSender(workers));
        }
        for (int i = 0; i < workers; i++) {
            senders.get(i).wantBinds(share(config.binds(), workers, i));
        }
        for (int i = 0; account.released && i < workers; i++) {
            notes(senders.get(i).name(), i, workers); // windows may have grown
        }
    }

    private static int share(int binds, int workers, int index) {
        return binds / workers + (index < binds % workers ? 1 : 0);
    }

    private Sender newSender(int workers) {
        String name = freeName();
        int index = senders.size();
        int binds = share(account.terms.config().binds().binds(), workers, index);
        Flights flights = account.released ? notes(name, index, workers) : Flights.NONE;
        Sender sender = new Sender(account, name, binds, flights, new SplittableRandom(random.nextLong()));
        Thread thread = sender.mailbox.rest().thread(name, sender::run);
        threads.add(thread);
        thread.start();
        return sender;
    }

    private Flights notes(String name, int index, int workers) {
        SmscConfig config = account.terms.config();
        int binds = share(config.binds().binds(), workers, index);
        int slots = FlightNotes.slots(binds, config.pace().window(), atOnce(config));
        GrowingFlights known = notes.computeIfAbsent(name, n -> new GrowingFlights());
        if (known.slots() < slots) {
            known.add(account.wiring.flights().open(name, slots), slots);
        }
        return known;
    }

    private static int atOnce(SmscConfig config) {
        return Math.max(1, config.operations().submitMulti());
    }

    /** The lowest number that no worker has, so that the notes of one that has ended are used again. */
    private String freeName() {
        for (int number = 1; ; number++) {
            String name = "sender-" + account.smsc + "-" + number;
            if (senders.stream().noneMatch(s -> s.name().equals(name))
                    && leaving.stream().noneMatch(s -> s.name().equals(name))) {
                return name;
            }
        }
    }

    private void ring() {
        for (Sender sender : senders) {
            sender.mailbox.ring();
        }
    }
}
