package io.smppbridge.admin;

import io.smppbridge.stats.CounterFile;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts every series of {@code /metrics} that is the bridge's own into a {@link CounterFile} beside the journal, several times a second, so
 * that {@code ./bridge stat} reads them without asking the bridge. The stations do not know of it: they add to their adders as ever, and a
 * thread of its own carries the sums over (SYSTEMS: live statistics that another process reads, the three-stage server).
 */
@ThreadSafe
public final class LiveCounters {
    /** Name of the file in the journal directory. */
    public static final String FILE = "counters.live";

    private static final Logger LOG = LoggerFactory.getLogger(LiveCounters.class);

    private final Rates rates;
    private final BridgeMetrics metrics;
    private final InstantSource clock;
    private final CounterFile file;
    private final LiveSheet sheet; // of the one thread
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(work -> NamedThreads.single("live-counters", work));
    private int beat;

    private LiveCounters(AdminSources sources, CounterFile file, InstantSource clock, Ticker ticker) {
        this.rates = new Rates(sources.stats(), ticker);
        this.metrics = new BridgeMetrics(sources, rates, clock);
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
        LiveCounters live = new LiveCounters(sources, file, clock, ticker);
        int beatsASecond = (int) Math.max(1, Duration.ofSeconds(1).toMillis() / every.toMillis());
        live.thread.scheduleWithFixedDelay(() -> live.write(beatsASecond), 0, every.toMillis(), TimeUnit.MILLISECONDS);
        return live;
    }

    /** Writes the last picture and ends. */
    public void stop(Duration within) {
        thread.shutdown();
        try {
            if (thread.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
                write(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
        file.close();
    }

    private void write(int beatsASecond) {
        try {
            if (beat++ % beatsASecond == 0) {
                rates.sample();
            }
            sheet.begin();
            metrics.fill(sheet);
            file.show(clock.instant());
        } catch (RuntimeException e) {
            LOG.warn("the live counters were not written this time", e);
        }
    }
}
