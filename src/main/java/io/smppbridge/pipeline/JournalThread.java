package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jctools.queues.MessagePassingQueue;
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
    private static final int COMMANDS = 256;
    private static final String STOPPED = "the bridge has stopped";
    private static final long LOOK_NANOS = Duration.ofMillis(1).toNanos();
    /**
     * So long outcomes wait for the next message of the only caller, who has just been answered, to be written with it. With four
     * callers that made answers later, not sooner (docs/performance-history.md).
     */
    private static final long LINGER_NANOS = Duration.ofMillis(1).toNanos();

    /** After so many times in vain it is patient only once in so many: few messages come then, and each pause would be one waking more. */
    private static final int MOST_IN_VAIN = 16;

    private final JournalTurn turn;
    private final Upkeep upkeep;
    private final Books books;
    private final MpscAtomicArrayQueue<Runnable> commands = new MpscAtomicArrayQueue<>(65_536);
    private final ArrayDeque<Behind> behind = new ArrayDeque<>();
    private final Doorbell bell = new Doorbell();
    /** While callers' messages wait for others, only callers wake this thread: what SMSCs say meanwhile goes with them. */
    private final Doorbell callersBell = new Doorbell();

    private final Ticker ticker;
    private final boolean spin;
    private final Consumer<Throwable> fatal;
    private final MessagePassingQueue.Consumer<Runnable> onCommand = this::run;
    private final BooleanSupplier needed = () -> isStopping() || hasWork();
    private final BooleanSupplier worthwhile;
    private final BooleanSupplier urgent;

    private int inVain;
    private volatile boolean stopping;
    private volatile boolean over;
    private volatile boolean ended;
    private volatile long turns;

    /** What is to be done once a place of the callers' ring has been taken. */
    private record Behind(long place, Runnable command) {}

    JournalThread(JournalTurn turn, Upkeep upkeep, boolean spin, Ticker ticker, Consumer<Throwable> fatal) {
        this.turn = turn;
        this.worthwhile = () -> isStopping() || turn.isWorthwhile();
        this.urgent =
                () -> isStopping() || turn.hasCallers() || !commands.isEmpty() || bell.isBeyondPatience(turn.told());
        this.upkeep = upkeep;
        this.books = turn.books();
        this.spin = spin;
        this.ticker = ticker;
        this.fatal = fatal;
    }

    /** Something for this thread to do between two batches. False when too much waits already. Any thread. */
    boolean command(Runnable command) {
        if (!commands.offer(command)) {
            return false;
        }
        bell.ring();
        return true;
    }

    /** A command finds what callers have handed over before it still in their ring; this one is done behind that. This thread only. */
    void afterCallers(Runnable command) {
        behind.add(new Behind(turn.handedOver(), command));
    }

    private void runBehind(long taken) {
        while (!behind.isEmpty() && behind.peek().place() <= taken) {
            run(behind.poll().command());
        }
    }

    /** Waits until every outcome told before this call has been dealt with; false when that takes longer. Any thread but this one. */
    boolean awaitOutcomes(Duration within) {
        long told = turn.told();
        long end = ticker.nanos() + within.toNanos();
        while (turn.settled() < told) {
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

    /** The same for a caller's message. */
    void ringForCaller() {
        if (turn.isWorthwhile()) {
            callersBell.ring();
        }
        bell.ring(); // with a fence: whoever comes after the last turn sees that it was the last
        if (ended || over) {
            refuseLate();
        }
    }

    /** Whoever was still handing over when the last turn was done is told so: nobody takes it any more. Any thread. */
    private void refuseLate() {
        turn.refuseWaiting(over ? JournalTurn.FAILED : STOPPED);
    }

    /** The same for what has become of a submission: where a caller's next message is about to come, one turn does for both. */
    void ringForOutcome(long sequence) {
        bell.ring(sequence);
    }

    /** Ends after everything that is in the rings. Any thread. */
    void stop() {
        stopping = true;
        callersBell.ring();
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
                if (turn.holdsOff() && !stopping) {
                    if (turn(false) == 0) {
                        holdOff();
                    }
                } else if (turn() == 0) {
                    idle();
                }
            }
            turn.flush(true);
            ended = true;
            while (commands.drain(onCommand, COMMANDS) > 0) { // whoever came before that is answered
                runBehind(Long.MAX_VALUE); // what is in the ring now is refused
                turn.flush(true);
            }
            refuseLate();
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Nothing more can be done: everybody waiting is refused, and the process ends. */
    void failed(Throwable e) {
        LOG.error("the journal thread has failed: nothing more is accepted", e);
        turn.refuseAll();
        over = true;
        refuseLate();
        fatal.accept(e);
    }

    /** Whether it has failed, and done its last with the journal: whoever hears of that on this thread may stop the bridge. Any thread. */
    boolean isOver() {
        return over;
    }

    /** Whether it has ended in order: commands that come from now on stay undone. Any thread. */
    boolean hasEnded() {
        return ended;
    }

    /** Does what can be done now; how much that was. */
    int turn() throws Exception {
        return turn(true);
    }

    private int turn(boolean callers) throws Exception {
        turns++;
        books.turn();
        int done = commands.drain(onCommand, COMMANDS);
        done += callers ? turn.take() : turn.takeInbound();
        runBehind(turn.taken());
        done += upkeep.turn();
        turn.flush(false);
        return done;
    }

    private void run(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            books.journal.cancelRecord();
            LOG.error("a command failed", e);
        }
    }

    private boolean isStopping() {
        return stopping;
    }

    /** Whether all that is written is forced. */
    boolean isForced() {
        return turn.isForced();
    }

    boolean hasWork() {
        return turn.hasWork() || !commands.isEmpty();
    }

    private void holdOff() {
        if (spin || turn.staysAwake()) {
            Thread.onSpinWait();
        } else {
            callersBell.sleep(turn.holdOffNanos(), worthwhile);
        }
    }

    private void idle() {
        if (stopping) {
            return;
        }
        if (spin) {
            books.journal.write(); // nothing by now, but it looks after the directory's lock
            Thread.onSpinWait();
            return;
        }
        boolean patient = turn.hasAnsweredOne() && isWorthPatience();
        if (hasWorkWhileAwake(patient)) {
            return;
        }
        if (patient) {
            bell.sleepPatiently(LINGER_NANOS, turn.settled() + turn.outcomesThatMayWait(), urgent);
            inVain = hasWork() ? 0 : inVain + 1;
            return;
        }
        if (turn.isForced()) {
            books.journal.mark();
        }
        bell.sleep(turn.isForced() ? napNanos() : turn.forceWithinNanos(), needed);
    }

    private boolean isWorthPatience() {
        boolean worth = inVain <= MOST_IN_VAIN;
        if (!worth) {
            inVain = inVain < 2 * MOST_IN_VAIN ? inVain + 1 : MOST_IN_VAIN;
        }
        return worth;
    }

    /** What time brings is looked at once in a while when no message waits for it. */
    private long napNanos() {
        return Rounds.next(ticker.nanos(), books.isEmpty() ? Rounds.EVERY : Rounds.SOON);
    }

    /** Stays awake while that is worth it; whether work came meanwhile. */
    private boolean hasWorkWhileAwake(boolean patient) {
        long mayWait = patient ? turn.outcomesThatMayWait() : 0;
        while (turn.staysAwake()) {
            if (turn.hasCallers() || !commands.isEmpty() || turn.told() > turn.settled() + mayWait || stopping) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
