package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events of one endpoint that wait for their turn: from one offering thread to one lane, without a lock, without an end. Of all it
 * keeps id and position (16 bytes); of the first {@code hot} also the content.
 *
 * <p>Chunks are linked; the offering thread fills one and publishes the count with a volatile write, the lane reads up to the count. An
 * emptied chunk is left to the collector.
 */
@OwnedBy("the offering thread on one end, the lane on the other")
final class WaitingQueue {
    static final int CHUNK = 512;
    /** Event ids are task ids: milliseconds above 20 bits of count. */
    static final int ID_COUNT_BITS = 20;

    private final int hotLimit;
    private final AtomicInteger hot = new AtomicInteger();
    private Chunk tail = new Chunk();
    private int tailAt;
    private volatile long offered;
    private Chunk head = tail;
    private int headAt;
    private volatile long polled;

    WaitingQueue(int hotLimit) {
        this.hotLimit = hotLimit;
    }

    /** Offering thread. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void offer(long id, long position, Event eventOrNull) {
        if (tailAt == CHUNK) {
            Chunk next = new Chunk();
            tail.next = next;
            tail = next;
            tailAt = 0;
        }
        tail.longs[2 * tailAt] = id;
        tail.longs[2 * tailAt + 1] = position;
        if (eventOrNull != null && hot.get() < hotLimit) {
            hot.incrementAndGet();
            if (tail.events == null) {
                tail.events = new Event[CHUNK];
            }
            tail.events[tailAt] = eventOrNull;
        }
        tailAt++;
        offered = offered + 1;
    }

    /** Lane. */
    boolean isEmpty() {
        return offered == polled;
    }

    /** Any thread. */
    long size() {
        long out = polled;
        return Math.max(0, offered - out);
    }

    /** Lane: the id at the head; 0 when there is none. */
    long headId() {
        if (isEmpty()) {
            return 0;
        }
        step();
        return head.longs[2 * headAt];
    }

    /** Lane: takes the head, which must be there. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    Entry poll() {
        long id = headId();
        long position = head.longs[2 * headAt + 1];
        Event event = null;
        if (head.events != null) {
            event = head.events[headAt];
            head.events[headAt] = null;
        }
        headAt++;
        polled = polled + 1;
        return new Entry(id, position, event, id >>> ID_COUNT_BITS);
    }

    /** A hot event is done with. */
    void cooled() {
        hot.decrementAndGet();
    }

    /** Any thread: contents in memory. */
    int hot() {
        return hot.get();
    }

    private void step() {
        if (headAt == CHUNK) {
            head = head.next;
            headAt = 0;
        }
    }

    private static final class Chunk {
        final long[] longs = new long[2 * CHUNK];
        /** Only when a hot event is in the chunk. */
        Event[] events;
        /** Published by the count. */
        Chunk next;
    }
}
