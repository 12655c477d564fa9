package io.smppbridge.app;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a bridge whose journal thread no longer moves: it turns several times a second, also when there is nothing to do. */
@OwnedBy("watchdog thread; start and stop: any")
final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    /** With the looks, within 30 s; longer than the journal waits for a segment, so that a slow disk is told from a stuck one. */
    private static final Duration PATIENCE = Duration.ofSeconds(28);

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** With the looks, told within 5 s. */
    private static final Duration NOTICED = Duration.ofMillis(2_500);

    private static final Optional<String> STANDS =
            Optional.of("the journal thread has not moved for " + NOTICED.toSeconds() + " s: is the disk stuck?");

    private final LongSupplier turns;
    private final Ticker ticker;
    private final Consumer<Throwable> fatal;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean standing;
    private long seen;
    private long last;
    private long still;

    Watchdog(LongSupplier turns, Ticker ticker, Consumer<Throwable> fatal) {
        this.turns = turns;
        this.ticker = ticker;
        this.fatal = fatal;
        this.seen = turns.getAsLong();
        this.last = ticker.nanos();
        this.thread = NamedThreads.single("watchdog", this::run);
    }

    void start() {
        last = ticker.nanos();
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, Rounds.next(ticker.nanos(), Rounds.EVERY));
            Thread.interrupted(); // nobody's message: without this the next rest would be none
            if (isStuck() && !stopped) {
                dump();
                fatal.accept(new BridgeException(
                        BridgeException.STUCK,
                        "the journal thread has not moved for " + PATIENCE.toSeconds() + " s: is the disk stuck?"));
                return;
            }
        }
    }

    /** Looks once: whether it has stood still for too long. A process that was paused has not been seen to: no look counts for more than two. */
    boolean isStuck() {
        long now = turns.getAsLong();
        long at = ticker.nanos();
        still = now == seen ? still + Math.min(at - last, 2 * LOOK.toNanos()) : 0;
        last = at;
        seen = now;
        standing = still > NOTICED.toNanos();
        return still > PATIENCE.toNanos();
    }

    /** What stands in the way of taking messages; empty while the journal thread moves. Any thread. */
    Optional<String> standing() {
        return standing ? STANDS : Optional.empty();
    }

    /** Each thread on its own: a line of the log has an end. */
    static void dump() {
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        LOG.error("no progress; where the {} threads stand:", all.size());
        all.forEach((thread, frames) -> {
            Throwable here = new Throwable("stands here");
            here.setStackTrace(frames);
            LOG.error("no progress: thread {}, {}", thread.getName(), thread.getState(), here);
        });
    }
}
