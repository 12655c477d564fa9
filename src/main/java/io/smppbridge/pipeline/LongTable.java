package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A hash table from positive long keys to a few long columns and one object, in flat arrays: about 8 octets a column, no object for an
 * entry. Open addressing with backward-shift deletion, at most 60 % full.
 *
 * <p>Eight keys that follow each other have homes that do: ids are given, asked for and forgotten in about their order, so that of eight messages
 * one waits for memory and the others find theirs in the processor's cache.
 *
 * <p>It grows by a page of at most 4,096 slots at a time, whose entries go to two (Fagin, Nievergelt, Pippenger and Strong, <em>Extendible
 * Hashing</em>, 1979): with ten entries or with ten million, no entry waits for more than one page to be moved, and no more than one page is
 * in memory twice.
 */
@OwnedBy("journal thread")
final class LongTable {
    /** What {@link #find} says when there is no such key. */
    static final int NONE = -1;

    /** Slots of a page, as many as fit the low bits of a slot number. */
    static final int PAGE = 4_096;

    private static final int PAGE_BITS = 12;
    private static final int FEWEST = 64;
    private static final int HOME_SHIFT = 20;
    private static final int MIX_SHIFT = 32;
    /** Keys of a family differ in so many of their lowest bits only, and stand side by side. */
    private static final int FAMILY_BITS = 3;

    private static final int FAMILY = (1 << FAMILY_BITS) - 1;

    private final int stride;
    private final boolean objects;
    /** The number of a key's page, by the first {@link #depth} bits of its hash. */
    private int[] directory = {0};

    private int depth;
    private Page[] pages = new Page[1];
    private int count = 1;
    private int size;
    private long moved;

    private static final class Page {
        /** Of each slot the key, 0 when it is free, then the columns. */
        final long[] rows;

        final Object[] extra;
        final int mask;
        /** How many bits of their hashes its keys have in common. */
        final int bits;

        int size;

        Page(int slots, int stride, boolean objects, int bits) {
            rows = new long[slots * stride];
            extra = objects ? new Object[slots] : null;
            mask = slots - 1;
            this.bits = bits;
        }

        int slots() {
            return mask + 1;
        }
    }

    LongTable(int columns, boolean objects, int expected) {
        this.stride = columns + 1;
        this.objects = objects;
        int slots = Integer.highestOneBit(Math.max(1, (int) Math.min(PAGE / 2, expected / 0.6))) << 1;
        pages[0] = new Page(Math.max(FEWEST, slots), stride, objects, 0);
    }

    int size() {
        return size;
    }

    /** The slot of the key, good until the table changes, or {@link #NONE}. */
    int find(long key) {
        long hash = hash(key);
        int number = number(hash);
        Page page = pages[number];
        int at = probe(page, key, hash);
        return key != 0 && page.rows[at * stride] == key ? number << PAGE_BITS | at : NONE;
    }

    /** Looks where the key would stand, and changes nothing: when it is needed, the processor need not wait for memory. */
    long touch(long key) {
        long hash = hash(key);
        Page page = pages[number(hash)];
        return page.rows[home(page, key, hash) * stride];
    }

    /** The slot of the key, made with zeros if it was not there. */
    int put(long key) {
        assert key > 0 : "key " + key;
        long hash = hash(key);
        int number = number(hash);
        int at = probe(pages[number], key, hash);
        if (pages[number].rows[at * stride] == 0) {
            if ((pages[number].size + 1) * 5 > pages[number].slots() * 3) {
                number = roomier(hash);
                at = probe(pages[number], key, hash);
            }
            pages[number].rows[at * stride] = key;
            pages[number].size++;
            size++;
        }
        return number << PAGE_BITS | at;
    }

    long get(int slot, int column) {
        return pages[slot >>> PAGE_BITS].rows[(slot & PAGE - 1) * stride + 1 + column];
    }

    void set(int slot, int column, long value) {
        pages[slot >>> PAGE_BITS].rows[(slot & PAGE - 1) * stride + 1 + column] = value;
    }

    Object extra(int slot) {
        return pages[slot >>> PAGE_BITS].extra[slot & PAGE - 1];
    }

    void extra(int slot, Object value) {
        pages[slot >>> PAGE_BITS].extra[slot & PAGE - 1] = value;
    }

