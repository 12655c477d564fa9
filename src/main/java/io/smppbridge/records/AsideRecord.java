package io.smppbridge.records;

import io.smppbridge.TaskId;
import java.nio.ByteBuffer;

/**
 * The EVENT_DEAD record: an event was laid aside, or is offered {@linkplain #AGAIN again}.
 *
 * @param why what the platform said last; empty where it is offered again, or nothing tells
 * @param atMs when, in milliseconds since 1970; a record of an earlier version does not say it, the event's own time stands for it then
 */
public record AsideRecord(long eventId, String why, long atMs) {
    /** In the place of why an event was laid aside: it was, and is offered again. A version that does not know it lists the event as before. */
    public static final String AGAIN = "";

    /** Nothing tells of it but that it was laid aside. */
    public static AsideRecord untold(long eventId) {
        return new AsideRecord(eventId, "", new TaskId(eventId).epochMs());
    }

    /** Whether it says that the event is offered again. */
    public boolean isOfferedAgain() {
        return why.equals(AGAIN);
    }

    /** The time comes last: versions that do not know of it read what stands before. */
    public void encode(ByteBuffer out) {
        out.putLong(eventId);
        Strings.put(out, why);
        out.putLong(atMs);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static AsideRecord decode(ByteBuffer in) {
        long id = in.getLong();
        String why = Strings.get(in);
        return new AsideRecord(
                id,
                why,
                in.remaining() >= Long.BYTES ? in.getLong() : untold(id).atMs());
    }
}
