package io.smppbridge.records;

import io.smppbridge.MessageState;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The CLOSE record: the one final state of a message.
 *
 * @param previous position of the record before it
 * @param atMs when, in milliseconds since 1970
 * @param submittedMs when the SMSC took the last part, 0 when never
 * @param eventId the event the platform is told by, 0 when it is told nothing
 * @param unanswered attempts that got no answer
 * @param messageId the SMSC's id of the last part, where it is not in an earlier record
 * @param detail why
 * @param said what the TLVs of the SMSC's answer say that brought this end, by name; empty when there are none
 */
public record CloseRecord(
        long id,
        long previous,
        MessageState state,
        long atMs,
        long submittedMs,
        long eventId,
        int unanswered,
        String messageId,
        String detail,
        Map<String, String> said) {
    private static final MessageState[] STATES = MessageState.values();

    /** Brought by no answer, or by one without TLVs. */
    public CloseRecord(
            long id,
            long previous,
            MessageState state,
            long atMs,
            long submittedMs,
            long eventId,
            int unanswered,
            String messageId,
            String detail) {
        this(id, previous, state, atMs, submittedMs, eventId, unanswered, messageId, detail, Map.of());
    }

    /** The same, its event taken. */
    public CloseRecord withoutEvent() {
        return new CloseRecord(id, previous, state, atMs, submittedMs, 0, unanswered, messageId, detail, said);
    }

    /** The same, behind another record. */
    public CloseRecord after(long position) {
        return new CloseRecord(id, position, state, atMs, submittedMs, eventId, unanswered, messageId, detail, said);
    }

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        encode(out, id, previous, state, atMs, submittedMs, eventId, unanswered, messageId, detail, said);
    }

    /** Writes down an end, as {@link #encode(ByteBuffer)} of its record, which need not be made: nearly all have no event. */
    public static void encode(
            ByteBuffer out,
            long id,
            long previous,
            MessageState state,
            long atMs,
            long submittedMs,
            long eventId,
            int unanswered,
            String messageId,
            String detail,
            Map<String, String> said) {
        out.putLong(id).putLong(previous);
        out.put((byte) state.ordinal());
        out.putLong(atMs).putLong(submittedMs).putLong(eventId).putShort((short) unanswered);
        Strings.put(out, messageId);
        Strings.put(out, detail);
        Strings.putMap(out, said);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static CloseRecord decode(ByteBuffer in) {
        return new CloseRecord(
                in.getLong(),
                in.getLong(),
                STATES[in.get()],
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getShort(),
                Strings.get(in),
                Strings.get(in),
                Strings.getMap(in));
    }
}
