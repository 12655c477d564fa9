package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.handback.DeadEvent;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The EVENT_DEAD record: an event was laid aside, or is offered {@linkplain EventStages#AGAIN again}.
 *
 * @param why what the platform said last; empty where it is offered again, or nothing tells
 * @param atMs when, in milliseconds since 1970; a record of an earlier version does not say it, the event's own time stands for it then
 */
record AsideRecord(long eventId, String why, long atMs) {
    /** Nothing tells of it but that it was laid aside. */
    static AsideRecord untold(long eventId) {
        return new AsideRecord(eventId, "", new TaskId(eventId).epochMs());
    }

    boolean isOfferedAgain() {
        return why.equals(EventStages.AGAIN);
    }

    DeadEvent event(long position) {
        return new DeadEvent(eventId, position, why, Instant.ofEpochMilli(atMs));
    }

    /** The time comes last: versions that do not know of it read what stands before. */
    void encode(ByteBuffer out) {
        out.putLong(eventId);
        Strings.put(out, why);
        out.putLong(atMs);
    }

    static AsideRecord decode(ByteBuffer in) {
        long id = in.getLong();
        String why = Strings.get(in);
        return new AsideRecord(
                id,
                why,
                in.remaining() >= Long.BYTES ? in.getLong() : untold(id).atMs());
    }
}
