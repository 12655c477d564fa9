package io.smppbridge.pipeline;

import io.smppbridge.records.RefKey;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.Arrays;

/**
 * Which clientRefs were used within the last day, and for which message. A bounded number of entries; when all are younger
 * than a day, further ones are refused rather than a promise broken.
 */
@OwnedBy("journal thread")
final class ClientRefs {
    static final Duration KEPT = Duration.ofHours(24);
    private static final int COLUMNS = 4;
    private static final int HIGH = 0;
    private static final int LOW = 1;
    private static final int BODY = 2;
    private static final int ID = 3;
    /** Longs of one entry in the order. */
    private static final int ENTRY = 3;

    private final int most;
    private final IdTimes times;
    private final SegmentUse use;
    private long[] cells;
    private int[] segments;
    private int mask;
    private int size;
    /** What was entered, in that order: each key and the message that used it then. */
    private long[] order = new long[1024 * ENTRY];

    private int first;
    private int count;

    ClientRefs(int most, IdTimes times, SegmentUse use) {
        this.most = most;
        this.times = times;
        this.use = use;
        allocate(1024);
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size >= most;
    }

    /** The message that used the ref, or 0. */
    long message(RefKey key) {
        int slot = find(key.high(), key.low());
        return cells[slot * COLUMNS + HIGH] == 0 ? 0 : cells[slot * COLUMNS + ID];
    }

    /** The content it was used with; only for a key that is known. */
    long body(RefKey key) {
        return cells[find(key.high(), key.low()) * COLUMNS + BODY];
    }

    /** The segment whose record vouches for it, or -1 when it is unknown. */
    long segment(RefKey key) {
        int slot = find(key.high(), key.low());
        return cells[slot * COLUMNS + HIGH] == 0 ? -1 : segments[slot];
    }

    void enter(RefKey key, long id, long position) {
        if ((size + 1) * 5L > (mask + 1) * 3L) {
            grow();
        }
        int slot = find(key.high(), key.low());
        int base = slot * COLUMNS;
        boolean isNew = cells[base + HIGH] == 0;
        if (isNew) {
            size++;
        } else {
            use.remove(segments[slot]);
        }
        if (isNew || cells[base + ID] != id) {
            remember(key.high(), key.low(), id);
        }
        cells[base + HIGH] = key.high();
        cells[base + LOW] = key.low();
        cells[base + BODY] = key.body();
        cells[base + ID] = id;
        segments[slot] = (int) Positions.segment(position);
        use.add(segments[slot]);
    }

    /** A record of the journal says so. One carried on after a day may name a ref that a later message has used since: that one keeps it. */
    void saw(RefKey key, long id, long position) {
        if (!key.isNone() && message(key) <= id) {
            enter(key, id, position);
        }
    }

    /**
     * Forgets what is older than a day, looking at so many entries a call. The oldest entry comes first; one whose key a later message has
     * used since says nothing: that one has an entry of its own.
     */
    void forgetOld(long nowMs, int limit) {
        long oldest = nowMs - KEPT.toMillis();
        for (int i = 0; i < limit && count > 0; i++) {
            int at = first * ENTRY;
            int slot = find(order[at], order[at + 1]);
            if (cells[slot * COLUMNS + HIGH] != 0 && cells[slot * COLUMNS + ID] == order[at + 2]) {
                if (times.of(order[at + 2]) > oldest) {
                    return;
                }
                use.remove(segments[slot]);
                remove(slot);
            }
            first = (first + 1) % (order.length / ENTRY);
            count--;
        }
    }

    /**
     * Forgets all that is older than a day when the journal has been read. What was carried on stands behind younger records there, so the
     * entries are put into the order of their age first.
     */
    void replayed(long nowMs) {
        if (!isSorted()) {
            sort();
        }
        forgetOld(nowMs, Integer.MAX_VALUE);
    }

    private boolean isSorted() {
        int capacity = order.length / ENTRY;
        for (int i = 1; i < count; i++) {
            int before = (first + i - 1) % capacity * ENTRY;
            int at = (first + i) % capacity * ENTRY;
            if (order[at + 2] < order[before + 2]) {
                return false;
            }
        }
        return true;
    }

    private void sort() {
        long[] ids = new long[size];
        int found = 0;
        for (int slot = 0; slot <= mask; slot++) {
            if (cells[slot * COLUMNS + HIGH] != 0) {
                ids[found++] = cells[slot * COLUMNS + ID];
            }
        }
        Arrays.sort(ids);
        first = 0;
        count = size;
        order = new long[Math.max(1024, size) * ENTRY];
        for (int slot = 0; slot <= mask; slot++) {
            int base = slot * COLUMNS;
            if (cells[base + HIGH] != 0) {
                put(
                        Arrays.binarySearch(ids, cells[base + ID]),
                        cells[base + HIGH],
                        cells[base + LOW],
                        cells[base + ID]);
            }
        }
    }

    private void remember(long high, long low, long id) {
        int capacity = order.length / ENTRY;
        if (count == capacity) {
            long[] wider = new long[order.length * 2];
            for (int i = 0; i < count; i++) {
                System.arraycopy(order, (first + i) % capacity * ENTRY, wider, i * ENTRY, ENTRY);
            }
            order = wider;
            first = 0;
            capacity *= 2;
        }
        put((first + count) % capacity, high, low, id);
        count++;
    }

    private void put(int place, long high, long low, long id) {
        int at = place * ENTRY;
        order[at] = high;
        order[at + 1] = low;
        order[at + 2] = id;
    }

    private int find(long high, long low) {
        int slot = (int) (low >>> 32) & mask;
        while (cells[slot * COLUMNS + HIGH] != 0
                && (cells[slot * COLUMNS + HIGH] != high || cells[slot * COLUMNS + LOW] != low)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void remove(int at) {
        int hole = at;
        int next = at;
        size--;
        while (true) {
            next = next + 1 & mask;
            if (cells[next * COLUMNS + HIGH] == 0) {
                break;
            }
            int home = (int) (cells[next * COLUMNS + LOW] >>> 32) & mask;
            if ((next - home & mask) >= (next - hole & mask)) {
                System.arraycopy(cells, next * COLUMNS, cells, hole * COLUMNS, COLUMNS);
                segments[hole] = segments[next];
                hole = next;
            }
        }
        cells[hole * COLUMNS + HIGH] = 0;
    }

    private void grow() {
        long[] old = cells;
        int[] oldSegments = segments;
        allocate((mask + 1) * 2);
        for (int i = 0; i < oldSegments.length; i++) {
            int base = i * COLUMNS;
            if (old[base + HIGH] != 0) {
                int slot = find(old[base + HIGH], old[base + LOW]);
                System.arraycopy(old, base, cells, slot * COLUMNS, COLUMNS);
                segments[slot] = oldSegments[i];
            }
        }
    }

    private void allocate(int capacity) {
        cells = new long[capacity * COLUMNS];
        segments = new int[capacity];
        mask = capacity - 1;
    }
}
