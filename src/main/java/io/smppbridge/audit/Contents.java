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
    /** Those whose callers know no id: they were told nothing, or by an ACK that names none. */
    private final Ring unnamed;

    private final Index refused;

    Contents(Messages messages) {
        this.messages = messages;
        this.sent = new Ring(this::key, row -> messages.received(row) > 0);
        this.unnamed = new Ring(this::key, row -> !isUnnamed(row));
        this.refused = new Index(this::key);
    }

    private long key(int row) {
        return Print.both(messages.to(row), messages.text(row));
    }

    private boolean isUnnamed(int row) {
        return messages.is(row, Messages.ACCEPTED | Messages.IN_DOUBT) && messages.id(row) == Print.NONE;
    }

    /** A message that a carrier may have. */
    void add(int row) {
        sent.add(row);
        if (isUnnamed(row)) {
            unnamed.add(row);
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
    int unnamed(long to, long text) {
        int row = unnamed.next(Print.both(to, text));
        return row != Index.NONE && isUnnamed(row) ? row : Index.NONE;
    }
}
