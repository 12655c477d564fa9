package io.smppbridge.records;

import java.nio.ByteBuffer;

/**
 * A message's place in a stream with a name.
 *
 * @param id within the stream; 0 for a message of no such stream
 */
public record StreamPlace(StreamKey stream, long id) {
    /** Of a message of no stream with a name. */
    public static final StreamPlace NONE = new StreamPlace(StreamKey.NONE, 0);

    /** A place; {@link #NONE} in a stream without a name. */
    public static StreamPlace of(StreamKey stream, long id) {
        return stream.isNone() ? NONE : new StreamPlace(stream, id);
    }

    /** Whether the message is of no stream with a name. */
    public boolean isNone() {
        return stream.isNone();
    }

    void put(ByteBuffer out) {
        out.putLong(stream.high()).putLong(stream.low()).putLong(id);
    }

    /** Reads what {@link #put} wrote. */
    public static StreamPlace get(ByteBuffer in) {
        return new StreamPlace(new StreamKey(in.getLong(), in.getLong()), in.getLong());
    }
}
