package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** The newest message that has come in each order, at each carrier: some 24 octets an order. */
@OwnedBy("whoever audits")
final class Orders {
    private final Messages messages;
    private final Longs keys = new Longs();
    private final Longs newest = new Longs();
    private final Index index = new Index(keys::get);
    private int count;

    Orders(Messages messages) {
        this.messages = messages;
    }

    /** A message came for the first time; gives one that was accepted later and came before it, {@link Index#NONE} when it is in order. */
    int came(long key, int row) {
        int at = index.find(key);
        if (at == Index.NONE) {
            keys.set(count, key);
            newest.set(count, row);
            index.put(count++);
            return Index.NONE;
        }
        boolean inOrder = messages.precedes((int) newest.get(at), row);
        if (inOrder) {
            newest.set(at, row);
        }
        return inOrder ? Index.NONE : (int) newest.get(at);
    }
}
