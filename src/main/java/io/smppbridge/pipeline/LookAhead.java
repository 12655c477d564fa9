package io.smppbridge.pipeline;

import com.lmax.disruptor.RingBuffer;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.threads.OwnedBy;

/**
 * Looks at what the next slots of the inbound ring will need, of several at once, before the first of them is dealt with: with many messages open,
 * index of ids, ledger and what is kept of a message lie where no cache of the processor holds them, and it can wait for a dozen of them in the time
 * of one. Changes nothing.
 *
 * <p>Group prefetching: Chen, Ailamaki, Gibbons and Mowry, <em>Improving Hash Join Performance through Prefetching</em>, 2004.
 */
@OwnedBy("journal thread")
final class LookAhead {
    /** Slots looked at together: about as many loads as a processor has under way at a time. */
    private static final int SLOTS = 16;

    private final RingBuffer<InboundSlot> ring;
    private final Books books;
    private final long[] messages = new long[SLOTS];
    private long until = -1;
    /** What the places held: kept, so that the processor has to look. */
    private long touched;

    LookAhead(RingBuffer<InboundSlot> ring, Books books) {
        this.ring = ring;
        this.books = books;
    }

    /**
     * Before the slot at a place is dealt with; those of earlier places have been.
     *
     * @return the place up to which it has looked
     */
    long before(long sequence) {
        if (sequence <= until) {
            return until;
        }
        until = sequence;
        while (until - sequence < SLOTS - 1 && ring.isAvailable(until + 1)) {
            until++;
        }
        if (until > sequence) {
            look(sequence);
        }
        return until;
    }

    /** Each step needs what the one before has found. */
    private void look(long first) {
        for (long at = first; at <= until; at++) {
            InboundSlot slot = ring.get(at);
            if (slot.identifiedFor != null) {
                books.receipts.touch(slot.key);
            }
            if (slot.kind == InboundSlot.Kind.ACCEPTED) {
                touched += books.ledger.touch(slot.task.id());
            }
        }
        for (long at = first; at <= until; at++) {
            InboundSlot slot = ring.get(at);
            boolean receipt = slot.kind == InboundSlot.Kind.DELIVERY && slot.identifiedFor != null;
            long meant = receipt ? books.receipts.peek(slot.key) : ReceiptIndex.NONE;
            messages[(int) (at - first)] = meant;
            if (meant != ReceiptIndex.NONE) {
                touched += books.ledger.touch(meant);
            } else if (slot.kind == InboundSlot.Kind.ACCEPTED && slot.identifiedFor == null) {
                touched += books.history.touch(slot.task.id()); // it ends with this answer, as it asks for no receipt
            }
        }
        for (int i = 0; i <= until - first; i++) {
            int message = messages[i] == ReceiptIndex.NONE ? Ledger.NONE : books.ledger.peek(messages[i]);
            if (message != Ledger.NONE && books.ledger.extra(message) instanceof Gist gist) {
                touched += gist.touch();
            }
        }
    }
}
