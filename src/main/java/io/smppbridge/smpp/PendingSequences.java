package io.smppbridge.smpp;

import io.smppbridge.threads.ThreadSafe;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The sequence numbers that await an answer, so that a number is not given out again after the wrap at 0x7FFFFFFF while its first
 * use is unanswered. The owner adds, the reader removes; neither allocates unless an answer stayed away for thousands of numbers.
 *
 * <p>A number lives in slot {@code number mod size}, or in the overflow while the answer to another one of that slot stays away.
 */
@ThreadSafe
final class PendingSequences {
    private static final int FREE = 0;

    private final AtomicIntegerArray slots;
    private final int mask;
    private final Set<Integer> overflow = ConcurrentHashMap.newKeySet();

    /** @param window submissions without an answer that are usual; more are no error */
    PendingSequences(int window) {
        int size = Integer.highestOneBit(Math.max(window, 16)) * 4;
        slots = new AtomicIntegerArray(size);
        mask = size - 1;
    }

    /** On the owner's thread. */
    boolean contains(int sequence) {
        return slots.get(sequence & mask) == sequence || !overflow.isEmpty() && overflow.contains(sequence);
    }

    /** On the owner's thread; the number must not be pending. */
    void add(int sequence) {
        int slot = sequence & mask;
        if (slots.get(slot) == FREE) { // and stays so: nobody else fills it
            slots.setRelease(slot, sequence); // the reader learns of it with the octets
        } else {
            overflow.add(sequence);
        }
    }

    /** Whether the number was pending, which it is no more. On the reader's thread. */
    boolean remove(int sequence) {
        return sequence != FREE && (slots.compareAndSet(sequence & mask, sequence, FREE) || overflow.remove(sequence));
    }
}
