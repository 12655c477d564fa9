package io.smppbridge.bench.classic;

import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.concurrent.locks.Condition;

/** The submit_sm of one connection that have no answer yet. Its sender opens, its reader closes. */
@ThreadSafe
final class SendWindow {
    private static final int SLOT_BITS = 14;
    private static final int SLOT = (1 << SLOT_BITS) - 1;

    private final CountedLock lock = new CountedLock();
    private final Condition room = lock.newCondition();
    private final Submission[] open;
    private final int[] notes;
    private final long[] sentAt;
    private final int[] free;
    private int freeCount;
    private int turn;

    SendWindow(int size) {
        open = new Submission[size];
        notes = new int[size];
        sentAt = new long[size];
        free = new int[size];
        for (int i = 0; i < size; i++) {
            free[i] = i;
        }
        freeCount = size;
    }

    /** Waits until there is room, and says how much. Only the sender makes it less. */
    int awaitRoom() throws InterruptedException {
        lock.take();
        try {
            while (freeCount == 0) {
                lock.await(room);
            }
            return freeCount;
        } finally {
            lock.release();
        }
    }

    /**
     * Gives each message its sequence_number; there is room for them.
     *
     * @param noted where each is noted in the log of what is under way
     */
    void open(List<Submission> messages, int[] noted, int[] sequences) {
        long now = System.nanoTime();
        lock.take();
        try {
            for (int i = 0; i < messages.size(); i++) {
                int slot = free[--freeCount];
                open[slot] = messages.get(i);
                notes[slot] = noted[i];
                sentAt[slot] = now;
                turn = turn + 1 & 0xFFFF;
                sequences[i] = turn << SLOT_BITS | slot + 1;
            }
        } finally {
            lock.release();
        }
    }

    /**
     * Answers have come; their places are not free yet.
     *
     * @param slots what they were in is written over their sequence_numbers; -1 for an answer to nothing
     * @param ended their messages are added to it, null for an answer to nothing
     * @param noted where they are noted in the log of what is under way
     * @param sent when they were submitted
     */
    void close(int[] slots, int count, List<Submission> ended, int[] noted, long[] sent) {
        lock.take();
        try {
            for (int i = 0; i < count; i++) {
                int slot = (slots[i] & SLOT) - 1;
                boolean known = slot >= 0 && slot < open.length && open[slot] != null;
                slots[i] = known ? slot : -1;
                ended.add(known ? open[slot] : null);
                if (known) {
                    noted[i] = notes[slot];
                    sent[i] = sentAt[slot];
                    open[slot] = null;
                }
            }
        } finally {
            lock.release();
        }
    }

    /** What was answered is written down: there is room again. */
    void free(int[] slots, int count) {
        lock.take();
        try {
            for (int i = 0; i < count; i++) {
                if (slots[i] >= 0) {
                    free[freeCount++] = slots[i];
                }
            }
            room.signal();
        } finally {
            lock.release();
        }
    }

    /** Whether a submit_sm has been without an answer for longer than that. */
    boolean isOverdue(long withinNanos) {
        long now = System.nanoTime();
        lock.take();
        try {
            for (int slot = 0; slot < open.length; slot++) {
                if (open[slot] != null && now - sentAt[slot] > withinNanos) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.release();
        }
    }

    long locksTaken() {
        return lock.taken();
    }
}
