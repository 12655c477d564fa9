package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Entries that are not due yet, in a hierarchical hashed timer wheel: adding and ripening cost the same with ten entries and with ten
 * million (Varghese and Lauck, <em>Hashed and Hierarchical Timing Wheels</em>, 1987, scheme 7).
 *
 * <p>Four levels of 256 slots; a slot of the first is one tick of 8 ms, a slot of the next is a whole turn of the one below, so the
 * wheel reaches 397 days ahead; what lies beyond waits in the last slot and is sorted anew when that comes round. Entries are nodes in
 * parallel arrays (36 octets each), chained by index; a slot keeps the order in which they were added.
 *
 * <p>Nothing leads from a message to its entry, which would cost each as much again. What is withdrawn is found by a sweep along the
 * chains, a piece at a time, from the highest level to the lowest: what is sorted into a lower one meanwhile is still before it.
 */
@OwnedBy("the thread whose turn it is at the bag")
final class TimerWheel {
    static final int TICK_MS = 8;

    private static final int TICK_BITS = 3;
    private static final int LEVELS = 4;
    private static final int SLOT_BITS = 8;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int SLOT_MASK = SLOTS - 1;
    private static final int SEGMENT_BITS = 10;
    private static final int SEGMENT = 1 << SEGMENT_BITS;
    private static final int NONE = -1;
    /** Below a due time: that it ends a pause, which is no longer where the clock is set back; and the priority. */
    static final int PAUSE = 4;

    static final int PRIORITY = 3;
    static final int DUE_SHIFT = 3;
    /** Ticks of a minute. */
    private static final long BACK = 60_000 >> TICK_BITS;

    /** Hears of each entry that has become due. */
    interface Ripe {
        void ripe(long id, long position, Task task, int priority);
    }

    private static final class Segment {
        final long[] ids = new long[SEGMENT];
        final long[] positions = new long[SEGMENT];
        /** Due time and, in the lowest bits, {@link #PAUSE} and the priority. */
        final long[] dues = new long[SEGMENT];

        final Task[] tasks = new Task[SEGMENT];
        final int[] next = new int[SEGMENT];
    }

    private final int[][] heads = new int[LEVELS][SLOTS];
    private final int[][] tails = new int[LEVELS][SLOTS];
    private final long[][] occupied = new long[LEVELS][SLOTS / Long.SIZE];
    private final List<Segment> segments = new ArrayList<>();
    private int free = NONE;
    private int used;
    private int size;
    private long tick;
    private long steps;
    /** Where the sweep goes on: a slot, and there behind this entry, or at the first. */
    private int sweptLevel = LEVELS - 1;

    private int sweptSlot;
    private int sweptLast = NONE;

    TimerWheel(long nowMs) {
        tick = nowMs >> TICK_BITS;
        for (int level = 0; level < LEVELS; level++) {
            Arrays.fill(heads[level], NONE);
        }
    }

    int size() {
        return size;
    }

    /** Node movements so far: what adding and ripening cost, whatever the machine. */
    long steps() {
        return steps;
    }

    void add(long id, long position, Task task, int kind, long dueAtMs) {
        int node = allocate();
        Segment segment = segments.get(node >> SEGMENT_BITS);
        int i = node & SEGMENT - 1;
        segment.ids[i] = id;
        segment.positions[i] = position;
        segment.tasks[i] = task;
        segment.dues[i] = dueAtMs << DUE_SHIFT | kind;
        size++;
        place(node, dueAtMs, tick + 1);
    }

    /**
     * Lets time pass until now and reports what has become due, in order of its tick, then of its adding. Time that goes back a little
     * stands still; time that goes back a lot is followed.
     */
    void advance(long nowMs, Ripe sink) {
        long now = nowMs >> TICK_BITS;
        if (now < tick - BACK) {
            turnBack(now);
        }
        while (tick < now && size > 0) {
            long skip = nextOccupied() - tick;
            if (skip > 1) {
                tick += Math.min(skip - 1, now - tick);
                if (tick == now) {
                    break;
                }
            }
            tick++;
            cascade();
            ripen((int) tick & SLOT_MASK, sink);
        }
        tick = Math.max(tick, now);
        clearIfEmpty();
    }

