package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.threads.OwnedBy;

/** An operator's word on a message whose attempt got no answer. */
@OwnedBy("journal thread")
final class Held {
    private final Books books;
    private final Settlement settlement;
    private final JournalDoor door;

    Held(Books books, Settlement settlement, JournalDoor door) {
        this.books = books;
        this.settlement = settlement;
        this.door = door;
    }

    void resolve(int at, boolean resend) {
        Ledger ledger = books.ledger;
        Lane lane = books.lanes.get().at(ledger.lane(at));
        if (!resend || lane == null) {
            settlement.close(at, MessageState.UNCERTAIN, "", "given up by an operator: perhaps sent");
            return;
        }
        long id = ledger.idAt(at);
        ProgressRecord step = new ProgressRecord(
                id,
                ledger.lastPosition(at),
                ProgressRecord.Kind.RELEASED,
                books.nowMs(),
                0,
                0,
                0,
                1,
                0,
                "sent again by an operator");
        step.encode(books.record(RecordType.PROGRESS));
        long position = books.finish();
        ledger.lastPosition(at, position);
        ledger.held(at, false);
        lane.bag().put(id, position, null, Priority.NORMAL, 0);
        door.afterWrite(() -> lane.bag().publish());
    }
}
