package io.smppbridge.receipts;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Owner;
import java.util.function.LongPredicate;

/**
 * Which message an SMSC means: from (SMSC, canonical message id) to (task, part), for every message that awaits a receipt, and for those that
 * have ended lately, as SMSCs think better of what they said.
 *
 * <p>Keys are 64-bit keyed hashes of both, so ids of two SMSCs never meet. When an SMSC uses an id again while an older message still
 * waits under it, the newer message has it, and {@link #collisions} counts.
 *
 * <p>Ids whose receipt has come stand apart from those that still await theirs: nearly all look-ups are of the latter, so they are few and near each
 * other. What is laid aside goes there by the dozen, so that the processor waits for memory once and not for each.
 *
 * <p>An entry takes 16 octets, side by side, in arrays filled by 56 to 75 %: 21 to 29 octets. Each table is 256 small ones, each growing by itself, so
 * that no call moves more than one 256th of the entries. No call allocates but those that grow.
 */
@OwnedBy("journal thread")
public final class ReceiptIndex {
    /** No task: what look-ups return when the id is not there. */
    public static final long NONE = 0;

    /** So many calls of {@link #sweep} go through all of it. */
    public static final int STRETCHES = 256;

    private static final int SHARDS = STRETCHES;
    private static final int MAX_PART = 255;
    private static final int ASIDE = 32;

    private final IdHash hash;
    private final Shard[] awaited = new Shard[SHARDS];
    private final Shard[] ended = new Shard[SHARDS];
    /** What is to be laid aside: keys, and tasks with parts. */
    private final long[] asideKeys = new long[ASIDE];

    private final long[] asideTasks = new long[ASIDE];
    private final int[] asideParts = new int[ASIDE];
    private int aside;
    /** What the places touched held: kept, so that the processor has to look. */
    private long touched;

    private final Owner owner = new Owner();

    private int size;
    private long collisions;
    private int part;
    private long found;
    /** Its slot among those awaited, as long as nothing has been moved; less than 0 where it was not among them. */
    private int foundAt;

    private int sweptShard;

    /**
     * @param key0 random, new with each start
     * @param key1 random
     */
    public ReceiptIndex(long key0, long key1) {
        hash = new IdHash(key0, key1);
        for (int i = 0; i < SHARDS; i++) {
            awaited[i] = new Shard();
            ended[i] = new Shard();
        }
    }

    /**
     * Notes what an SMSC has called a part. The same task and part again changes nothing.
     *
     * @param smsc a small number that stands for the SMSC account, the same as long as the process runs
     * @param id canonical, see {@link MessageIds}; not empty
     * @param task positive
     * @param partIndex 0..255
     * @return the task that had the id before, now without it; {@link #NONE} when there was none
     */
    public long put(int smsc, String id, long task, int partIndex) {
        return put(key(smsc, id), task, partIndex);
    }

    /** The same by its {@link #key}. */
    public long put(long key, long task, int partIndex) {
        assert owner.isHere() : owner;
        if (task <= 0 || partIndex < 0 || partIndex > MAX_PART) {
            throw new IllegalArgumentException(
                    "task " + task + ", part " + partIndex + ", expected a positive task and a part of 0..255");
        }
        Shard shard = shard(awaited, key);
        int slot = shard.slot(key);
        if (slot < 0) {
            shard.add(~slot, key, task, partIndex);
            size++;
            return NONE;
        }
        long before = shard.task(slot);
        boolean same = before == task && shard.part(slot) == partIndex;
        shard.enter(slot, key, task, partIndex);
        if (!same) {
            collisions++;
        }
        return before == task ? NONE : before;
    }

