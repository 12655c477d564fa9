package io.smppbridge.pipeline;

import com.lmax.disruptor.RingBuffer;
import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;

/**
 * As {@link LookAhead}, of the callers' ring: what a caller has just made stands in the cache of his processor, and the journal's can wait for what
 * several messages need in the time of one. Changes nothing.
 */
@OwnedBy("journal thread")
final class MessagesAhead {
    private static final int SLOTS = 16;

    private final RingBuffer<OutboundSlot> ring;
    private long until = -1;
    /** What the places held: kept, so that the processor has to look. */
    private long touched;

    MessagesAhead(RingBuffer<OutboundSlot> ring) {
        this.ring = ring;
    }

    /** Before the slot at a place is dealt with; those of earlier places have been. */
    void before(long sequence) {
        if (sequence <= until) {
            return;
        }
        until = sequence;
        while (until - sequence < SLOTS - 1 && ring.isAvailable(until + 1)) {
            until++;
        }
        for (long at = sequence; at <= until; at++) {
            Task task = ring.get(at).task;
            touched += task == null ? 0 : task.touch();
        }
    }
}
