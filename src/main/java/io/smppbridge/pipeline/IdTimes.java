package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * When ids were given. An id tells that itself, but for the time after a clock that was ahead: ids go on above the last one, and all look as if they
 * were yet to come. While they do, a mark each ten minutes says how far they were then; without it nothing that is kept for a while would ever be old.
 *
 * <p>After a restart the messages in the journal say the same, each by when it was accepted.
 */
@OwnedBy("journal thread")
final class IdTimes {
    /** What a clock that is only a little late does not need. */
    private static final long AHEAD_MS = 60_000;

    private static final long EVERY_MS = 600_000;
    /** When there are more, every second one goes, and they come half as often: from a month on each twenty minutes, after a year every few hours. */
    private static final int MOST = 1 << 12;

    private long[] ids = new long[64];
    private long[] atMs = new long[64];
    private int count;
    private long everyMs = EVERY_MS;

    /** The last id that was given, and what time it is. Marks of later times are a wrong clock's and go. */
    void note(long lastId, long nowMs) {
        while (count > 0 && atMs[count - 1] > nowMs) {
            count--;
        }
        if (TaskId.first(nowMs + AHEAD_MS) > lastId) {
            count = 0; // ids tell again
            everyMs = EVERY_MS;
        } else if (count == 0 || nowMs - atMs[count - 1] >= everyMs && lastId > ids[count - 1]) {
            add(lastId, nowMs);
        }
    }

    private void add(long lastId, long nowMs) {
        if (count == MOST) {
            thin();
        } else if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
            atMs = Arrays.copyOf(atMs, 2 * count);
        }
        ids[count] = lastId;
        atMs[count++] = nowMs;
    }

    private void thin() {
        everyMs *= 2;
        count /= 2;
        for (int i = 0; i < count; i++) {
            ids[i] = ids[2 * i + 1];
            atMs[i] = atMs[2 * i + 1];
        }
    }

    /** When the id was given at the latest, in milliseconds since 1970. Where a mark tells, it may have been as much earlier as marks are apart. */
    long of(long id) {
        long told = new TaskId(id).epochMs();
        if (count == 0 || id > ids[count - 1]) {
            return told;
        }
        int mark = Arrays.binarySearch(ids, 0, count, id);
        return Math.min(told, atMs[mark >= 0 ? mark : -mark - 1]);
    }
}