    /**
     * What an id is known by here.
     *
     * @param id canonical, not empty
     */
    public long key(int smsc, String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("an id of 0 characters, expected at least one");
        }
        return hash.of(smsc, id);
    }

    /** Looks where a key would stand among those awaited, and changes nothing: when it is needed, the processor need not wait for memory. */
    public void touch(long key) {
        touched += shard(awaited, key).touch(key);
    }

    /** The task that awaits a receipt under that key, or {@link #NONE}. Changes nothing. */
    public long peek(long key) {
        Shard shard = shard(awaited, key);
        int slot = shard.slot(key);
        return slot < 0 ? NONE : shard.task(slot);
    }

    /** The task that has the id, or {@link #NONE}; {@link #part} then tells the part. */
    public long find(int smsc, String id) {
        return find(hash.of(smsc, id));
    }

    /** The same by its {@link #key}. */
    public long find(long key) {
        assert owner.isHere() : owner;
        Shard shard = shard(awaited, key);
        int slot = shard.slot(key);
        foundAt = slot;
        if (slot < 0) {
            layAside();
            shard = shard(ended, key);
            slot = shard.slot(key);
        }
        if (slot < 0) {
            return NONE;
        }
        found = key;
        part = shard.part(slot);
        return shard.task(slot);
    }

    /** The id found last has had its receipt: it is hardly looked for again. */
    public void hadReceipt() {
        Shard shard = shard(awaited, found);
        int slot = shard.isAt(foundAt, found) ? foundAt : shard.slot(found);
        if (slot < 0) {
            return;
        }
        asideKeys[aside] = found;
        asideTasks[aside] = shard.task(slot);
        asideParts[aside++] = shard.part(slot);
        shard.removeAt(slot);
        if (aside == ASIDE) {
            layAside();
        }
    }

    private void layAside() {
        for (int i = 0; i < aside; i++) {
            touched += shard(ended, asideKeys[i]).touch(asideKeys[i]);
        }
        for (int i = 0; i < aside; i++) {
            Shard shard = shard(ended, asideKeys[i]);
            int slot = shard.slot(asideKeys[i]);
            if (slot < 0) {
                shard.add(~slot, asideKeys[i], asideTasks[i], asideParts[i]);
            } else {
                shard.enter(slot, asideKeys[i], asideTasks[i], asideParts[i]);
                size--;
            }
        }
        aside = 0;
    }

    /** The part found by the last {@link #find} that found a task. */
    public int part() {
        return part;
    }

    /** Forgets an id, if it is that task's: a newer task that has it keeps it. */
    public boolean remove(int smsc, String id, long task) {
        assert owner.isHere() : owner;
        long key = hash.of(smsc, id);
        layAside();
        Shard old = shard(ended, key);
        Shard shard = shard(awaited, key);
        int slot = shard.slot(key);
        if (slot < 0) {
            shard = old;
            slot = shard.slot(key);
        }
        if (slot < 0 || shard.task(slot) != task) {
            return false;
        }
        shard.removeAt(slot);
        size--;
        int before = old.slot(key);
        if (before >= 0) { // whoever had the id before has it no more
            old.removeAt(before);
            size--;
        }
        return true;
    }

    /**
     * Forgets the tasks that are gone, in one of 256 stretches of the table: call it now and then, and the whole table is swept by 256
     * calls.
     *
     * @return how many entries were forgotten
     */
    public int sweep(LongPredicate gone) {
        assert owner.isHere() : owner;
        layAside();
        int removed = sweep(awaited[sweptShard], gone) + sweep(ended[sweptShard], gone);
        sweptShard = (sweptShard + 1) % SHARDS;
        size -= removed;
        return removed;
    }

    private static int sweep(Shard shard, LongPredicate gone) {
        int removed = 0;
        int slot = 0;
        while (slot < shard.capacity) {
            if (shard.task(slot) != NONE && gone.test(shard.task(slot))) {
                // What followed has moved up into the slot: look at it again.
                shard.removeAt(slot);
                removed++;
            } else {
                slot++;
            }
        }
        return removed;
    }

    /** Entries. */
    public int size() {
        return size;
    }

    /** How often an id came that another open message (or another part) had. */
    public long collisions() {
        return collisions;
    }

    /** Octets held in arrays, for the memory budget. */
    public long octets() {
        long octets = 0;
        for (int i = 0; i < SHARDS; i++) {
            octets += 16L * (awaited[i].capacity + ended[i].capacity);
        }
        return octets;
    }

    private static Shard shard(Shard[] shards, long key) {
        return shards[(int) (key >>> 56)];
    }

    /**
     * Open addressing with linear probing; removal moves followers up, so there are no tombstones. A slot is two numbers that lie in one
     * line of the processor's cache: the lower 56 bits of the key, below the part, as the upper 8 have chosen the shard; and the task, 0
     * where the slot is free.
     */
    private static final class Shard {
        private static final int FIRST_CAPACITY = 16;
        private static final int PART_SHIFT = 56;
        private static final long KEY = (1L << PART_SHIFT) - 1;

        private long[] rows = new long[2 * FIRST_CAPACITY];
        private int capacity = FIRST_CAPACITY;
        private int used;

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
            while (task(slot) != NONE) {
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
                    && task(slot) != NONE
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
            while (task(at) != NONE) {
                int home = home(rows[2 * at]);
                boolean mayMove = hole <= at ? home <= hole || home > at : home <= hole && home > at;
                if (mayMove) {
                    rows[2 * hole] = rows[2 * at];
                    rows[2 * hole + 1] = rows[2 * at + 1];
                    hole = at;
                }
                at = next(at);
            }
            rows[2 * hole + 1] = NONE;
            used--;
        }

        private void place(long keyed, long task) {
            int slot = home(keyed);
            while (task(slot) != NONE) {
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
                if (old[i + 1] != NONE) {
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
}
