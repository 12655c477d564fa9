package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A first-in first-out line of compact entries: id, journal position and, while it is hot, the task; 20 octets each, 16 where none is hot. One thread adds
 * and publishes, another takes; neither waits for the other.
 *
 * <p>Entries stand in chunks of parallel arrays. What was added is seen by the taker after {@link #publish} has moved the published
 * count; an emptied chunk goes back to the adder, so that a steady flow allocates nothing.
 */
@OwnedBy("the adding thread at one end, the taking thread at the other")
final class Lane {
    private static final int CHUNK = 256;
    private static final int NONE = -1;

    private static final class Chunk {
        final long[] ids = new long[CHUNK];
        final long[] positions = new long[CHUNK];
        /** Made for the first task; cold entries need none. */
        Task[] tasks;

        final long[] dues;
        /** Behind the last entry, once the adder has gone on to the next chunk: less than all where some were swept out. */
        int end = CHUNK;
        /** Counted from the first chunk on. */
        long number;

        Chunk next;

        Chunk(boolean timed) {
            dues = timed ? new long[CHUNK] : null;
        }
    }

    private final boolean timed;
    private final AtomicReference<Chunk> spare = new AtomicReference<>();

    @OwnedBy("the adding thread")
    private Chunk tail;

    @OwnedBy("the adding thread")
    private int tailIndex;

    @OwnedBy("the adding thread")
    private long written;

    /** Number of the last chunk that the sweep under way has been through. */
    @OwnedBy("the adding thread")
    private long swept = NONE;

    @OwnedBy("the taking thread")
    private Chunk head;

    @OwnedBy("the taking thread")
    private int headIndex;

    private volatile long published;
    private volatile long read;

    /** @param timed whether each entry also carries a due time and a priority */
    Lane(boolean timed) {
        this.timed = timed;
        head = new Chunk(timed);
        tail = head;
    }

    /** Adds an entry, unseen until {@link #publish}. */
    void add(long id, long position, Task task, long due) {
        if (tailIndex == CHUNK) {
            Chunk chunk = spare.getAndSet(null);
            if (chunk == null) {
                chunk = new Chunk(timed);
            }
            chunk.number = tail.number + 1;
            tail.next = chunk;
            tail = chunk;
            tailIndex = 0;
        }
        tail.ids[tailIndex] = id;
        tail.positions[tailIndex] = position;
        if (task != null) {
            if (tail.tasks == null) {
                tail.tasks = new Task[CHUNK];
            }
            tail.tasks[tailIndex] = task;
        }
        if (timed) {
            tail.dues[tailIndex] = due;
        }
        tailIndex++;
        written++;
    }

    /** Shows the taker everything added so far. True when there was anything new. */
    boolean publish() {
        if (written == published) {
            return false;
        }
        published = written;
        return true;
    }

    /** Whether something was added that the taker does not see yet. Adder only. */
    boolean hasUnpublished() {
        return written != published;
    }

    /** How many entries wait; exact for the taker, a moment old for others. */
    long size() {
        return published - read;
    }

    /** The id of the first entry. Taker only; there must be one. */
    long headId() {
        settle();
        return head.ids[headIndex];
    }

    long headPosition() {
        return head.positions[headIndex];
    }

    /** The first entry's task, or null when it is cold. After {@link #headId}. */
    Task headTask() {
        return head.tasks == null ? null : head.tasks[headIndex];
    }

    long headDue() {
        return head.dues[headIndex];
    }

    /** Removes the first entry. After {@link #headId}. */
    void remove() {
        if (head.tasks != null) {
            head.tasks[headIndex] = null;
        }
        headIndex++;
        read = read + 1;
    }

    private void settle() {
        while (headIndex == head.end) {
            Chunk emptied = head;
            head = head.next;
            emptied.next = null;
            emptied.end = CHUNK;
            headIndex = 0;
            spare.lazySet(emptied);
        }
    }

    /**
     * Takes out entries that nobody is to have any more; the others keep their order. Goes on where it stopped, chunk by chunk. By the adder,
     * while nobody takes.
     *
     * @param most about so many entries are looked at
     * @return how many more may be looked at; 0 or less before the end of the line, or while the taker does not see all of it
     */
    int sweep(int most, Gone gone) {
        if (hasUnpublished()) {
            return 0;
        }
        int left = most;
        if (size() > 0) {
            settle();
            Chunk before = null;
            for (Chunk chunk = head; chunk != null; chunk = chunk.next) {
                if (chunk.number > swept) {
                    if (left <= 0) {
                        return left;
                    }
                    left -= clean(chunk, gone);
                    swept = chunk.number;
                }
                if (before != null && chunk.end == 0) {
                    before.next = chunk.next;
                } else {
                    before = chunk;
                }
            }
        }
        swept = NONE;
        return Math.max(1, left);
    }

    private int clean(Chunk chunk, Gone gone) {
        int from = chunk == head ? headIndex : 0;
        int to = chunk == tail ? tailIndex : chunk.end;
        int kept = from;
        for (int i = from; i < to; i++) {
            Task task = chunk.tasks == null ? null : chunk.tasks[i];
            if (!gone.isGone(chunk.ids[i], chunk.positions[i], task)) {
                move(chunk, i, kept);
                kept++;
            }
        }
        if (chunk.tasks != null) {
            Arrays.fill(chunk.tasks, kept, to, null);
        }
        if (chunk == tail) {
            tailIndex = kept;
        } else {
            chunk.end = kept;
        }
        read = read + (to - kept);
        return to - from;
    }

    private static void move(Chunk chunk, int from, int to) {
        chunk.ids[to] = chunk.ids[from];
        chunk.positions[to] = chunk.positions[from];
        if (chunk.tasks != null) {
            chunk.tasks[to] = chunk.tasks[from];
        }
        if (chunk.dues != null) {
            chunk.dues[to] = chunk.dues[from];
        }
    }
}
