package io.smppbridge.pipeline;

import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;

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
            AsideRecord aside = new AsideRecord(slot.eventId, slot.text, books.nowMs());
            aside.encode(books.record(RecordType.EVENT_DEAD));
            books.finish();
            books.events.dead(at, !aside.isOfferedAgain());
            return;
        }
        books.record(RecordType.EVENT_DONE).putLong(slot.eventId);
        books.finish();
        taken(at);
    }

    /**
     * Whether what a record says of an event still holds. That it is offered again need not be said any more where the record goes: what
     * had laid it aside stood before it, and has gone.
     */
    static boolean isLaidAside(EventTable events, long id, byte[] record) {
        int at = events.find(id);
        return at != EventTable.NONE
                && events.dead(at)
                && !AsideRecord.decode(ByteBuffer.wrap(record)).isOfferedAgain();
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
