package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Shape;
import io.smppbridge.records.Story;
import io.smppbridge.records.Trail;
import io.smppbridge.text.EncodeResult;
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
     * {@link PartsNumber#AWAITED} for none.
     */
    int number(Story story, Cast cast) {
        int was = story.reference();
        boolean samePair = ConcatNumbers.samePair(story.accept().sms(), cast.sms());
        if (!samePair || !ConcatNumbers.suits(was, cast.parts())) {
            long spare = was == PartsNumber.AWAITED ? story.accept().id() : was;
            return books.concat.number(cast.task(), books.nowMs(), (int) spare & 0xFFFF);
        }
        if (ConcatNumbers.bits(cast.parts()) == 0) {
            return was & 0xFFFF;
        }
        ConcatNumbers.put(cast.parts(), was);
        return was;
    }

    /**
     * A cast with its number.
     *
     * @param number {@link PartsNumber#AWAITED} for none
     */
    record Numbered(Cast cast, int number) {}

    /** As {@link #number}; cut anew for 16 bits where no number of 8 is free, and the SMSC takes that. */
    Numbered numbered(Story story, Cast cast, Lane lane) {
        int number = number(story, cast);
        if (number != PartsNumber.AWAITED || !lane.mayWiden()) {
            return new Numbered(cast, number);
        }
        OutboundSms sms = cast.sms();
        int wide =
                books.concat.nextWide(sms, books.nowMs(), (int) story.accept().id());
        if (!(lane.encode(sms, wide) instanceof EncodeResult.Encoded encoded)) {
            return new Numbered(cast, number); // it takes one part too many that way
        }
        lane.widened();
        Task was = cast.task();
        Parts parts = Lane.parts(encoded).with(cast.parts().tlvs());
        Task task = new Task(was.account(), was.smsc(), sms, was.expiresAtMs(), parts);
        task.dueAtMs = was.dueAtMs;
        task.exempt = was.exempt;
        return new Numbered(new Cast(task, encoded.encoding(), cast.trail(), cast.given()), wide);
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
                was.place(),
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
            books.concat.enter(task, was.id(), number, position, books.nowMs());
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
