package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import java.util.List;
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

    /**
     * The number of the parts: the one that the message bears if it suits them and sender and recipient are the same, else another;
     * {@link ConcatNumbers#AWAITED} for none.
     */
    int number(Story story, Cast cast) {
        int was = story.reference();
        boolean samePair = ConcatNumbers.samePair(story.accept().sms(), cast.sms());
        if (!samePair || !ConcatNumbers.suits(was, cast.parts())) {
            return books.concat.number(cast.task(), books.nowMs(), was & 0xFFFF);
        }
        if (ConcatNumbers.bits(cast.parts()) == 0) {
            return was & 0xFFFF;
        }
        ConcatNumbers.put(cast.parts(), was);
        return was;
    }

    /** Writes, with the number that the parts bear; where the record stands, which is the message's only one. */
    long write(int at, Story story, Cast cast, int number) {
        AcceptRecord was = story.accept();
        Task task = cast.task();
        int count = cast.parts().count();
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
        List<ProgressRecord> steps = story.progress().stream()
                .filter(step -> step.kind() != ProgressRecord.Kind.NUMBERED)
                .toList();
        new Story(record, steps, story.receipts(), story.closes()).pack(books.record(RecordType.CARRY));
        long position = books.finish();
        books.ledger.carried(at, position);
        books.ledger.changed(at, task.expiresAtMs(), count > 1);
        if (story.progress().stream().allMatch(Recasting::isUntried)) {
            books.concat.giveBack(was.sms(), was.id(), story.reference());
        }
        if (count > 1) {
            books.concat.enter(task, was.id(), number, position);
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

    /** Whether the step sent nothing: a handset may else have a part of that number. */
    private static boolean isUntried(ProgressRecord step) {
        return step.kind() == ProgressRecord.Kind.NUMBERED || step.kind() == ProgressRecord.Kind.REROUTED;
    }
}
