package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/** Writes a message anew that goes on as something else than it was accepted as: one record that stands for all before it. */
@OwnedBy("journal thread")
final class Recasting {
    private final Books books;

    Recasting(Books books) {
        this.books = books;
    }

    /**
     * What it is from now on.
     *
     * @param task with its text, parts and times
     * @param given how it was before a plug-in changed it for its SMSC
     */
    record Cast(Task task, Encoding encoding, Trail trail, Optional<Shape> given) {
        OutboundSms sms() {
            return task.sms();
        }

        Parts parts() {
            return task.parts();
        }
    }

    /** Numbers the parts and writes; where the record stands, which is the message's only one. */
    long write(int at, Story story, Cast cast) {
        AcceptRecord was = story.accept();
        Task task = cast.task();
        int count = cast.parts().count();
        int number = books.concat.number(task, books.nowMs(), was.reference());
        AcceptRecord record = new AcceptRecord(
                was.id(),
                was.acceptedMs(),
                task.expiresAtMs(),
                task.dueAtMs,
                number,
                count,
                cast.encoding(),
                was.smsc(),
                was.endpoint(),
                was.account(),
                was.ref(),
                cast.sms(),
                cast.trail(),
                cast.given());
        new Story(record, story.progress(), story.receipts(), story.closes()).pack(books.record(RecordType.CARRY));
        long position = books.finish();
        books.ledger.carried(at, position);
        books.ledger.changed(at, task.expiresAtMs(), count > 1);
        if (count > 1) {
            books.concat.enter(task, number, position);
        }
        if (!was.ref().isNone() && books.refs.message(was.ref()) == was.id()) {
            books.refs.enter(was.ref(), was.id(), position);
        }
        books.awaited.remove(was.id());
        if (count > 1 && cast.sms().wish().asksForReceipt()) {
            books.awaited.put(was.id(), new PartsAwaited(count));
        }
        return position;
    }
}
