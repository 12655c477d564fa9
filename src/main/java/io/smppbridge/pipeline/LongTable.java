package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.function.LongConsumer;

/**
 * A hash table from positive long keys to a few long columns and one object, in flat arrays: about 8 octets a column, no object for an
 * entry. Open addressing with backward-shift deletion, at most 60 % full.
 */
@OwnedBy("journal thread")
final class LongTable {
    /** What {@link #find} says when there is no such key. */
    static final int NONE = -1;

    private final int columns;
    private final boolean objects;
    private long[] keys;
    private long[] values;
    private Object[] extra;
    private int size;
    private int mask;

    LongTable(int columns, boolean objects, int expected) {
        this.columns = columns;
        this.objects = objects;
        allocate(Math.max(64, Integer.highestOneBit(Math.max(1, (int) (expected / 0.6))) << 1));
    }

    int size() {
        return size;
    }

    /** The slot of the key, good until the table changes, or {@link #NONE}. */
    int find(long key) {
        int slot = home(key);
        while (keys[slot] != 0) {
            if (keys[slot] == key) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return NONE;
    }

    /** The slot of the key, made with zeros if it was not there. */
    int put(long key) {
        assert key > 0 : "key " + key;
        if (size + 1 > (keys.length * 3L) / 5) {
            grow();
        }
        int slot = home(key);
        while (keys[slot] != 0) {
            if (keys[slot] == key) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        size++;
        return slot;
    }

    long get(int slot, int column) {
        return values[slot * columns + column];
    }

    void set(int slot, int column, long value) {
        values[slot * columns + column] = value;
    }

    Object extra(int slot) {
        return extra[slot];
    }

    void extra(int slot, Object value) {
        extra[slot] = value;
    }

    /** How many slots there are, for a sweep by slot number. */
    int slots() {
        return keys.length;
    }

    /** The key at a slot, 0 when it is free. */
    long key(int slot) {
        return keys[slot];
    }

    /** True when the key was there. */
    boolean remove(long key) {
        int hole = find(key);
        if (hole == NONE) {
            return false;
        }
        size--;
        int next = hole;
        while (true) {
            next = next + 1 & mask;
            if (keys[next] == 0) {
                break;
            }
            int home = home(keys[next]);
            if ((next - home & mask) >= (next - hole & mask)) {
                move(next, hole);
                hole = next;
            }
        }
        clear(hole);
        return true;
    }

    void forEachKey(LongConsumer consumer) {
        for (long key : keys) {
            if (key != 0) {
                consumer.accept(key);
            }
        }
    }

    private void move(int from, int to) {
        keys[to] = keys[from];
        System.arraycopy(values, from * columns, values, to * columns, columns);
        if (objects) {
            extra[to] = extra[from];
        }
    }

    private void clear(int slot) {
        keys[slot] = 0;
        for (int c = 0; c < columns; c++) {
            values[slot * columns + c] = 0;
        }
        if (objects) {
            extra[slot] = null;
        }
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        Object[] oldExtra = extra;
        allocate(keys.length * 2);
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = put(oldKeys[i]);
                System.arraycopy(oldValues, i * columns, values, slot * columns, columns);
                if (objects) {
                    extra[slot] = oldExtra[i];
                }
            }
        }
    }

    private void allocate(int capacity) {
        keys = new long[capacity];
        values = new long[capacity * columns];
        extra = objects ? new Object[capacity] : new Object[0];
        mask = capacity - 1;
    }

    private int home(long key) {
        long h = key * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32) & mask;
    }
}
