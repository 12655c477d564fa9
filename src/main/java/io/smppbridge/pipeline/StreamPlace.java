package io.smppbridge.pipeline;

import java.nio.ByteBuffer;

/**
 * A message's place in a stream with a name.
 *
 * @param id within the stream; 0 for a message of no such stream
 */
record StreamPlace(StreamKey stream, long id) {
    static final StreamPlace NONE = new StreamPlace(StreamKey.NONE, 0);

    static StreamPlace of(StreamKey stream, long id) {
        return stream.isNone() ? NONE : new StreamPlace(stream, id);
    }

    boolean isNone() {
        return stream.isNone();
    }

    void put(ByteBuffer out) {
        out.putLong(stream.high()).putLong(stream.low()).putLong(id);
    }

    static StreamPlace get(ByteBuffer in) {
        return new StreamPlace(new StreamKey(in.getLong(), in.getLong()), in.getLong());
    }
}
