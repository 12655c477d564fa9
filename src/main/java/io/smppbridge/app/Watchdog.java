package io.smppbridge.app;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a bridge whose journal thread no longer moves: it turns several times a second, also when there is nothing to do. */
@ThreadSafe
final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final LongSupplier turns;
    private final Ticker ticker;
    private final Consumer<Throwable> fatal;
    private final Thread thread;
    private volatile boolean stopped;

    Watchdog(LongSupplier turns, Ticker ticker, Consumer<Throwable> fatal) {
        this.turns = turns;
        this.ticker = ticker;
        this.fatal = fatal;
        this.thread = NamedThreads.single("watchdog", this::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long seen = turns.getAsLong();
        long still = 0;
        long last = ticker.nanos();
        while (!stopped) {
            LockSupport.parkNanos(this, LOOK.toNanos());
            long now = turns.getAsLong();
            long at = ticker.nanos();
            // A process that was paused has not been seen to stand still: no look counts for more than two.
            still = now == seen ? still + Math.min(at - last, 2 * LOOK.toNanos()) : 0;
            last = at;
            seen = now;
            if (still > PATIENCE.toNanos() && !stopped) {
                dump();
                fatal.accept(new IllegalStateException(
                        "the journal thread has not moved for " + PATIENCE.toSeconds() + " s: is the disk stuck?"));
                return;
            }
        }
    }

    private static void dump() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            text.append(System.lineSeparator()).append(entry.getKey().getName());
            for (StackTraceElement frame : entry.getValue()) {
                text.append(System.lineSeparator()).append("    ").append(frame);
            }
        }
        LOG.error("no progress; all threads:{}", text);
    }
}
