package io.smppbridge.sender;

import io.smppbridge.pipeline.Outcomes;

/** Flights of which nothing is written down: for tests to which what was under way is of no interest. */
public class NoNotes implements Flights {
    @Override
    public int sent(long taskId, int part, int attempt, long epochMs) {
        return 1;
    }

    @Override
    public void answered(int slot, int commandStatus, String messageId) {}

    @Override
    public void drop(int slot) {}

    @Override
    public Outcomes.Flight flight(int slot) {
        return Outcomes.Flight.NONE;
    }

    @Override
    public void force() {}
}
