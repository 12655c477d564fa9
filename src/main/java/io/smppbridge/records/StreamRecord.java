package io.smppbridge.records;

import java.nio.ByteBuffer;

/**
 * The STREAM record: how far a stream is, when no ACCEPT record says so, as that has gone or the id was refused.
 *
 * @param place its last id
 * @param stamp a bridge id, by which the newest of several records about a stream is told, and its time
 */
public record StreamRecord(StreamPlace place, long stamp) {
    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer to) {
        place.put(to);
        to.putLong(stamp);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static StreamRecord decode(ByteBuffer in) {
        return new StreamRecord(StreamPlace.get(in), in.getLong());
    }
}
