package io.smppbridge.records;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.journal.JournalException;
import io.smppbridge.journal.JournalInspector;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.settings.JournalKeys;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What a journal says of each message, record by record, for whoever looks from outside, also while its bridge runs. Changes nothing. */
public final class Chronicle {
    /** Is told what became of messages, in the order of the records; of a message whose first records have gone, only the rest. */
    public interface Reader {
        /**
         * First of all.
         *
         * @param nothingForgotten whether the journal holds all that was ever written into it
         */
        void begun(boolean nothingForgotten);

        /** It was accepted, or what is known of it was written anew. */
        void accepted(TaskId id, String smsc, OutboundSms sms);

        /**
         * Its SMSC took a part.
         *
         * @param messageId what it called that part; empty when it gave none
         * @param all whether none is missing now
         */
        void taken(TaskId id, String messageId, boolean all);

        /** A submit got no answer: later ones may be a second time. */
        void unanswered(TaskId id);

        /** It waits for another SMSC. */
        void moved(TaskId id, String smsc);

        void ended(TaskId id, MessageState state);
    }

    /**
     * A journal.
     *
     * @param keys none when contents lie in clear
     */
    public record Kept(Path directory, JournalKeys keys) {}

    private final Reader reader;

    private Chronicle(Reader reader) {
        this.reader = reader;
    }

    /**
     * Shows all that the journal holds.
     *
     * @throws JournalException when it is damaged or cannot be read, or a key is missing; see also {@link #isInMotion}
     */
    public static void read(Kept kept, Reader reader) {
        Chronicle chronicle = new Chronicle(reader);
        JournalInspector journal =
                JournalInspector.of(kept.directory(), kept.keys(), type -> RecordType.name((byte) type));
        journal.walk(reader::begun, (position, type, payload) -> chronicle.record(type, payload));
    }

    /**
     * Whether that was thrown because the bridge at work has dropped what was to come: what was told is worth nothing, and all can be read anew by
     * a reader that knows nothing yet.
     */
    public static boolean isInMotion(RuntimeException thrown) {
        return thrown instanceof JournalException refusal && refusal.kind() == JournalException.Kind.IN_MOTION;
    }

    /** Reads a record as a start does, and throws where a start would: what a version before or after this one has written. */
    public static void check(byte type, ByteBuffer payload) {
        switch (type) {
            case RecordType.ACCEPT -> AcceptRecord.head(payload);
            case RecordType.CARRY -> Story.unpack(payload);
            case RecordType.PROGRESS -> ProgressRecord.decode(payload);
            case RecordType.CLOSE -> CloseRecord.decode(payload);
            case RecordType.RECEIPT -> ReceiptRecord.decode(payload);
            case RecordType.MESSAGE -> MessageRecord.decode(payload);
            case RecordType.CONSENT -> ConsentRecord.decode(payload);
            case RecordType.REPLY -> ReplyRecord.decode(payload);
            case RecordType.STREAM -> StreamRecord.decode(payload);
            case RecordType.ERASE -> EraseRecord.decode(payload);
            case RecordType.INBOUND,
                    RecordType.NEWS,
                    RecordType.ALERT,
                    RecordType.EVENT_DONE,
                    RecordType.EVENT_DEAD,
                    RecordType.REF,
                    RecordType.NUMBER,
                    RecordType.TAKEN -> payload.getLong();
            default -> throw RecordType.unknown();
        }
    }

    private void record(byte type, ByteBuffer payload) {
        switch (type) {
            case RecordType.ACCEPT -> accepted(AcceptRecord.decode(payload));
            case RecordType.PROGRESS -> progress(ProgressRecord.decode(payload));
            case RecordType.CLOSE -> closed(CloseRecord.decode(payload));
            case RecordType.CARRY -> {
                Story story = Story.unpack(payload);
                accepted(story.accept());
                story.progress().forEach(this::progress);
                story.closes().forEach(this::closed);
            }
            default -> {} // not about a message that is on its way
        }
    }

    private void accepted(AcceptRecord accept) {
        reader.accepted(new TaskId(accept.id()), accept.smsc(), accept.asGiven());
    }

    private void progress(ProgressRecord step) {
        TaskId id = new TaskId(step.id());
        switch (step.kind()) {
            case PART_ACCEPTED -> reader.taken(id, SharedId.plain(step.text()), false);
            case SENT -> reader.taken(id, SharedId.plain(step.text()), true);
            case UNANSWERED, HELD, LAST_UNANSWERED -> reader.unanswered(id);
            case REROUTED -> reader.moved(id, step.text());
            case REFUSED, RELEASED, NUMBERED, DELETING -> {} // is where it was
        }
    }

    private void closed(CloseRecord end) {
        TaskId id = new TaskId(end.id());
        if (!end.messageId().isEmpty()) {
            reader.taken(id, SharedId.plain(end.messageId()), true);
        }
        if (end.unanswered() > 0) {
            reader.unanswered(id);
        }
        reader.ended(id, end.state());
    }
}