    private void clearIfEmpty() {
        if (size == 0 && used > 0) {
            segments.clear();
            free = NONE;
            used = 0;
        }
    }

    /**
     * Looks at some more entries, from where the last call stopped, and removes those that are gone.
     *
     * @return true when all have been looked at: the next call begins anew
     */
    boolean sweep(int most, Gone gone) {
        int left = most;
        while (sweptLevel >= 0) {
            int node = sweptLast == NONE ? heads[sweptLevel][sweptSlot] : next(sweptLast);
            if (node == NONE) {
                sweptLast = NONE;
                sweptSlot = sweptSlot + 1 & SLOT_MASK;
                sweptLevel -= sweptSlot == 0 ? 1 : 0;
                continue;
            }
            if (left-- == 0) {
                return false;
            }
            Segment segment = segments.get(node >> SEGMENT_BITS);
            int i = node & SEGMENT - 1;
            if (gone.isGone(segment.ids[i], segment.positions[i], segment.tasks[i])) {
                unlink(node);
                release(segment, node);
            } else {
                sweptLast = node;
            }
        }
        sweptLevel = LEVELS - 1;
        clearIfEmpty();
        return true;
    }

    /** Takes the entry at which the sweep is out of its chain. */
    private void unlink(int node) {
        int after = next(node);
        if (sweptLast != NONE) {
            segments.get(sweptLast >> SEGMENT_BITS).next[sweptLast & SEGMENT - 1] = after;
        } else if (after != NONE) {
            heads[sweptLevel][sweptSlot] = after;
        } else {
            empty(sweptLevel, sweptSlot);
        }
        if (after == NONE) {
            tails[sweptLevel][sweptSlot] = sweptLast;
        }
    }

    private void release(Segment segment, int node) {
        segment.tasks[node & SEGMENT - 1] = null;
        segment.next[node & SEGMENT - 1] = free;
        free = node;
        size--;
    }

    /** When to look again: no entry is due before; {@link Long#MAX_VALUE} when there is none. */
    long nextDueMs() {
        return size == 0 ? Long.MAX_VALUE : nextOccupied() << TICK_BITS;
    }

    /** The next tick at which a slot ripens or is sorted into the level below. */
    private long nextOccupied() {
        long earliest = Long.MAX_VALUE;
        for (int level = 0; level < LEVELS; level++) {
            int shift = SLOT_BITS * level;
            long turn = tick >> shift;
            int distance = distance(level, (int) turn & SLOT_MASK);
            if (distance > 0) {
                earliest = Math.min(earliest, turn + distance << shift);
            }
        }
        return earliest;
    }

    /** Slots from the given one, excluded, to the next that holds anything: 1..256, or 0 for none. */
    private int distance(int level, int from) {
        long[] bits = occupied[level];
        int at = from + 1 & SLOT_MASK;
        int gone = 1;
        while (gone <= SLOTS) {
            long word = bits[at >> 6] >>> (at & 63);
            if (word != 0) {
                int hit = gone + Long.numberOfTrailingZeros(word);
                return hit <= SLOTS ? hit : 0;
            }
            int step = Long.SIZE - (at & 63);
            gone += step;
            at = at + step & SLOT_MASK;
        }
        return 0;
    }

    private void cascade() {
        for (int level = 1; level < LEVELS; level++) {
            int shift = SLOT_BITS * level;
            if ((tick & (1L << shift) - 1) != 0) {
                return;
            }
            int node = empty(level, (int) (tick >> shift) & SLOT_MASK);
            while (node != NONE) {
                Segment segment = segments.get(node >> SEGMENT_BITS);
                int next = segment.next[node & SEGMENT - 1];
                place(node, segment.dues[node & SEGMENT - 1] >> DUE_SHIFT, tick);
                node = next;
            }
        }
    }

