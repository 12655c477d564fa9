package io.smppbridge.connector;

import io.smppbridge.threads.OwnedBy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

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

    /** The reading thread's; see {@link #fence}. */
    private final AtomicLong written = new AtomicLong();
    /** The owner's. */
    private final AtomicLong read = new AtomicLong();
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
        long at = written.getPlain();
        if (at - read.getAcquire() > mask) {
            return false;
        }
        int i = (int) at & mask;
        sequences[i] = sequence;
        statuses[i] = status;
        ids[i] = id;
        details[i] = detail;
        readAt[i] = readNanos;
        written.setRelease(at + 1);
        return true;
    }

    /**
     * After offers, before the owner is rung unless it has been: either it still has to look, and sees them, or the caller sees that it
     * must ring. One for all answers of a read is enough.
     */
    static void fence() {
        VarHandle.fullFence();
    }

    void congested(int state) {
        congestion.set(state);
    }

    void drain(Patron patron) {
        int state = congestion.get() == NONE ? NONE : congestion.getAndSet(NONE);
        if (state != NONE) {
            patron.congested(state);
        }
        long until = written.getAcquire();
        for (long at = read.getPlain(); at < until; at++) {
            int i = (int) at & mask;
            String id = ids[i];
            AnswerDetail detail = details[i];
            ids[i] = null;
            details[i] = AnswerDetail.NONE;
            patron.answered(sequences[i], statuses[i], id, detail, readAt[i]);
        }
        read.setRelease(until);
    }

    boolean any() {
        return written.getAcquire() != 0;
    }

    /** When the last answer was read; there must have been any. */
    long lastReadAt() {
        return readAt[(int) (written.getAcquire() - 1) & mask];
    }
}
