package io.smppbridge.plugin;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One plug-in on threads of its own. What it throws, and an answer that comes too late, are counted and told in the log at most once a
 * minute. A call that does not heed its interruption keeps its thread; when all are kept so, further calls do without the plug-in.
 */
@ThreadSafe
final class Guarded {
    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);
    private static final int THREADS = 4;
    private static final long COMPLAIN_EVERY = Duration.ofMinutes(1).toNanos();

    final Plugin plugin;
    private final String name;
    private final Duration within;
    private final Ticker ticker;
    private final Consumer<String> trouble;
    private final ThreadPoolExecutor threads;
    private final AtomicLong complainAt;

    /** @param trouble counts, by {@code failed}, {@code slow}, {@code busy} */
    Guarded(Plugin plugin, String name, Duration within, Ticker ticker, Consumer<String> trouble) {
        this.plugin = plugin;
        this.name = name;
        this.within = within;
        this.ticker = ticker;
        this.trouble = trouble;
        this.complainAt = new AtomicLong(ticker.nanos());
        this.threads = new ThreadPoolExecutor(
                0, THREADS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), NamedThreads.numbered("plugin-" + name));
    }

    String name() {
        return name;
    }

    /** What it answers; empty when it does not, or not in time. */
    <T> Optional<T> call(Callable<T> work) {
        Future<T> answer;
        try {
            answer = threads.submit(work);
        } catch (RejectedExecutionException e) {
            complain("busy", "all its threads are still at earlier calls", Optional.empty());
            return Optional.empty();
        }
        try {
            T said = answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
            if (said == null) {
                complain("failed", "it answered null", Optional.empty());
            }
            return Optional.ofNullable(said);
        } catch (TimeoutException e) {
            answer.cancel(true);
            complain("slow", "no answer within " + within.toMillis() + " ms", Optional.empty());
        } catch (ExecutionException e) {
            complain("failed", "it threw", Optional.of(e.getCause()));
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private void complain(String kind, String why, Optional<Throwable> thrown) {
        trouble.accept(kind);
        long now = ticker.nanos();
        long next = complainAt.get();
        if (now - next >= 0 && complainAt.compareAndSet(next, now + COMPLAIN_EVERY)) {
            // The kind of what was thrown, not its words: they may hold a text or a number.
            LOG.warn(
                    "plug-in {}: {}{}; messages do without it (told once a minute, see smpp_bridge_plugin_troubles_total)",
                    name,
                    why,
                    thrown.map(e -> " " + e.getClass().getName()).orElse(""));
        }
    }

    void stop() {
        call(() -> {
            plugin.stop();
            return true;
        });
        threads.shutdownNow();
    }
}
