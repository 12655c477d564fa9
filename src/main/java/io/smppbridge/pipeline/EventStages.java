package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;

/** Writes down which events the platform has taken, and lets go of what they held. */
@OwnedBy("journal thread")
final class EventStages {
    private final Books books;
    private final Settlement settlement;

    EventStages(Books books, Settlement settlement) {
        this.books = books;
        this.settlement = settlement;
    }

    void take(InboundSlot slot) {
        int at = books.events.find(slot.eventId);
        if (at == EventTable.NONE) {
            return;
        }
        if (slot.kind == InboundSlot.Kind.EVENT_DEAD) {
            var out = books.record(RecordType.EVENT_DEAD).putLong(slot.eventId);
            Strings.put(out, slot.text);
            books.finish();
            books.events.dead(at, true);
            return;
        }
        books.record(RecordType.EVENT_DONE).putLong(slot.eventId);
        books.finish();
        taken(at);
    }

    /** What the end of an event lets go of; for live ones and at a replay. */
    void taken(int at) {
        long message = books.events.message(at);
        books.events.removeAt(at);
        if (message != 0) {
            int slot = books.ledger.find(message);
            if (slot != Ledger.NONE && !books.takeOneOfSeveral(message)) {
                settlement.forget(slot, books.ledger.lastPosition(slot));
            }
        }
    }
}
