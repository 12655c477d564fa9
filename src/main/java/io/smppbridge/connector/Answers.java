package io.smppbridge.connector;

import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers on their way from the thread that reads the socket to the bind's owner: a ring of parallel arrays, nothing allocated. */
@OwnedBy("the reading thread at one end, the bind's owner at the other")
final class Answers {
    private static final int NONE = -1;

    private final int mask;
    private final int[] sequences;
    private final int[] statuses;
    private final String[] ids;
    private final AnswerDetail[] details;
    private final long[] readAt;

    /** Written by the reading thread. */
    private volatile long written;
    /** Written by the owner. */
    private volatile long read;
    /** The last congestion_state that the owner has not seen. */
    private final AtomicInteger congestion = new AtomicInteger(NONE);

    /** @param capacity answers that may wait, a power of two */
    Answers(int capacity) {
        mask = capacity - 1;
        sequences = new int[capacity];
        statuses = new int[capacity];
        ids = new String[capacity];
        details = new AnswerDetail[capacity];
        readAt = new long[capacity];
    }

    /** False when it is full; so it is also while the owner is about to have taken what fills it. */
    boolean offer(int sequence, int status, String id, AnswerDetail detail, long readNanos) {
        long at = written;
        if (at - read > mask) {
            return false;
        }
        int i = (int) at & mask;
        sequences[i] = sequence;
        statuses[i] = status;
        ids[i] = id;
        details[i] = detail;
        readAt[i] = readNanos;
        written = at + 1;
        return true;
    }

    void congested(int state) {
        congestion.set(state);
    }

    void drain(BindKeeper.Patron patron) {
        int state = congestion.get() == NONE ? NONE : congestion.getAndSet(NONE);
        if (state != NONE) {
            patron.congested(state);
        }
        long until = written;
        for (long at = read; at < until; at++) {
            int i = (int) at & mask;
            String id = ids[i];
            AnswerDetail detail = details[i];
            ids[i] = null;
            details[i] = AnswerDetail.NONE;
            patron.answered(sequences[i], statuses[i], id, detail, readAt[i]);
        }
        read = until;
    }

    boolean any() {
        return written != 0;
    }

    /** When the last answer was read; there must have been any. */
    long lastReadAt() {
        return readAt[(int) (written - 1) & mask];
    }
}
