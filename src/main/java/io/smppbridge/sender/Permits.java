package io.smppbridge.sender;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** What the gate has permitted in this turn and has not yet heard to be written. */
@OwnedBy("the sender thread")
final class Permits {
    private final Account account;
    private long[] tickets = new long[16];
    private int[] counts = new int[16];
    private int reservations;

    Permits(Account account) {
        this.account = account;
    }

    void remember(long ticket, int count) {
        if (ticket == RateGate.UNLIMITED) {
            return;
        }
        if (reservations == tickets.length) {
            tickets = Arrays.copyOf(tickets, reservations * 2);
            counts = Arrays.copyOf(counts, reservations * 2);
        }
        tickets[reservations] = ticket;
        counts[reservations++] = count;
    }

    /** Tells the gate that all of it was written just now. */
    void report() {
        long written = account.wiring.ticker().nanos();
        for (int i = 0; i < reservations; i++) {
            account.gate.written(tickets[i], counts[i], written);
        }
        reservations = 0;
    }
}
