package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** Up to 1,024 messages whose ids and positions are near the first one's. */
@OwnedBy("journal thread")
final class BacklogBlock {
    static final int NONE = -1;
    private static final int MOST = 1_024;
    private static final int FIRST_ROOM = 16;
    private static final int UNSIGNED_SHIFT = 32;

    final long firstId;
    private final long firstPosition;
    /** Less the first one's, in 32 bits without a sign. */
    private int[] ids = new int[FIRST_ROOM];

    private int[] positions = new int[FIRST_ROOM];
    /** Of all, or of none when they differ. */
    private long alike;

    private long[] packed;
    /** A bit for each that was taken out; null before the first. */
    private long[] holes;

    private int count;
    int live;
    /** No upper 32 bits are below. */
    long least;

    BacklogBlock(long firstId, long firstPosition, long alike) {
        this.firstId = firstId;
        this.firstPosition = firstPosition;
        this.alike = alike;
        this.least = alike >>> UNSIGNED_SHIFT;
    }

    boolean takes(long id, long position) {
        return count < MOST && fits(id - firstId) && fits(position - firstPosition);
    }

    private static boolean fits(long delta) {
        return delta >>> UNSIGNED_SHIFT == 0;
    }

    void add(long id, long position, long bits) {
        if (count == ids.length) {
            resize(Math.min(MOST, count * 2));
        }
        if (packed == null && bits != alike) {
            packed = new long[ids.length];
            Arrays.fill(packed, 0, count, alike);
        }
        ids[count] = (int) (id - firstId);
        positions[count] = (int) (position - firstPosition);
        if (packed != null) {
            packed[count] = bits;
        }
        least = Math.min(least, bits >>> UNSIGNED_SHIFT);
        count++;
        live++;
    }

    /** No more come. */
    void trim() {
        if (count < ids.length) {
            resize(count);
        }
    }

    private void resize(int room) {
        ids = Arrays.copyOf(ids, room);
        positions = Arrays.copyOf(positions, room);
        packed = packed == null ? null : Arrays.copyOf(packed, room);
    }

    long lastId() {
        return id(count - 1);
    }

    long id(int at) {
        return firstId + Integer.toUnsignedLong(ids[at]);
    }

    long position(int at) {
        return firstPosition + Integer.toUnsignedLong(positions[at]);
    }

    long packed(int at) {
        return packed == null ? alike : packed[at];
    }

    int find(long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            long there = id(middle);
            if (there == id) {
                return isHole(middle) ? NONE : middle;
            }
            if (there < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    void remove(int at) {
        if (holes == null) {
            holes = new long[MOST / Long.SIZE];
        }
        holes[at / Long.SIZE] |= 1L << at;
        live--;
        if (live * 4 < count && count > FIRST_ROOM) {
            closeUp();
        }
    }

    /** The last one stays, taken or not: it says what may follow. */
    private void closeUp() {
        int kept = 0;
        for (int at = 0; at < count; at++) {
            if (!isHole(at) || at == count - 1) {
                ids[kept] = ids[at];
                positions[kept] = positions[at];
                if (packed != null) {
                    packed[kept] = packed[at];
                }
                kept++;
            }
        }
        boolean lastTaken = isHole(count - 1);
        count = kept;
        holes = null;
        if (lastTaken) {
            holes = new long[MOST / Long.SIZE];
            holes[(count - 1) / Long.SIZE] |= 1L << count - 1;
        }
        resize(count);
    }

    private boolean isHole(int at) {
        return holes != null && (holes[at / Long.SIZE] & 1L << at) != 0;
    }

    /** The first that is there, from a place on. */
    int from(int place) {
        int at = place;
        while (at < count && isHole(at)) {
            at++;
        }
        return at < count ? at : NONE;
    }

    void forEach(Backlog.Each each) {
        for (int at = 0; at < count; at++) {
            if (!isHole(at)) {
                each.at(id(at), packed(at));
            }
        }
    }

    void change(Backlog.Change change) {
        if (packed == null) {
            alike = change.of(alike, live);
            least = alike >>> UNSIGNED_SHIFT;
            return;
        }
        least = Long.MAX_VALUE;
        for (int at = 0; at < count; at++) {
            if (!isHole(at)) {
                packed[at] = change.of(packed[at], 1);
                least = Math.min(least, packed[at] >>> UNSIGNED_SHIFT);
            }
        }
    }

    int notAbove(long bound, long[] found, int already) {
        int many = already;
        long left = Long.MAX_VALUE;
        for (int at = 0; at < count; at++) {
            long upper = packed(at) >>> UNSIGNED_SHIFT;
            if (isHole(at)) {
                continue;
            }
            if (upper <= bound && many < found.length) {
                found[many++] = id(at);
            }
            left = Math.min(left, upper);
        }
        least = left;
        return many;
    }
}
