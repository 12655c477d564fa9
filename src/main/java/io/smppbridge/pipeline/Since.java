package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/** Messages by the second since which they wait for something: about eight octets each. What has ended meanwhile is left in it. */
@OwnedBy("journal thread")
final class Since {
    private final TreeMap<Long, Ids> seconds = new TreeMap<>();
    private int size;
    private long lookedMs = Long.MIN_VALUE;

    private static final class Ids {
        long[] ids = new long[4];
        int count;

        void add(long id) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, count * 2);
            }
            ids[count++] = id;
        }
    }

    void add(long id, long atMs) {
        seconds.computeIfAbsent(Math.floorDiv(atMs, 1_000L), second -> new Ids())
                .add(id);
        size++;
    }

    /** Where the clock has been set back since this was last called, what has waited by its former time does so from now on. */
    void follow(long nowMs) {
        if (nowMs < lookedMs) {
            Map<Long, Ids> ahead = seconds.tailMap(Math.floorDiv(nowMs, 1_000L), false);
            List<Ids> those = List.copyOf(ahead.values());
            ahead.clear();
            for (Ids ids : those) {
                size -= ids.count;
                Arrays.stream(ids.ids, 0, ids.count).forEach(id -> add(id, nowMs));
            }
        }
        lookedMs = nowMs;
    }

    /** Takes out those that have waited since before then, oldest first, at most so many. */
    void before(long ms, int most, LongConsumer taker) {
        int left = most;
        while (left > 0 && !seconds.isEmpty() && seconds.firstKey() * 1_000 + 999 <= ms) {
            Ids first = seconds.firstEntry().getValue();
            while (left > 0 && first.count > 0) {
                left--;
                size--;
                taker.accept(first.ids[--first.count]);
            }
            if (first.count == 0) {
                seconds.pollFirstEntry();
            }
        }
    }

    /** Leaves out all others. */
    void retain(LongPredicate wanted) {
        for (Map.Entry<Long, Ids> entry : seconds.entrySet()) {
            Ids all = entry.getValue();
            long[] kept = Arrays.stream(all.ids, 0, all.count).filter(wanted).toArray();
            size += kept.length - all.count;
            all.ids = kept.length == 0 ? new long[4] : kept;
            all.count = kept.length;
        }
    }

    void clear() {
        seconds.clear();
        size = 0;
    }

    int size() {
        return size;
    }
}
