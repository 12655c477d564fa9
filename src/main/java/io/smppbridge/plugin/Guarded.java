package io.smppbridge.plugin;

import io.smppbridge.settings.PluginConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
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
 * minute.
 *
 * <p>Calls are made for somebody, an account mostly, and so are their consequences: a call that does not heed its interruption keeps its
 * thread, and when {@link #MOST_OVERDUE} of one account are kept so, further calls for that account do without the plug-in; when
 * {@link #LATE_IN_A_ROW} of its calls were too late one after the other, its messages do without for {@link #PAUSE}, then it is asked
 * again. Others are asked all the while.
 */
@ThreadSafe
final class Guarded {
    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);
    /** Beside those for messages that are about to be submitted: as many accounts as are asked about at once, and some that are overdue. */
    private static final int THREADS = 96;

    static final int MOST_OVERDUE = 4;
    static final int LATE_IN_A_ROW = 8;
    static final Duration PAUSE = Duration.ofSeconds(5);
    private static final long COMPLAIN_EVERY = Duration.ofMinutes(1).toNanos();

    final Plugin plugin;
    private final String name;
    private final Duration within;
    private final String without;
    private final Ticker ticker;
    private final Consumer<String> trouble;
    private final ThreadPoolExecutor threads;
    private final AtomicLong complainAt;
    /** By whom calls are made for; as many as there are accounts. */
    private final Map<String, Standing> standings = new ConcurrentHashMap<>();

    /** How calls for one account went. */
    private static final class Standing {
        private int overdue;
        private int lateInARow;
        private long pausedAt;

        /** Why it is not to be asked now; empty when it is. */
        synchronized String obstacle(long now) {
            if (overdue >= MOST_OVERDUE) {
                return "busy";
            }
            return lateInARow >= LATE_IN_A_ROW && now - pausedAt < PAUSE.toNanos() ? "paused" : "";
        }

        synchronized void late(long now) {
            overdue++;
            lateInARow++;
            pausedAt = now;
        }

        synchronized void over() {
            overdue--;
        }

        synchronized void inTime() {
            lateInARow = 0;
        }
    }

    /** A call whose end is told to the standing when it had been given up before. */
    private static final class Call<T> implements Callable<T> {
        private final Callable<T> work;
        private final Standing standing;
        private boolean begun;
        private boolean ended;
        private boolean late;

        Call(Callable<T> work, Standing standing) {
            this.work = work;
            this.standing = standing;
        }

        @Override
        public T call() throws Exception {
            synchronized (this) {
                if (late) {
                    throw new CancellationException("given up before it began");
                }
                begun = true;
            }
            try {
                return work.call();
            } finally {
                synchronized (this) {
                    ended = true;
                    if (late) {
                        standing.over();
                    }
                }
            }
        }

        synchronized void giveUp(long now) {
            late = true;
            standing.late(now);
            if (ended || !begun) {
                standing.over();
            }
        }
    }

    /** @param trouble counts, by {@code failed}, {@code slow}, {@code busy}, {@code paused} */
    Guarded(Plugin plugin, String name, PluginConfig config, Ticker ticker, Consumer<String> trouble) {
        this.plugin = plugin;
        this.name = name;
        this.within = config.answerWithin();
        this.without = config.refuse() ? "that it is to let through are refused" : "do without it";
        this.ticker = ticker;
        this.trouble = trouble;
        this.complainAt = new AtomicLong(ticker.nanos());
        this.threads = new ThreadPoolExecutor(
                0,
                THREADS + Hooks.BUSY * config.atOnce(),
                30,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                NamedThreads.numbered("plugin-" + name));
    }

    String name() {
        return name;
    }

    /**
     * What it answers; empty when it does not, or not in time.
     *
     * @param whose for whom it is asked
     */
    <T> Optional<T> call(String whose, Callable<T> work) {
        Standing standing = standings.computeIfAbsent(whose, account -> new Standing());
        String obstacle = standing.obstacle(ticker.nanos());
        if (!obstacle.isEmpty()) {
            complain(obstacle, "it did not answer earlier calls for " + whose + " in time", Optional.empty());
            return Optional.empty();
        }
        Call<T> call = new Call<>(work, standing);
        Future<T> answer;
        try {
            answer = threads.submit(call);
        } catch (RejectedExecutionException e) {
            complain("busy", "all its threads are still at earlier calls", Optional.empty());
            return Optional.empty();
        }
        try {
            T said = answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
            standing.inTime();
            if (said == null) {
                complain("failed", "it answered null", Optional.empty());
            }
            return Optional.ofNullable(said);
        } catch (TimeoutException e) {
            call.giveUp(ticker.nanos());
            answer.cancel(true);
            complain("slow", "no answer within " + within.toMillis() + " ms", Optional.empty());
        } catch (ExecutionException e) {
            standing.inTime();
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
                    "plug-in {}: {}{}; messages {} (told once a minute, see smpp_bridge_plugin_troubles_total)",
                    name,
                    why,
                    thrown.map(e -> " " + e.getClass().getName()).orElse(""),
                    without);
        }
    }

    void stop() {
        call("the bridge", () -> {
            plugin.stop();
            return true;
        });
        threads.shutdownNow();
    }
}
