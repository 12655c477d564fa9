package io.smppbridge.pipeline;

import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * Keeps the index of the SMSCs' ids small: ids of messages that nothing is known of any more go in rounds. A round begins when
 * the index has grown by a quarter since the last one, so that no id costs more than a few looks, and takes one stretch of it at a time, as
 * records are written.
 */
@OwnedBy("journal thread")
final class IdSweep {
    /** So many ids may come at least before it is worth a round. */
    private static final int FEW = 65_536;

    /** A stretch for so many records: those of some hundred messages. */
    private static final int RECORDS = 512;

    /** With more messages than that, going through them at once would take longer than anybody should wait. */
    private static final int MOST_AWAKE = 65_536;

    private static final int MOST_KNOWN = 262_144;
    private static final int MARK_BITS = 20;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Books books;
    private final LongPredicate isForgotten = this::isForgotten;
    private final LongConsumer mark = this::mark;
    /** One bit for each message that was known when the round began, and may be forgotten by its age; several may share one. */
    private final long[] marks = new long[1 << MARK_BITS - 6];

    private boolean marked;
    /** Messages above this one are left to the next round. */
    private long upTo;

    private int left;
    private int roundAt = FEW;
    private long records;

    IdSweep(Books books) {
        this.books = books;
    }

    /** At each turn: what is due of a round, and whether one is due. */
    void turn() {
        if (left == 0 && books.receipts.size() >= roundAt) {
            begin();
            left = ReceiptIndex.STRETCHES;
        }
        if (left == 0) {
            records = books.recordCount();
        }
        while (left > 0 && books.recordCount() - records >= RECORDS) {
            records += RECORDS;
            books.receipts.sweep(isForgotten);
            left--;
            roundAt = books.receipts.size() + Math.max(FEW, books.receipts.size() / 4);
        }
    }

    /** So many stretches, whether they are due or not. */
    void some(int stretches) {
        if (left == 0) {
            upTo = books.history.forgottenUpTo();
            marked = false;
        }
        for (int i = 0; i < stretches; i++) {
            books.receipts.sweep(isForgotten);
        }
    }

    /** Marks what is known: of nearly all others it is then told at once, and without a look into the tables, that they are not. */
    private void begin() {
        upTo = books.history.forgottenUpTo();
        marked = books.ledger.awake() <= MOST_AWAKE
                && books.ledger.atRest() <= MOST_KNOWN
                && books.history.size() <= MOST_KNOWN;
        if (marked) {
            Arrays.fill(marks, 0);
            books.ledger.forEachAwake(mark);
            books.ledger.forEachAtRest(mark);
            books.history.forEach(mark);
        }
    }

    private void mark(long message) {
        if (message <= upTo) {
            marks[place(message) >>> 6] |= 1L << place(message);
        }
    }

    private boolean isForgotten(long message) {
        if (message > upTo) {
            return false;
        }
        boolean unmarked = marked && (marks[place(message) >>> 6] & 1L << place(message)) == 0;
        return unmarked || books.ledger.find(message) == Ledger.NONE && !books.history.knows(message);
    }

    private static int place(long message) {
        return (int) (message * SPREAD >>> Long.SIZE - MARK_BITS);
    }
}
