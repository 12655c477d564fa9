package io.smppbridge.sender;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * What the gate has permitted in this turn and has not yet heard to be written. The gate goes by the moment when octets were given to the
 * socket, which may be later than the flush, and then is told by whoever writes: else what one thread has permitted on time and another
 * has written late would be too much in a second.
 */
@OwnedBy("the sender thread")
final class Permits {
    private final Account account;
    private long[] tickets = new long[16];
    private int[] counts = new int[16];
    private SenderBind[] binds = new SenderBind[16];
    private int reservations;

    Permits(Account account) {
        this.account = account;
    }

    void remember(SenderBind bind, long ticket, int count) {
        if (ticket == RateGate.UNLIMITED) {
            return;
        }
        if (reservations == tickets.length) {
            tickets = Arrays.copyOf(tickets, reservations * 2);
            counts = Arrays.copyOf(counts, reservations * 2);
            binds = Arrays.copyOf(binds, reservations * 2);
        }
        binds[reservations] = bind;
        tickets[reservations] = ticket;
        counts[reservations++] = count;
    }

    /** Flushes a bind. The gate hears when it was written, for whatever was permitted on it. */
    void flush(SenderBind bind) {
        int mine = 0;
        for (int i = 0; i < reservations; i++) {
            mine += binds[i] == bind ? 1 : 0;
        }
        if (mine == 0) {
            bind.keeper.connector().flush();
        } else {
            bind.keeper.connector().flush(leave(bind, mine));
        }
    }

    /** Takes a bind's tickets out, to be told of later by any thread. */
    private Runnable leave(SenderBind bind, int mine) {
        long[] its = new long[mine];
        int[] many = new int[mine];
        int taken = 0;
        int kept = 0;
        for (int i = 0; i < reservations; i++) {
            if (binds[i] == bind) {
                its[taken] = tickets[i];
                many[taken++] = counts[i];
            } else {
                tickets[kept] = tickets[i];
                counts[kept] = counts[i];
                binds[kept++] = binds[i];
            }
        }
        reservations = kept;
        return () -> tell(its, many, its.length);
    }

    /** What is left was permitted for nothing that is written: counts as written now. */
    void report() {
        tell(tickets, counts, reservations);
        Arrays.fill(binds, 0, reservations, null);
        reservations = 0;
    }

    private void tell(long[] given, int[] many, int length) {
        long written = account.wiring.ticker().nanos();
        for (int i = 0; i < length; i++) {
            account.gate.written(given[i], many[i], written);
        }
    }
}
