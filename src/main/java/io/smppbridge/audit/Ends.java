package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** How messages ended, by the receipts of carriers and by the events that the platform was posted: 24 octets for each that did. */
@OwnedBy("whoever audits")
final class Ends {
    /** What a word for a final state says of the handset. */
    enum End {
        REACHED,
        MISSED,
        /** Taken by the carrier, and no more is said. */
        TAKEN,
        /** It may mean either: profiles read such words differently. */
        UNCLEAR;

        /** Of a carrier's receipt. */
        static End of(String state) {
            if (state.startsWith("DELIV")) {
                return REACHED;
            }
            if (state.startsWith("ACCEPT")) {
                return TAKEN;
            }
            boolean missed = state.startsWith("UNDELIV")
                    || state.startsWith("EXPIRE")
                    || state.startsWith("DELETE")
                    || state.startsWith("REJECT")
                    || state.startsWith("FAIL");
            return missed ? MISSED : UNCLEAR;
        }

        boolean isFailure() {
            return this == MISSED || this == UNCLEAR;
        }
    }

    private static final long SAID_REACHED = 1;
    private static final long SAID_MISSED = 1 << 1;
    private static final long TOLD_REACHED = 1 << 2;
    private static final long TOLD_MISSED = 1 << 3;
    private static final long OPEN = 1 << 4;

    private final Longs said = new Longs();
    private final Longs receiptAt = new Longs();
    private final Longs eventAt = new Longs();

    /** A receipt of it, or of a part of it. */
    void receipt(int row, End end, long where) {
        mark(
                row,
                switch (end) {
                    case REACHED -> SAID_REACHED;
                    case MISSED -> SAID_MISSED;
                    case TAKEN, UNCLEAR -> OPEN;
                });
        receiptAt.set(row, where);
    }

    /** A final event of it; what else it can say may have come before the receipt, or without one. */
    void event(int row, String state, long where) {
        mark(row, state.equals("DELIVERED") ? TOLD_REACHED : state.equals("UNDELIVERED") ? TOLD_MISSED : 0);
        eventAt.set(row, where);
    }

    /** Whether all receipts say one thing, and all events the other. */
    boolean contradict(int row) {
        long all = said.get(row);
        return all == (SAID_REACHED | TOLD_MISSED) || all == (SAID_MISSED | TOLD_REACHED);
    }

    /** Whether a receipt says that it reached the handset, whatever others say. */
    boolean isReached(int row) {
        return (said.get(row) & SAID_REACHED) != 0;
    }

    /** Where the last receipt stands; 0 when none has come. */
    long receiptAt(int row) {
        return receiptAt.get(row);
    }

    /** Where the last final event stands; 0 when none has come. */
    long eventAt(int row) {
        return eventAt.get(row);
    }

    private void mark(int row, long flags) {
        said.set(row, said.get(row) | flags);
    }
}
