package io.smppbridge.pipeline;

import io.smppbridge.records.StreamKey;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * How far each stream with a name is: one entry a stream, however long it is. As ids rise without a gap, the last one says of every id
 * whether it was taken. A stream that has brought nothing for {@code pipeline.streams-kept} is forgotten; when there is no room for another,
 * further ones are turned away rather than a promise broken.
 */
@OwnedBy("journal thread")
final class Streams {
    private final int most;
    private final long keptMs;
    private final IdTimes times;
    private final SegmentUse use;
    private final BridgeStats stats;
    private final Map<StreamKey, Stream> byKey = new HashMap<>();
    /** All of them, roughly by when they were last used. */
    private final ArrayDeque<Stream> order = new ArrayDeque<>();

    /** One of them. */
    static final class Stream {
        private final StreamKey key;
        private long last;
        private long stamp;
        private long segment;

        private Stream(StreamKey key) {
            this.key = key;
        }

        /** Its last id. */
        long last() {
            return last;
        }

        /** The bridge's id of its newest message. */
        long stamp() {
            return stamp;
        }
    }

    Streams(int most, Duration kept, IdTimes times, SegmentUse use, BridgeStats stats) {
        this.most = most;
        this.times = times;
        this.keptMs = kept.toMillis();
        this.use = use;
        this.stats = stats;
    }

    int size() {
        return byKey.size();
    }

    boolean isFull() {
        return byKey.size() >= most;
    }

    /** What is known of a stream; null when nothing is. */
    Stream find(StreamKey key) {
        return byKey.get(key);
    }

    /** A record says how far a stream is, if it is about one. One with an older stamp than is known says nothing. */
    void enter(StreamPlace place, long stamp, long position) {
        if (place.isNone()) {
            return;
        }
        Stream stream = byKey.get(place.stream());
        if (stream == null) {
            stream = new Stream(place.stream());
            byKey.put(place.stream(), stream);
            order.add(stream);
            stats.streams = byKey.size();
        } else if (stamp < stream.stamp) {
            return;
        } else {
            use.remove(stream.segment);
        }
        stream.last = place.id();
        stream.stamp = stamp;
        stream.segment = Positions.segment(position);
        use.add(stream.segment);
    }

    /** What a segment's record vouches for: null when another does. */
    StreamRecord vouchedFor(StreamKey key, long segment) {
        Stream stream = byKey.get(key);
        return stream == null || stream.segment != segment
                ? null
                : new StreamRecord(new StreamPlace(key, stream.last), stream.stamp);
    }

    /** Forgets those that were not used for long, looking at so many a call. */
    void forgetOld(long nowMs, int limit) {
        long oldest = nowMs - keptMs;
        int looks = Math.min(limit, order.size());
        for (int i = 0; i < looks; i++) {
            Stream stream = order.poll();
            if (times.of(stream.stamp) > oldest) {
                order.add(stream);
            } else {
                use.remove(stream.segment);
                byKey.remove(stream.key);
                stats.streams = byKey.size();
            }
        }
    }
}
