package io.smppbridge.esme;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the sessions of one event loop share: the mailbox for answers from other threads, and the sweep over deadlines.
 *
 * <p>The mailbox wakes the loop once for all that comes before it looks: a journal batch that settles a hundred messages costs one wake-up
 * and one flush for each session. It is bounded by the windows of the sessions, both ways.
 */
@OwnedBy("its event loop, but for run, post and ring")
final class Loop {
    private static final long SWEEP_MS = 250;
    /** Sessions that are closed at once: what a crowd leaves behind keeps nobody waiting. */
    private static final int CLOSED_AT_ONCE = 64;

    private static final long GO_ON_MS = 1;
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    final Ticker ticker;
    /** For one PDU at a time. */
    final Draft draft = new Draft();

    private final Set<Session> sessions = new LinkedHashSet<>();
    private final EventLoop executor;
    private final MpscUnboundedAtomicArrayQueue<Runnable> mailbox = new MpscUnboundedAtomicArrayQueue<>(256);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final List<Output> toFlush = new ArrayList<>();
    private final Runnable drain = this::drain;
    private boolean draining;
    private boolean sweeping;
    private long drainNanos;

    Loop(EventLoop executor, Ticker ticker) {
        this.executor = executor;
        this.ticker = ticker;
    }

    /** One has come: as long as there are any, their deadlines are kept; without any this loop sleeps. */
    void enter(Session session) {
        sessions.add(session);
        if (!sweeping) {
            sweepAfter(SWEEP_MS);
        }
    }

    void leave(Session session) {
        sessions.remove(session);
    }

    /** Those that are here now. */
    List<Session> sessions() {
        return List.copyOf(sessions);
    }

    /** Runs work here, from any thread. After the server has stopped nobody is left to hear of it: the work is dropped. */
    void run(Runnable work) {
        post(work);
        ring();
    }

    /** The same, when the loop is woken next. */
    void post(Runnable work) {
        mailbox.offer(work);
    }

    /** Wakes the loop for what has been posted, from any thread. */
    void ring() {
        if (!woken.get() && woken.compareAndSet(false, true)) {
            try {
                executor.execute(drain);
            } catch (RejectedExecutionException stopped) {
                mailbox.clear();
                woken.set(false);
            }
        }
    }

    /** Sends what a session has written at the end of the drain if one is going on; false when none is. */
    boolean flushLater(Output output) {
        if (draining) {
            toFlush.add(output);
        }
        return draining;
    }

    /** The time; during a drain that of its begin. */
    long nanos() {
        return draining ? drainNanos : ticker.nanos();
    }

    /** Closes a session whose connection broke, or that stumbled over an error of the bridge, which nobody would see otherwise. */
    void failed(Session session, Throwable cause) {
        // The decoder wraps whatever is thrown while a PDU is worked on: only what came of octets is the peer's doing.
        Throwable what = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        if (!(what instanceof IOException || what instanceof DecoderException)) {
            LOG.error("{}: a session stumbled and is closed", session, cause);
        }
        session.close("broken");
    }

    private void drain() {
        woken.set(false);
        drainNanos = ticker.nanos();
        draining = true;
        for (Runnable work = mailbox.poll(); work != null; work = mailbox.poll()) {
            try {
                work.run();
            } catch (RuntimeException
                    | LinkageError
                    | AssertionError
                    | StackOverflowError
                    | OutOfMemoryError
                            e) { // the last of memory beside the heap: where the heap is full, the process ends
                LOG.error("an answer to an ESME could not be written", e);
            }
        }
        draining = false;
        for (int i = 0; i < toFlush.size(); i++) {
            toFlush.get(i).flush();
        }
        toFlush.clear();
    }

    private void sweepAfter(long ms) {
        executor.schedule(this::sweep, ms, TimeUnit.MILLISECONDS);
        sweeping = true;
    }

    private void sweep() {
        sweeping = false;
        if (!sessions.isEmpty()) {
            boolean all = true;
            try {
                all = sweepSome();
            } finally { // also after an error, as where no memory is left to ask an ESME in
                sweepAfter(all ? SWEEP_MS : GO_ON_MS);
            }
        }
    }

    private static void stumbled(Session session, Throwable why) {
        try {
            LOG.error("a session with an ESME stumbled and is closed", why);
            session.close("an error of the bridge");
        } catch (RuntimeException | Error e) {
            LOG.error("and could not be closed; that is tried again", e);
        }
    }

    /** Looks at the sessions; false when so many were closed that others of the loop have their turn first. */
    private boolean sweepSome() {
        long now = ticker.nanos();
        int closed = 0;
        for (Session session : sessions()) {
            if (closed == CLOSED_AT_ONCE) {
                return false;
            }
            try {
                session.sweep(now);
            } catch (RuntimeException | Error e) { // as where no memory beside the heap is left to write in
                stumbled(session, e);
            }
            closed += session.isClosed() ? 1 : 0;
        }
        return true;
    }
}
