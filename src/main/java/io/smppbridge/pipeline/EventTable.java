package io.smppbridge.pipeline;

import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.List;
import java.util.function.LongConsumer;

/** Events, and deliveries not yet done with: what must stay in the journal until the platform has taken it. 55 to 110 octets each. */
@OwnedBy("journal thread")
final class EventTable {
    static final int NONE = LongTable.NONE;
    private static final int POSITION = 0;
    private static final int MESSAGE = 1;
    private static final int ENDPOINT = 2;
    private static final long DEAD = 1L << 32;

    private final LongTable table = new LongTable(3, false, 256);
    private final SegmentUse use;

    EventTable(SegmentUse use) {
        this.use = use;
    }

    /** A story with only those events that the platform has not taken. */
    Story outstanding(Story story) {
        List<CloseRecord> ends = story.closes().stream()
                .map(end -> find(end.eventId()) == NONE ? end.withoutEvent() : end)
                .toList();
        return new Story(story.accept(), story.progress(), story.receipts(), ends);
    }

    int size() {
        return table.size();
    }

    int find(long id) {
        return id == 0 ? NONE : table.find(id);
    }

    /** An event about a message; the message's own records carry it. */
    void ofMessage(long eventId, long message, long position, int endpoint) {
        int slot = table.put(eventId);
        table.set(slot, POSITION, position);
        table.set(slot, MESSAGE, message);
        table.set(slot, ENDPOINT, endpoint);
    }

    /** A delivery on disk at a position, which keeps its segment. */
    void ofDelivery(long id, long position, int endpoint) {
        int slot = table.put(id);
        table.set(slot, POSITION, position);
        table.set(slot, MESSAGE, 0);
        table.set(slot, ENDPOINT, endpoint);
        use.add(Positions.segment(position));
    }

    long position(int slot) {
        return table.get(slot, POSITION);
    }

    /** The delivery has been written anew elsewhere. */
    void moved(int slot, long position) {
        if (message(slot) == 0) {
            use.remove(Positions.segment(position(slot)));
            use.add(Positions.segment(position));
        }
        table.set(slot, POSITION, position);
    }

    /** The message it is about, or 0 for a delivery. */
    long message(int slot) {
        return table.get(slot, MESSAGE);
    }

    int endpoint(int slot) {
        return (int) table.get(slot, ENDPOINT);
    }

    void endpoint(int slot, int endpoint) {
        table.set(slot, ENDPOINT, table.get(slot, ENDPOINT) & DEAD | endpoint);
    }

    boolean dead(int slot) {
        return (table.get(slot, ENDPOINT) & DEAD) != 0;
    }

    void dead(int slot, boolean dead) {
        table.set(slot, ENDPOINT, dead ? table.get(slot, ENDPOINT) | DEAD : table.get(slot, ENDPOINT) & ~DEAD);
    }

    void remove(long id) {
        int slot = table.find(id);
        if (slot != NONE) {
            removeAt(slot);
        }
    }

    void removeAt(int slot) {
        if (message(slot) == 0) {
            use.remove(Positions.segment(position(slot)));
        }
        table.removeAt(slot);
    }

    void forEach(LongConsumer ids) {
        table.forEachKey(ids);
    }
}
