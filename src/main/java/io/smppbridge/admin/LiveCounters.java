package io.smppbridge.admin;

import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.CounterFile;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts every series of {@code /metrics} that is the bridge's own into a {@link CounterFile} beside the journal, several times a second, so
 * that {@code ./bridge stat} reads them without asking the bridge. The stations do not know of it: they add to their adders as ever, and a
 * thread of its own carries the sums over. Live statistics that another process reads are an idea of the three-stage server's.
 */
@ThreadSafe
public final class LiveCounters {
    /** Name of the file in the journal directory. */
    public static final String FILE = "counters.live";

    private static final Logger LOG = LoggerFactory.getLogger(LiveCounters.class);

    /** When the journal has not moved for so long, pictures come no more often than promised. */
    private static final long AT_REST_NANOS = Duration.ofSeconds(5).toNanos();

    private static final Duration RATES_EVERY = Duration.ofMillis(850);

    private final Rates rates;
    private final BridgeStats stats;
    private final Ticker ticker;
    private final Duration every;
    private final BridgeMetrics metrics;
    private final InstantSource clock;
    private final CounterFile file;
    private final LiveSheet sheet; // of the one thread
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, work -> NamedThreads.single("live-counters", work));
    private long records;
    private long movedAt;
    private long sampledAt;

    private LiveCounters(AdminSources sources, CounterFile file, Duration every, InstantSource clock, Ticker ticker) {
        this.every = every;
        this.ticker = ticker;
        this.stats = sources.stats();
        this.movedAt = ticker.nanos();
        this.sampledAt = movedAt - RATES_EVERY.toNanos();
        this.rates = new Rates(stats, ticker);
        this.metrics = new BridgeMetrics(sources, rates);
        this.clock = clock;
        this.file = file;
        this.sheet = new LiveSheet(file);
    }

    /**
     * Makes the file and begins to write.
     *
     * @param every how often a picture is written
     * @throws IOException if the file cannot be made
     */
    public static LiveCounters open(
            Path journalDirectory, AdminSources sources, Duration every, InstantSource clock, Ticker ticker)
            throws IOException {
        CounterFile file = CounterFile.create(
                journalDirectory.resolve(FILE), ProcessHandle.current().pid(), clock.instant());
        LiveCounters live = new LiveCounters(sources, file, every, clock, ticker);
        live.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(
                false); // a stop does not wait for the next picture
        live.thread.execute(live::turn);
        return live;
    }

    /** Writes the last picture and ends. */
    public void stop(Duration within) {
        thread.shutdown();
        try {
            if (thread.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
                write();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
        file.close();
    }

    private void turn() {
        write();
        long now = ticker.nanos();
        long sum = stats.journalRecords.sum();
        movedAt = sum == records ? movedAt : now;
        records = sum;
        boolean rests = now - movedAt > AT_REST_NANOS && every.compareTo(Rounds.EVERY) < 0;
        try {
            thread.schedule(this::turn, rests ? Rounds.next(now, Rounds.EVERY) : every.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // It is stopping, and writes the last picture itself.
        }
    }

    private void write() {
        try {
            if (ticker.nanos() - sampledAt >= RATES_EVERY.toNanos()) {
                sampledAt = ticker.nanos();
                rates.sample();
            }
            sheet.begin();
            metrics.fill(sheet);
            file.show(clock.instant());
        } catch (RuntimeException | Error e) { // of whatever kind: else there would be no next picture
            LOG.warn("the live counters were not written this time", e);
        }
    }
}
