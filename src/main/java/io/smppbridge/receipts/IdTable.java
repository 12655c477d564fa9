package io.smppbridge.receipts;

import io.smppbridge.threads.OwnedBy;

/**
 * One of the small tables of a {@link ReceiptIndex}. Open addressing with linear probing; removal moves followers up, so there are no tombstones. A slot is two numbers that lie in one
 * line of the processor's cache: the lower 56 bits of the key, below the part, as the upper 8 have chosen the shard; and the task, 0
 * where the slot is free.
 */
@OwnedBy("journal thread")
final class IdTable {
    private static final int FIRST_CAPACITY = 16;
    private static final int PART_SHIFT = 56;
    private static final long KEY = (1L << PART_SHIFT) - 1;

    private long[] rows = new long[2 * FIRST_CAPACITY];
    private int capacity = FIRST_CAPACITY;
    private int used;

    int capacity() {
        return capacity;
    }

    long task(int slot) {
        return rows[2 * slot + 1];
    }

    int part(int slot) {
        return (int) (rows[2 * slot] >>> PART_SHIFT);
    }

    /** Looks where the key would stand, to have it at hand when it is needed. */
    long touch(long key) {
        return rows[2 * home(key) + 1];
    }

    /** Where the key stands; where it is not there, the free slot for it as {@code -1 - slot}. */
    int slot(long key) {
        int slot = home(key);
        while (task(slot) != ReceiptIndex.NONE) {
            if ((rows[2 * slot] ^ key) << Long.SIZE - PART_SHIFT == 0) {
                return slot;
            }
            slot = next(slot);
        }
        return ~slot;
    }

    /** Whether the key stands at a slot where it stood before. */
    boolean isAt(int slot, long key) {
        return slot >= 0
                && slot < capacity
                && task(slot) != ReceiptIndex.NONE
                && (rows[2 * slot] ^ key) << Long.SIZE - PART_SHIFT == 0;
    }

    /** @param free where {@link #slot} has just said that it goes */
    void add(int free, long key, long task, int part) {
        if ((used + 1) * 4L > capacity * 3L) {
            grow();
            place((long) part << PART_SHIFT | key & KEY, task);
        } else {
            enter(free, key, task, part);
        }
        used++;
    }

    void enter(int slot, long key, long task, int part) {
        rows[2 * slot] = (long) part << PART_SHIFT | key & KEY;
        rows[2 * slot + 1] = task;
    }

    /** Backward-shift deletion: each follower that may stand in the hole is moved there. */
    void removeAt(int slot) {
        int hole = slot;
        int at = next(hole);
        while (task(at) != ReceiptIndex.NONE) {
            int home = home(rows[2 * at]);
            boolean mayMove = hole <= at ? home <= hole || home > at : home <= hole && home > at;
            if (mayMove) {
                rows[2 * hole] = rows[2 * at];
                rows[2 * hole + 1] = rows[2 * at + 1];
                hole = at;
            }
            at = next(at);
        }
        rows[2 * hole + 1] = ReceiptIndex.NONE;
        used--;
    }

    private void place(long keyed, long task) {
        int slot = home(keyed);
        while (task(slot) != ReceiptIndex.NONE) {
            slot = next(slot);
        }
        rows[2 * slot] = keyed;
        rows[2 * slot + 1] = task;
    }

    /** By a third: keeps the table filled by more than 56 %. */
    private void grow() {
        long[] old = rows;
        capacity += capacity / 3;
        rows = new long[2 * capacity];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != ReceiptIndex.NONE) {
                place(old[i], old[i + 1]);
            }
        }
    }

    /** The lower 32 bits scaled to the capacity, which need not be a power of two. */
    private int home(long key) {
        return (int) ((key & 0xFFFF_FFFFL) * capacity >>> 32);
    }

    private int next(int slot) {
        return slot + 1 == capacity ? 0 : slot + 1;
    }
}
