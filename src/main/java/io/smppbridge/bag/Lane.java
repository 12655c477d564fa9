package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;
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

    private static final class Chunk {
        final long[] ids = new long[CHUNK];
        final long[] positions = new long[CHUNK];
        /** Made for the first task; cold entries need none. */
        Task[] tasks;

        final long[] dues;
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
        if (headIndex == CHUNK) {
            Chunk emptied = head;
            head = head.next;
            emptied.next = null;
            headIndex = 0;
            spare.lazySet(emptied);
        }
    }
}
