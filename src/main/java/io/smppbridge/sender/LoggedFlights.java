package io.smppbridge.sender;

import io.smppbridge.journal.FlightLog;
import io.smppbridge.journal.JournalException;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.OwnedBy;
import java.util.function.Consumer;

/** A worker's notes in a flight log of the journal. */
@OwnedBy("the sender thread; flights are freed on the journal thread")
public final class LoggedFlights implements Flights {
    private final FlightLog log;
    private final Flight[] flights;
    private final Consumer<JournalException> failed;
    /** Whether its notes are forced to disk: then what takes a note away must be there first. */
    private volatile boolean forced;

    /** @param slots of the log */
    public LoggedFlights(FlightLog log, int slots) {
        this(log, slots, failure -> {});
    }

    /** @param failed told, beside whoever wanted them forced, that the disk does not take them */
    public LoggedFlights(FlightLog log, int slots, Consumer<JournalException> failed) {
        this.log = log;
        this.failed = failed;
        flights = new Flight[slots];
        for (int i = 0; i < slots; i++) {
            flights[i] = new Slot(i);
        }
    }

    private final class Slot implements Flight {
        private final int number;

        Slot(int number) {
            this.number = number;
        }

        @Override
        public void free() {
            log.free(number);
        }

        @Override
        public boolean isKeptUntilForced() {
            return forced;
        }
    }

    @Override
    public int sent(long taskId, int part, int attempt, long epochMs) {
        return log.sent(taskId, part, attempt, epochMs);
    }

    @Override
    public void answered(int slot, int commandStatus, String messageId) {
        log.answered(slot, commandStatus, messageId);
    }

    @Override
    public void drop(int slot) {
        log.drop(slot);
    }

    @Override
    public Flight flight(int slot) {
        return flights[slot];
    }

    @Override
    public void force() {
        forced = true;
        try {
            log.force();
        } catch (JournalException failure) {
            failed.accept(failure);
            throw failure;
        }
    }
}
