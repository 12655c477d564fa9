package io.smppbridge.sender;

import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** A worker's notes, in as many logs as its windows have needed so far: one, unless they have grown while it ran. */
@OwnedBy("the sender thread; grown by whoever changes its group; flights are freed on the journal thread")
final class GrowingFlights implements Flights {
    /** Of a slot's number what is its place in its log. */
    private static final int SLOT_BITS = 16;

    private static final int SLOT = (1 << SLOT_BITS) - 1;

    private volatile Flights[] logs = {};
    private int slots;

    /** How many submissions can be noted at once. Under the lock of its group. */
    int slots() {
        return slots;
    }

    /** So many more can be noted. Under the lock of its group. */
    void add(Flights log, int more) {
        Flights[] longer = Arrays.copyOf(logs, logs.length + 1);
        longer[logs.length] = log;
        logs = longer;
        slots += more;
    }

    @Override
    public int sent(long taskId, int part, int attempt, long epochMs) {
        Flights[] all = logs;
        for (int i = all.length - 1; i >= 0; i--) {
            int slot = all[i].sent(taskId, part, attempt, epochMs);
            if (slot != FULL) {
                return i << SLOT_BITS | slot;
            }
        }
        return FULL;
    }

    @Override
    public void answered(int slot, int commandStatus, String messageId) {
        logs[slot >>> SLOT_BITS].answered(slot & SLOT, commandStatus, messageId);
    }

    @Override
    public void drop(int slot) {
        logs[slot >>> SLOT_BITS].drop(slot & SLOT);
    }

    @Override
    public Flight flight(int slot) {
        return logs[slot >>> SLOT_BITS].flight(slot & SLOT);
    }

    @Override
    public void force() {
        for (Flights log : logs) {
            log.force();
        }
    }
}
