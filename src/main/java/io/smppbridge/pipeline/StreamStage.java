package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;

/**
 * Takes every id of a stream with a name once, and in order: what was taken before is answered as it was, and nothing overtakes an id that
 * found no room. So the last id taken stands for all before it.
 */
@OwnedBy("journal thread")
final class StreamStage {
    private static final SendOutcome BEHIND = new SendOutcome.NotAccepting(
            "an earlier message of the stream has found no room yet", Duration.ofSeconds(1));
    private static final SendOutcome NO_ROOM =
            new SendOutcome.NotAccepting("no room for another stream; raise pipeline.streams", Duration.ofMinutes(1));

    private final Books books;

    StreamStage(Books books) {
        this.books = books;
    }

    /** What becomes of the slot's id because of what is known of its stream; null when it is to be taken. */
    SendOutcome said(OutboundSlot slot) {
        Streams.Stream known = books.streams.find(slot.stream);
        long last = known == null ? slot.streamBase : known.last();
        if (slot.streamId > last + 1) {
            return BEHIND;
        }
        if (known == null && books.streams.isFull()) {
            return NO_ROOM;
        }
        if (known != null && slot.streamId <= last) {
            books.stats.streamRepeats.increment();
            return slot.refusal == null ? repeated(slot, known) : slot.refusal;
        }
        if (slot.refusal != null) {
            cover(slot);
            return slot.refusal;
        }
        return null;
    }

    /** Its own id is not known any more; the newest of its stream stands for it. */
    private static SendOutcome repeated(OutboundSlot slot, Streams.Stream stream) {
        return new SendOutcome.Acceptance(
                new TaskId(stream.stamp()),
                slot.encoding,
                slot.task.parts().count(),
                slot.forcedUcs2,
                slot.replaced,
                slot.task.smsc(),
                true,
                slot.batch.durability);
    }

    /** The id is dealt with without a message of its own. */
    void cover(OutboundSlot slot) {
        long stamp = books.nextId();
        StreamPlace place = new StreamPlace(slot.stream, slot.streamId);
        new StreamRecord(place, stamp).encode(books.record(RecordType.STREAM));
        books.streams.enter(place, stamp, books.finish());
    }
}
