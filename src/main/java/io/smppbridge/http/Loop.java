package io.smppbridge.http;

import io.netty.channel.EventLoop;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ProcessorWait;
import io.smppbridge.threads.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one event loop share: the mailbox for answers from other threads, the sweep over deadlines, the scratch for JSON.
 *
 * <p>The mailbox wakes the loop once for all answers that come before it looks: a journal batch that settles a hundred requests costs one
 * wake-up and one flush for each connection. It holds at most one entry for each request in flight, which is its bound.
 */
@OwnedBy("its event loop, but for run")
final class Loop {
    static final long SWEEP_MS = 250;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(SWEEP_MS);

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    final Ticker ticker;
    final Turnstile turnstile;
    final JsonOut json = new JsonOut();
    private final Set<Connection> connections = new LinkedHashSet<>();
    /** Those that no key has opened yet, oldest first. */
    final Set<Connection> unproven = new LinkedHashSet<>();

    final Untaken untaken;

    private final ProcessorWait wait;
    private final EventLoop executor;
    private final InstantSource clock;
    private final MpscUnboundedAtomicArrayQueue<Runnable> mailbox = new MpscUnboundedAtomicArrayQueue<>(256);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final List<Connection> toFlush = new ArrayList<>();
    private boolean draining;
    /** Nothing can be late before the next sweep, if there is to be one. */
    private boolean resting = true;

    private Future<?> next = CompletableFuture.completedFuture(null);
    private long dateSecond = Long.MIN_VALUE;
    private byte[] date = {};

    Loop(EventLoop executor, InstantSource clock, Ticker ticker, ProcessorWait wait, long untaken) {
        this.untaken = new Untaken(untaken, unproven);
        this.wait = wait;
        this.executor = executor;
        this.clock = clock;
        this.ticker = ticker;
        this.turnstile = new Turnstile(
                ticker, wait::isLong, (time, work) -> executor.schedule(work, time.toNanos(), TimeUnit.NANOSECONDS));
    }

    void enter(Connection connection) {
        connections.add(connection);
        unproven.add(connection);
        stir();
    }

    /** Something has come: deadlines are looked at often again, until all connections rest. */
    void stir() {
        if (resting) {
            resting = false;
            next.cancel(false);
            wait.look(ticker.nanos());
            sweepAfter(0);
        }
    }

    void leave(Connection connection) {
        connections.remove(connection);
        unproven.remove(connection);
        untaken.left(connection, 0);
    }

    /** Those that are here now. */
    List<Connection> connections() {
        return List.copyOf(connections);
    }

    boolean isHere() {
        return executor.inEventLoop();
    }

    /** Runs work here, from any thread. After the server has stopped there is nobody left to answer: the work is dropped, never thrown back. */
    void run(Runnable work) {
        mailbox.offer(work);
        if (!woken.get() && woken.compareAndSet(false, true)) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException stopped) {
                mailbox.clear();
                woken.set(false);
            }
        }
    }

    /** The same once other connections have had their turn, for work that goes on for long. */
    void later(Runnable work) {
        try {
            executor.schedule(() -> run(work), 1, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("work for an answer that nobody can be given any more");
        }
    }

    /** Flushes a connection: at the end of the drain if one is going on, else now. */
    void flush(Connection connection) {
        if (draining) {
            toFlush.add(connection);
        } else {
            connection.flushNow();
        }
    }

    /** The {@code Date} header's value. */
    byte[] date() {
        Instant now = clock.instant();
        if (now.getEpochSecond() != dateSecond) {
            dateSecond = now.getEpochSecond();
            date = DATE.format(now).getBytes(StandardCharsets.US_ASCII);
        }
        return date;
    }

    /** Closes the connection that has shown no key for longest, so that a newcomer has room; false when there is none. */
    boolean evict() {
        Iterator<Connection> oldest = unproven.iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        Connection gone = oldest.next();
        // It leaves later in this turn of the loop, which may let in several: each takes the place of another.
        oldest.remove();
        gone.close();
        return true;
    }

    private void drain() {
        woken.set(false);
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
                LOG.error("an answer could not be written", e);
            }
        }
        draining = false;
        for (int i = 0; i < toFlush.size(); i++) {
            toFlush.get(i).flushNow();
        }
        toFlush.clear();
    }

    /** Keeps the deadlines. While all connections rest, the loop sleeps until the first of them; for ever, without any. */
    private void sweep() {
        long now = ticker.nanos();
        long rest = 0;
        try {
            wait.look(now);
            for (Connection connection : connections()) {
                connection.sweep(now);
            }
            rest = restNanos(now);
        } finally {
            resting = rest > 0;
            if (rest < Long.MAX_VALUE) {
                sweepAfter(rest);
            }
        }
    }

    private long restNanos(long now) {
        long least = Long.MAX_VALUE;
        for (Connection connection : connections) {
            least = Math.min(least, connection.restNanos(now));
        }
        return least;
    }

    private void sweepAfter(long nanos) {
        next = executor.schedule(this::sweep, Math.max(SWEEP_NANOS, nanos), TimeUnit.NANOSECONDS);
    }
}
