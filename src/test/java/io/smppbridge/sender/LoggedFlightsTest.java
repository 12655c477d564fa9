package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.journal.FlightLog;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggedFlightsTest {
    private static final int SLOTS = 8;

    /** Else the next force of the notes stores that there was nothing, and a loss of power then takes the outcome. */
    @Test
    void notes_that_are_forced_stay_until_the_outcome_is(@TempDir Path directory) {
        try (FlightLog log = FlightLog.create(directory.resolve("flights"), "sender-a-1", SLOTS, 1)) {
            Flights flights = new LoggedFlights(log, SLOTS);
            Flight flight = flights.flight(flights.sent(7, 0, 1, 0));
            assertThat(flight.isKeptUntilForced()).isFalse();

            flights.force();

            assertThat(flight.isKeptUntilForced()).isTrue();
            GrowingFlights growing = new GrowingFlights();
            growing.add(flights, SLOTS);
            int slot = growing.sent(8, 0, 1, 0);
            assertThat(growing.flight(slot).isKeptUntilForced()).isTrue();
        }
    }

    /** A window has grown: {@code uncertain = never} holds for what is noted in each log. */
    @Test
    void whoever_forces_notes_forces_those_of_every_log(@TempDir Path directory) {
        Path flights = directory.resolve("flights");
        try (FlightLog first = FlightLog.create(flights, "sender-a-1", SLOTS, 1);
                FlightLog second = FlightLog.create(flights, "sender-a-1.2", SLOTS, 1)) {
            GrowingFlights growing = new GrowingFlights();
            growing.add(new LoggedFlights(first, SLOTS), SLOTS);
            growing.add(new LoggedFlights(second, SLOTS), SLOTS);

            growing.force();

            for (int i = 0; i < 2 * SLOTS; i++) {
                int slot = growing.sent(i, 0, 1, 0);
                assertThat(growing.flight(slot).isKeptUntilForced()).isTrue();
            }
            assertThat(growing.sent(99, 0, 1, 0)).isEqualTo(Flights.FULL);
        }
    }
}
