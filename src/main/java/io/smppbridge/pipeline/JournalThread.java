package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread behind both rings. Each turn takes what has come, encodes it, writes once, forces once, and only then answers callers
 * and carriers, fills bags and offers events. It waits for nothing but the disk; when there is nothing to do it sleeps.
 *
 * <p>While it sleeps, a thread that brings a little and would do nothing but wait for the force may do such a turn itself ({@link #help}):
 * that saves waking this thread for the force and the other one for the answer, which with few connections takes as long as the force. The
 * books go from hand to hand by a lock that nobody but helpers waits for. As long as there are helpers this thread dozes: it looks every
 * millisecond for what they leave, upkeep and outcomes, and nobody wakes it for those.
 */
@OwnedBy("journal thread, or who helps it: whoever holds the books")
final class JournalThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalThread.class);
    private static final int COMMANDS = 256;
    private static final long LOOK_NANOS = Duration.ofMillis(1).toNanos();
    private static final long NAP_NANOS = Duration.ofMillis(250).toNanos();
    private static final long DOZE_NANOS = Duration.ofMillis(1).toNanos();
    /** Where a force takes longer nobody helps: a wake-up is nothing beside it. */
    private static final long LONGEST_HELP_NANOS = 500_000;

    private final JournalTurn turn;
    private final Upkeep upkeep;
    private final Books books;
    private final MpscAtomicArrayQueue<Runnable> commands = new MpscAtomicArrayQueue<>(65_536);
    private final Doorbell bell = new Doorbell();
    private final Ticker ticker;
    private final boolean spin;
    private final Consumer<Throwable> fatal;
    private final MessagePassingQueue.Consumer<Runnable> onCommand = this::run;

    private final ReentrantLock hands = new ReentrantLock();
    private final BooleanSupplier anyWork = this::isNeeded;
    private final BooleanSupplier urgentWork = this::isNeededNow;

    private volatile boolean stopping;
    private volatile long turns;
    /** Whether there is nobody to help, as it works itself: before its first turn, while it is awake, after its last. */
    private volatile boolean awake = true;
    /** Whether it looks often, for nobody wakes it for outcomes. */
    private volatile boolean dozing;
    /** What went wrong in somebody else's hands. */
    private volatile Throwable broken;

    private boolean helped;

    JournalThread(JournalTurn turn, Upkeep upkeep, boolean spin, Ticker ticker, Consumer<Throwable> fatal) {
        this.turn = turn;
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

    /** To be called after an outcome was published, which nobody waits for. Any thread. */
    void ringForOutcome() {
        VarHandle.fullFence();
        if (!dozing) {
            bell.ring();
        }
    }

    /**
     * To be called after slots were published, by a thread that has nothing to do before they are answered: does a turn on it, waiting for
     * the disk and at most for one other that helps, unless the journal thread is awake or the disk is slow.
     */
    void help() {
        if (awake || broken != null || turn.forceNanos() > LONGEST_HELP_NANOS) {
            bell.ring();
            return;
        }
        hands.lock();
        try {
            if (!awake && broken == null && turn.hasMessages()) {
                helped = true;
                books.turn();
                turn.take();
                turn.flush(false);
            }
        } catch (Throwable e) {
            broken = e;
        } finally {
            assert books.handOver();
            hands.unlock();
        }
        VarHandle.fullFence();
        if (!dozing || awake || broken != null) {
            bell.ring();
        }
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
            while (!stopping) {
                bell.sleep(work(), dozing ? urgentWork : anyWork);
            }
            finish();
        } catch (Throwable e) {
            LOG.error("the journal thread has failed: nothing more is accepted", e);
            refuse(e);
            fatal.accept(e);
        }
    }

    /** Takes the books and works until there is nothing to do; how long to sleep then. */
    private long work() throws Throwable {
        hands.lock();
        awake = true;
        try {
            while (turn() > 0 || spin && !stopping) {
                Thread.onSpinWait();
            }
            dozing = helped;
            helped = false;
            if (dozing) {
                return DOZE_NANOS;
            }
            if (!turn.isForced()) {
                return turn.forceWithinNanos();
            }
            books.journal.mark();
            return NAP_NANOS;
        } finally {
            assert books.handOver();
            awake = false;
            hands.unlock();
        }
    }

    /** From now on nobody helps. */
    private void finish() throws Throwable {
        hands.lock();
        awake = true;
        try {
            while (hasWork()) {
                turn();
            }
            turn.flush(true);
        } finally {
            hands.unlock();
        }
    }

    private void refuse(Throwable failure) {
        hands.lock();
        try {
            broken = failure;
            turn.refuseAll();
        } finally {
            hands.unlock();
        }
    }

    /** How much was done. */
    private int turn() throws Throwable {
        if (broken != null) {
            throw broken;
        }
        turns++;
        books.turn();
        int done = commands.drain(onCommand, COMMANDS);
        done += turn.take();
        done += upkeep.turn();
        turn.flush(false);
        return done;
    }

    private void run(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException | Error e) {
            JournalTurn.rethrowFatal(e);
            LOG.error("a command failed", e);
        }
    }

    private boolean isNeeded() {
        return stopping || hasWork();
    }

    private boolean isNeededNow() {
        return stopping || hasUrgentWork();
    }

    private boolean hasWork() {
        return hasUrgentWork() || turn.hasOutcomes();
    }

    private boolean hasUrgentWork() {
        return turn.hasMessages() || !commands.isEmpty();
    }
}
