package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Octets on their way from the wire's threads to {@code pdulog}, in one array made once, used round and round. A writer claims room with
 * one compare-and-set, fills it and commits it; the reader sees records in the order in which they were claimed, each when it is whole.
 * Nobody waits: where there is no room, there is none. What follows a record begins at a multiple of {@link #BLOCK}; how long it is, and
 * whose, stands in arrays beside the octets, so that no octet can be taken for it.
 */
@ThreadSafe
final class Ring {
    /** No room, or no record. */
    static final int NONE = -1;

    static final int BLOCK = 64;
    /** Each on a cache line of its own. */
    private static final int TAIL = 16;

    private static final int HEAD = 32;
    /** Of sixteen parts, those beyond which it counts as full. */
    private static final int MOST_OF_SIXTEEN = 15;

    private final int blocks;
    private final AtomicLongArray ends = new AtomicLongArray(48);
    /** Of the record that begins in each block, its octets once it is committed; less than 0: so many blocks are left empty. */
    private AtomicIntegerArray committed;

    private TappedLink[] links;
    private byte[] octets;

    @OwnedBy("pdulog")
    private long position;

    /** @param size in octets, a power of two */
    Ring(int size) {
        blocks = size / BLOCK;
    }

    /** Makes the arrays. Before anybody claims, and seen by all who do. */
    void open() {
        if (octets == null) {
            octets = new byte[blocks * BLOCK];
            links = new TappedLink[blocks];
            committed = new AtomicIntegerArray(blocks);
        }
    }

    byte[] octets() {
        return octets;
    }

    int size() {
        return blocks * BLOCK;
    }

    /** Whether it is so full that it is not worth while to lay anything down. */
    boolean isFull() {
        return (ends.get(TAIL) - ends.getAcquire(HEAD)) * 16 > (long) blocks * MOST_OF_SIXTEEN;
    }

    /**
     * Room for so many octets. Whoever has got it commits it, whatever happens.
     *
     * @return where they begin; {@link #NONE} when there is no room
     */
    int claim(int length) {
        int wanted = (length + BLOCK - 1) / BLOCK;
        while (true) {
            long tail = ends.get(TAIL);
            int index = (int) (tail & blocks - 1);
            int skipped = wanted > blocks - index ? blocks - index : 0;
            if (tail + skipped + wanted - ends.getAcquire(HEAD) > blocks) {
                return NONE;
            }
            if (ends.compareAndSet(TAIL, tail, tail + skipped + wanted)) {
                if (skipped > 0) {
                    committed.setRelease(index, -skipped);
                }
                return skipped > 0 ? 0 : index * BLOCK;
            }
        }
    }

    /** What has been claimed is whole. */
    void commit(int at, int length, TappedLink link) {
        links[at / BLOCK] = link;
        committed.setRelease(at / BLOCK, length);
    }

    /** Where the next record begins; {@link #NONE} when none is whole yet. For pdulog, as all that follows. */
    int next() {
        while (true) {
            int index = (int) (position & blocks - 1);
            int length = committed.getAcquire(index);
            if (length > 0) {
                return index * BLOCK;
            }
            if (length == 0) {
                return NONE;
            }
            committed.setPlain(index, 0);
            position -= length;
        }
    }

    /** Whose record that is. */
    TappedLink link(int at) {
        return links[at / BLOCK];
    }

    /** The next record has been read; its octets stay until {@link #free}. Returns how long it was. */
    int taken(int at) {
        int length = committed.getPlain(at / BLOCK);
        links[at / BLOCK] = null;
        committed.setPlain(at / BLOCK, 0);
        position += (length + BLOCK - 1) / BLOCK;
        return length;
    }

    /** The room of what has been taken may be claimed again. */
    void free() {
        ends.setRelease(HEAD, position);
    }

    /** Whether nothing has been claimed that was not taken. */
    boolean isEmpty() {
        return ends.get(TAIL) == position;
    }
}
