package io.smppbridge.app;

import io.smppbridge.journal.FlightLog;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.LoggedFlights;
import io.smppbridge.threads.ThreadSafe;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The notes of submissions under way, a file for each worker, beside the journal. */
@ThreadSafe
final class FlightLogs implements AutoCloseable {
    private final Path directory;
    private final InstantSource clock;
    private final Map<String, FlightLog> logs = new ConcurrentHashMap<>();

    /** @param journal its directory */
    FlightLogs(Path journal, InstantSource clock) {
        this.directory = journal.resolve("flights");
        this.clock = clock;
    }

    Flights open(String worker, int slots) {
        String name = worker;
        for (int more = 2; logs.containsKey(name); more++) {
            name = worker + "." + more;
        }
        FlightLog log = FlightLog.create(directory, name, slots, clock.millis());
        logs.put(name, log);
        return new LoggedFlights(log, slots);
    }

    @Override
    public void close() {
        logs.values().forEach(FlightLog::close);
    }
}
