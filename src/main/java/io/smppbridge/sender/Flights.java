package io.smppbridge.sender;

import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.OwnedBy;

/**
 * What a worker notes of its submissions so that a killed process leaves no doubt about which were under way. One for each worker.
 */
@OwnedBy("the sender thread; flights are freed on the journal thread")
public interface Flights {
    /** No slot is free: the journal is behind. */
    int FULL = -1;

    /** Notes a submission before its octets go to the socket, and returns its slot, or {@link #FULL}. */
    int sent(long taskId, int part, int attempt, long epochMs);

    /** When its answer has been read. */
    void answered(int slot, int commandStatus, String messageId);

    /** Gives a slot back at once: nothing about the submission will be journaled. */
    void drop(int slot);

    /** The slot as the pipeline knows it: always the same object for the same slot. */
    Flight flight(int slot);

    /** Everything noted is on disk when it returns: for accounts whose messages must never be sent twice. */
    void force();

    /** Of a worker that takes nothing yet. */
    Flights NONE = new Flights() {
        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            return FULL;
        }

        @Override
        public void answered(int slot, int commandStatus, String messageId) {}

        @Override
        public void drop(int slot) {}

        @Override
        public Flight flight(int slot) {
            throw new IllegalStateException("nothing was noted");
        }

        @Override
        public void force() {}
    };

    /** Makes or finds the notes of a worker. */
    @FunctionalInterface
    interface Factory {
        /**
         * @param worker its name, the same each time it is started again
         * @param slots how many submissions may be noted at once, at least
         */
        Flights open(String worker, int slots);
    }
}
