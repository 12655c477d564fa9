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
    private final IdTable[] awaited = new IdTable[SHARDS];
    private final IdTable[] ended = new IdTable[SHARDS];
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
            awaited[i] = new IdTable();
            ended[i] = new IdTable();
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
        IdTable shard = shard(awaited, key);
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
     * What an id is known by here. Any thread.
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
        IdTable shard = shard(awaited, key);
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
        IdTable shard = shard(awaited, key);
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
        IdTable shard = shard(awaited, found);
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
            IdTable shard = shard(ended, asideKeys[i]);
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
        IdTable old = shard(ended, key);
        IdTable shard = shard(awaited, key);
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

    private static int sweep(IdTable shard, LongPredicate gone) {
        int removed = 0;
        int slot = 0;
        while (slot < shard.capacity()) {
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
            octets += 16L * (awaited[i].capacity() + ended[i].capacity());
        }
        return octets;
    }

    private static IdTable shard(IdTable[] shards, long key) {
        return shards[(int) (key >>> 56)];
    }
}
