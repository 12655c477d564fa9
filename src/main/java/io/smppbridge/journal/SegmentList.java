package io.smppbridge.journal;

import io.smppbridge.threads.ThreadSafe;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The segments that are kept, oldest first, without gaps. The journal thread changes it, anybody reads it. */
@ThreadSafe
final class SegmentList {
    private volatile Segment[] live = new Segment[0];
    /** With which nobody reads now, the last one first: as many as have ever been needed at once. */
    private final Deque<ReadAhead> idle = new ConcurrentLinkedDeque<>();

    void start(List<Segment> found) {
        live = found.toArray(new Segment[0]);
    }

    void add(Segment newest) {
        Segment[] more = Arrays.copyOf(live, live.length + 1);
        more[live.length] = newest;
        live = more;
    }

    Segment removeOldest() {
        Segment oldest = live[0];
        live = Arrays.copyOfRange(live, 1, live.length);
        return oldest;
    }

    /** The segment of this number, or null inside this package when it is not kept. */
    Segment find(long number) {
        Segment[] now = live;
        long index = now.length == 0 ? -1 : number - now[0].number();
        return index >= 0 && index < now.length ? now[(int) index] : null;
    }

    /** As {@link Journal#read}. */
    Optional<JournalRecord> read(long position) {
        Segment segment = find(position >>> 32);
        return segment == null ? Optional.empty() : segment.read((int) position);
    }

    /** As {@link Journal#readAlong}. */
    Optional<JournalRecord> readAlong(long position) {
        Segment segment = find(position >>> 32);
        if (segment == null) {
            return Optional.empty();
        }
        ReadAhead known = idle.pollFirst();
        ReadAhead ahead = known != null ? known : new ReadAhead();
        try {
            return ahead.read(segment, (int) position);
        } finally {
            idle.addFirst(ahead);
        }
    }

    /** As {@link Journal#begunAt}. */
    long begunAt(long number) {
        Segment found = find(number);
        return found == null ? Long.MAX_VALUE : found.begunAt();
    }

    int count() {
        return live.length;
    }

    long oldest() {
        Segment[] now = live;
        return now.length == 0 ? 0 : now[0].number();
    }

    long newest() {
        Segment[] now = live;
        return now.length == 0 ? 0 : now[now.length - 1].number();
    }

    long[] numbers() {
        return Arrays.stream(live).mapToLong(Segment::number).toArray();
    }

    long bytes() {
        return Arrays.stream(live).mapToLong(Segment::size).sum();
    }

    /** How many segments each key has sealed, by its name. */
    Map<String, Integer> keys() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Segment segment : live) {
            counts.merge(segment.header().mark().keyId(), 1, Integer::sum);
        }
        counts.remove("");
        return counts;
    }

    void close() {
        for (Segment segment : live) {
            segment.close();
        }
    }
}
