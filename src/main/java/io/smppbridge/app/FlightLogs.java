package io.smppbridge.app;

import io.smppbridge.journal.FlightLog;
import io.smppbridge.journal.JournalException;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.LoggedFlights;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The notes of submissions under way, a file for each worker, beside the journal. */
@ThreadSafe
final class FlightLogs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlightLogs.class);
    private static final Duration LOOK_EVERY = Rounds.EVERY.multipliedBy(2);

    private final Path directory;
    private final InstantSource clock;
    private final Consumer<JournalException> failed;
    private final Map<String, FlightLog> logs = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor looks =
            new ScheduledThreadPoolExecutor(1, work -> NamedThreads.single("flight-logs", work));

    /**
     * @param journal its directory
     * @param failed told when notes that were to be forced cannot be
     */
    FlightLogs(Path journal, InstantSource clock, Consumer<JournalException> failed) {
        this.failed = failed;
        this.directory = journal.resolve("flights");
        this.clock = clock;
    }

    /** From now on it is looked now and then whether all are there. */
    void start() {
        looks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        lookLater();
    }

    private void lookLater() {
        try {
            looks.schedule(this::lookAgain, Rounds.next(Ticker.SYSTEM.nanos(), LOOK_EVERY), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // It has been closed.
        }
    }

    private void lookAgain() {
        try {
            look();
        } finally {
            lookLater();
        }
    }

    /** Says so, once, of each that somebody has deleted. */
    void look() {
        logs.forEach((name, log) -> {
            if (!log.isThere() && told.add(name)) {
                LOG.error(
                        "{} holds no notes of {} any more: somebody has deleted them. If this process is killed now, what"
                                + " it has submitted and not heard of is sent again without a mark: end it with TERM, and"
                                + " start it again",
                        directory,
                        name);
            }
        });
    }

    Flights open(String worker, int slots) {
        String name = worker;
        for (int more = 2; logs.containsKey(name); more++) {
            name = worker + "." + more;
        }
        FlightLog log = FlightLog.create(directory, name, slots, clock.millis());
        logs.put(name, log);
        return new LoggedFlights(log, slots, failed);
    }

    @Override
    public void close() {
        looks.shutdownNow();
        logs.values().forEach(FlightLog::close);
    }
}
