package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;

/** Where the closing records of the last messages stand, so that a platform can still ask about them. The oldest makes room. */
@OwnedBy("journal thread")
final class History {
    private final LongTable table;
    private final long[] order;
    private int next;
    private int count;

    History(int most) {
        this.table = new LongTable(1, false, Math.min(most, 4096));
        this.order = new long[Math.max(1, most)];
    }

    void enter(long id, long closePosition) {
        if (count == order.length) {
            table.remove(order[next]);
        } else {
            count++;
        }
        order[next] = id;
        next = (next + 1) % order.length;
        int slot = table.put(id);
        table.set(slot, 0, closePosition);
    }

    /** Position of the closing record, or 0. */
    long closePosition(long id) {
        int slot = table.find(id);
        return slot == LongTable.NONE ? 0 : table.get(slot, 0);
    }

    int size() {
        return table.size();
    }
}
