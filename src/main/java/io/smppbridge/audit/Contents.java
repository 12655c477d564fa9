package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/**
 * Messages by number and text. Each reception takes the next of those that have both in common and did not come yet: which of
 * two equal messages it was, nobody can say, but how many came.
 */
@OwnedBy("whoever audits")
final class Contents {
    private final Messages messages;
    private final Ring sent;
    /** Those of which the caller was told nothing, and knows no id. */
    private final Ring inDoubt;

    private final Index refused;

    Contents(Messages messages) {
        this.messages = messages;
        this.sent = new Ring(this::key, row -> messages.received(row) > 0);
        this.inDoubt = new Ring(this::key, row -> !isInDoubt(row));
        this.refused = new Index(this::key);
    }

    private long key(int row) {
        return Print.both(messages.to(row), messages.text(row));
    }

    private boolean isInDoubt(int row) {
        return messages.is(row, Messages.IN_DOUBT) && messages.id(row) == Print.NONE;
    }

    /** A message that a carrier may have. */
    void add(int row) {
        sent.add(row);
        if (isInDoubt(row)) {
            inDoubt.add(row);
        }
    }

    /** One that was refused: looked at where there is no other. */
    void addRefused(int row) {
        refused.put(row);
    }

    /** What has come with this number and text; {@link Index#NONE} when nobody submitted it. */
    int came(long to, long text) {
        long key = Print.both(to, text);
        int row = sent.next(key);
        return row == Index.NONE ? refused.find(key) : row;
    }

    /** Whether one of this number and text is still to come. */
    boolean isAwaited(long to, long text) {
        int row = sent.look(Print.both(to, text));
        return row != Index.NONE && messages.received(row) == 0;
    }

    /** One of this number and text of which the caller knows no id; {@link Index#NONE} when there is none. */
    int inDoubt(long to, long text) {
        int row = inDoubt.next(Print.both(to, text));
        return row != Index.NONE && isInDoubt(row) ? row : Index.NONE;
    }
}
