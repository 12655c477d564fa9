package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.function.LongConsumer;

/** Where the last records of the messages that ended last stand, so that a platform can still ask about them. The oldest makes room. */
@OwnedBy("journal thread")
final class History {
    private final LongTable table;
    private final long[] order;
    private int next;
    private int count;
    private long forgotten;

    History(int most) {
        this.table = new LongTable(1, false, Math.min(most, 4096));
        this.order = new long[Math.max(1, most)];
    }

    void enter(long id, long closePosition) {
        int known = table.size();
        table.set(table.put(id), 0, closePosition);
        if (table.size() == known) {
            return;
        }
        if (count == order.length) {
            table.remove(order[next]);
            forgotten = Math.max(forgotten, order[next]);
        } else {
            count++;
        }
        order[next] = id;
        next = next + 1 == order.length ? 0 : next + 1;
    }

    /** Ids above this one have not made room yet: who has ended since is remembered. A look at it costs nothing. */
    long forgottenUpTo() {
        return forgotten;
    }

    /** The last record of an ended message stands elsewhere now; false when the message is not known. */
    boolean moved(long id, long position) {
        int slot = table.find(id);
        if (slot != LongTable.NONE) {
            table.set(slot, 0, position);
        }
        return slot != LongTable.NONE;
    }

    void forEach(LongConsumer consumer) {
        for (int i = 0; i < count; i++) {
            consumer.accept(order[i]);
        }
    }

    /** Position of the message's last record, or 0. */
    long closePosition(long id) {
        int slot = table.find(id);
        return slot == LongTable.NONE ? 0 : table.get(slot, 0);
    }

    int size() {
        return table.size();
    }
}
