package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/**
 * Messages by number and text. Those that have both in common stand in a ring, and each reception takes the next of them: which of
 * two equal messages it was, nobody can say, but how many came.
 */
@OwnedBy("whoever audits")
final class Contents {
    /** So many of a ring that have come already are passed over. */
    private static final int LOOKED_AT = 64;

    private final Messages messages;
    private final Index last;
    private final Index refused;
    /** The row that follows, and one; 0 for a ring of one. */
    private final Longs next = new Longs();

    Contents(Messages messages) {
        this.messages = messages;
        this.last = new Index(this::key);
        this.refused = new Index(this::key);
    }

    private long key(int row) {
        return Print.both(messages.to(row), messages.text(row));
    }

    /** A message that a carrier may have. */
    void add(int row) {
        int before = last.find(key(row));
        if (before != Index.NONE) {
            next.set(row, next(before) + 1L);
            next.set(before, row + 1L);
        }
        last.put(row);
    }

    /** One that was refused: looked at where there is no other. */
    void addRefused(int row) {
        refused.put(row);
    }

    /** What has come with this number and text; {@link Index#NONE} when nobody submitted it. */
    int came(long to, long text) {
        long key = Print.both(to, text);
        int row = last.find(key);
        if (row == Index.NONE) {
            return refused.find(key);
        }
        row = next(row);
        for (int i = 0; i < LOOKED_AT && messages.received(row) > 0; i++) {
            row = next(row);
        }
        last.put(row);
        return row;
    }

    /** One of this number and text of which the caller knows no id; {@link Index#NONE} when there is none. */
    int inDoubt(long to, long text) {
        int row = last.find(Print.both(to, text));
        for (int i = 0; i < LOOKED_AT && row != Index.NONE; i++) {
            if (messages.is(row, Messages.IN_DOUBT) && messages.id(row) == Print.NONE) {
                return row;
            }
            row = next(row);
        }
        return Index.NONE;
    }

    private int next(int row) {
        long found = next.get(row);
        return found == 0 ? row : (int) (found - 1);
    }
}