    /** How many slots there are, for a sweep by slot number. */
    int slots() {
        return count == 1 ? pages[0].slots() : count << PAGE_BITS;
    }

    /** The key at a slot, 0 when it is free. */
    long key(int slot) {
        Page page = pages[slot >>> PAGE_BITS];
        int at = slot & PAGE - 1;
        return at > page.mask ? 0 : page.rows[at * stride];
    }

    /** True when the key was there. */
    boolean remove(long key) {
        int slot = find(key);
        if (slot == NONE) {
            return false;
        }
        removeAt(slot);
        return true;
    }

    /** Removes what stands at a slot. */
    void removeAt(int slot) {
        Page page = pages[slot >>> PAGE_BITS];
        int hole = slot & PAGE - 1;
        size--;
        page.size--;
        int next = hole;
        while (true) {
            next = next + 1 & page.mask;
            long follower = page.rows[next * stride];
            if (follower == 0) {
                break;
            }
            int home = home(page, follower, hash(follower));
            if ((next - home & page.mask) >= (next - hole & page.mask)) {
                copy(page, next, page, hole);
                hole = next;
            }
        }
        Arrays.fill(page.rows, hole * stride, (hole + 1) * stride, 0);
        if (objects) {
            page.extra[hole] = null;
        }
    }

    void forEachKey(LongConsumer consumer) {
        for (int i = 0; i < count; i++) {
            for (int at = 0; at < pages[i].rows.length; at += stride) {
                if (pages[i].rows[at] != 0) {
                    consumer.accept(pages[i].rows[at]);
                }
            }
        }
    }

    /** Entries moved so far to make room: what growing costs, whatever the machine. */
    long moved() {
        return moved;
    }

    /** Makes room in the page of a key; the page's number then. */
    private int roomier(long hash) {
        int number = number(hash);
        Page page = pages[number];
        if (page.slots() < PAGE) {
            pages[number] = new Page(page.slots() * 2, stride, objects, page.bits);
            spread(page);
            return number;
        }
        if (page.bits == depth) {
            int[] twice = new int[directory.length * 2];
            for (int i = 0; i < twice.length; i++) {
                twice[i] = directory[i / 2];
            }
            directory = twice;
            depth++;
        }
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, count * 2);
        }
        pages[number] = new Page(PAGE, stride, objects, page.bits + 1);
        pages[count] = new Page(PAGE, stride, objects, page.bits + 1);
        int span = 1 << depth - page.bits;
        int first = prefix(hash) / span * span;
        Arrays.fill(directory, first + span / 2, first + span, count);
        count++;
        spread(page);
        int roomy = number(hash);
        return (pages[roomy].size + 1) * 5 > PAGE * 3 ? roomier(hash) : roomy;
    }

    private void spread(Page from) {
        for (int i = 0; i < from.slots(); i++) {
            long key = from.rows[i * stride];
            if (key != 0) {
                long hash = hash(key);
                Page to = pages[number(hash)];
                copy(from, i, to, probe(to, key, hash));
                to.size++;
                moved++;
            }
        }
    }

    private void copy(Page from, int source, Page to, int target) {
        System.arraycopy(from.rows, source * stride, to.rows, target * stride, stride);
        if (objects) {
            to.extra[target] = from.extra[source];
        }
    }

    /** Where the key is in its page, or the free slot where it belongs. */
    private int probe(Page page, long key, long hash) {
        int at = home(page, key, hash);
        while (page.rows[at * stride] != 0 && page.rows[at * stride] != key) {
            at = at + 1 & page.mask;
        }
        return at;
    }

    private int number(long hash) {
        return directory[prefix(hash)];
    }

    private int prefix(long hash) {
        return (int) (hash >>> Long.SIZE - 1 - depth >>> 1);
    }

    /** A family's place, and in it the key's: its first is anywhere, so that keys which are all alike in their lowest bits do not meet. */
    private static int home(Page page, long key, long hash) {
        int place = (int) (hash >>> HOME_SHIFT);
        int turned = (place >>> HOME_SHIFT - FAMILY_BITS) + (int) key;
        return (place & ~FAMILY | turned & FAMILY) & page.mask;
    }

    /** The same for a whole family. */
    private static long hash(long key) {
        long family = key >>> FAMILY_BITS;
        return (family ^ family >>> MIX_SHIFT) * 0x9E3779B97F4A7C15L;
    }
}
