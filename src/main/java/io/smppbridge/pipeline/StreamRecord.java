package io.smppbridge.pipeline;

import java.nio.ByteBuffer;

/**
 * The STREAM record: how far a stream is, when no ACCEPT record says so, as that has gone or the id was refused.
 *
 * @param place its last id
 * @param stamp a bridge id, by which the newest of several records about a stream is told, and its time
 */
record StreamRecord(StreamPlace place, long stamp) {
    void encode(ByteBuffer to) {
        place.put(to);
        to.putLong(stamp);
    }

    static StreamRecord decode(ByteBuffer in) {
        return new StreamRecord(StreamPlace.get(in), in.getLong());
    }
}