    private void ripen(int slot, Ripe sink) {
        int node = empty(0, slot);
        while (node != NONE) {
            steps++;
            Segment segment = segments.get(node >> SEGMENT_BITS);
            int i = node & SEGMENT - 1;
            int next = segment.next[i];
            Task task = segment.tasks[i];
            release(segment, node);
            sink.ripe(segment.ids[i], segment.positions[i], task, (int) segment.dues[i] & PRIORITY);
            node = next;
        }
    }

    /** Reports what is due at exactly that time, which has not come yet, as if it had. */
    void ripen(long dueMs, Ripe sink) {
        long due = dueMs + TICK_MS - 1 >> TICK_BITS;
        for (int level = 0; level < LEVELS; level++) {
            int slot = (int) (due >> SLOT_BITS * level) & SLOT_MASK;
            int node = empty(level, slot);
            while (node != NONE) {
                Segment segment = segments.get(node >> SEGMENT_BITS);
                int i = node & SEGMENT - 1;
                int next = segment.next[i];
                if (segment.dues[i] >> DUE_SHIFT == dueMs) {
                    Task task = segment.tasks[i];
                    release(segment, node);
                    sink.ripe(segment.ids[i], segment.positions[i], task, (int) segment.dues[i] & PRIORITY);
                } else {
                    append(level, slot, node);
                }
                node = next;
            }
        }
        clearIfEmpty();
    }

    /** The clock was set back: every entry is sorted anew, and what pauses does so no longer than it was to. */
    private void turnBack(long now) {
        int[] nodes = new int[size];
        int count = 0;
        for (int level = 0; level < LEVELS; level++) {
            for (int slot = 0; slot < SLOTS; slot++) {
                for (int node = empty(level, slot); node != NONE; node = next(node)) {
                    nodes[count++] = node;
                }
            }
        }
        long before = tick;
        tick = now;
        sweptLevel = LEVELS - 1;
        sweptSlot = 0;
        for (int i = 0; i < count; i++) {
            long[] dues = segments.get(nodes[i] >> SEGMENT_BITS).dues;
            int at = nodes[i] & SEGMENT - 1;
            if ((dues[at] & PAUSE) != 0
                    && dues[at] >> DUE_SHIFT > before << TICK_BITS) { // else told by the clock of now
                dues[at] -= before - now << TICK_BITS + DUE_SHIFT;
            }
            place(nodes[i], dues[at] >> DUE_SHIFT, tick + 1);
        }
    }

    private int next(int node) {
        return segments.get(node >> SEGMENT_BITS).next[node & SEGMENT - 1];
    }

    private int empty(int level, int slot) {
        int node = heads[level][slot];
        if (level == sweptLevel && slot == sweptSlot) {
            sweptLast = NONE;
        }
        heads[level][slot] = NONE;
        occupied[level][slot >> 6] &= ~(1L << slot);
        return node;
    }

    private void place(int node, long dueAtMs, long earliest) {
        steps++;
        // Rounded up, so that nothing ripens early.
        long due = Math.max(dueAtMs + TICK_MS - 1 >> TICK_BITS, earliest);
        int level = 0;
        while (level < LEVELS - 1 && (due >> SLOT_BITS * level) - (tick >> SLOT_BITS * level) >= SLOTS) {
            level++;
        }
        long turn = due >> SLOT_BITS * level;
        long farthest = (tick >> SLOT_BITS * level) + SLOTS - 1;
        append(level, (int) Math.min(turn, farthest) & SLOT_MASK, node);
    }

    private void append(int level, int slot, int node) {
        segments.get(node >> SEGMENT_BITS).next[node & SEGMENT - 1] = NONE;
        if (heads[level][slot] == NONE) {
            heads[level][slot] = node;
            occupied[level][slot >> 6] |= 1L << slot;
        } else {
            int last = tails[level][slot];
            segments.get(last >> SEGMENT_BITS).next[last & SEGMENT - 1] = node;
        }
        tails[level][slot] = node;
    }

    private int allocate() {
        if (free != NONE) {
            int node = free;
            free = segments.get(node >> SEGMENT_BITS).next[node & SEGMENT - 1];
            return node;
        }
        if (used == segments.size() << SEGMENT_BITS) {
            segments.add(new Segment());
        }
        return used++;
    }
}
