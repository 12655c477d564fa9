package io.smppbridge.pipeline;

import io.smppbridge.Priority;
import io.smppbridge.threads.OwnedBy;

/** When open messages are due and how urgent they are, as the journal tells it: needed once, to fill the bags. Nothing is kept of one that may go now, as usual. */
@OwnedBy("journal thread")
final class DueTimes {
    private static final Priority[] PRIORITIES = Priority.values();
    private static final int SHIFT = 2;
    private static final long USUAL = Priority.NORMAL.ordinal();

    private final LongTable table = new LongTable(1, false, 1024);

    /** @param dueAtMs since 1970; 0 for at once */
    void waits(long id, long dueAtMs, Priority priority) {
        long packed = dueAtMs << SHIFT | priority.ordinal();
        if (packed == USUAL) {
            forget(id);
        } else {
            table.set(table.put(id), 0, packed);
        }
    }

    void forget(long id) {
        if (table.size() > 0) {
            table.remove(id);
        }
    }

    /** Whether all may go now, as usual. */
    boolean isEmpty() {
        return table.size() == 0;
    }

    long atMs(long id) {
        return packed(id) >> SHIFT;
    }

    Priority priority(long id) {
        return PRIORITIES[(int) packed(id) & (1 << SHIFT) - 1];
    }

    private long packed(long id) {
        int slot = table.size() == 0 ? LongTable.NONE : table.find(id);
        return slot == LongTable.NONE ? USUAL : table.get(slot, 0);
    }
}
