package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * What PDUs of one connection were composed from that have not been written yet, in the order of composing, which is mostly that of
 * writing. What has {@link #MOST} composed after it and still was not written is forgotten.
 */
@OwnedBy("pdulog")
final class Awaited {
    /** A power of two. */
    static final int MOST = 8192;

    private static final int FIRST = 16;
    /** Arrays up to this size are kept for the next. */
    private static final int KEPT = 1024;

    private static final byte[] GONE = {};

    private long[] keys = {};
    private byte[][] all = {};
    private int[] lengths = {};
    /** Of all that came, the first that is still here, the one behind the last, and the one that is likely to be asked for next. */
    private long first;

    private long end;
    private long likely;
    private int here;
    /** A bit for each command that was ever composed, by its last digits: most PDUs need not be looked for. */
    private long commands;

    /**
     * Keeps a copy.
     *
     * @param key command and sequence
     */
    void put(long key, byte[] from, int at, int length) {
        if (length == 0) {
            return;
        }
        if (end - first == MOST) {
            forget(first);
        }
        if (end - first == keys.length) {
            grow();
        }
        int index = index(end++);
        if (all[index].length < length || all[index].length > KEPT) {
            all[index] = new byte[Math.max(length, KEPT / 4)];
        }
        System.arraycopy(from, at, all[index], 0, length);
        keys[index] = key;
        lengths[index] = length;
        here++;
        commands |= bit(key);
    }

    /**
     * Finds the structure of a PDU, which is then forgotten at the next {@link #put}.
     *
     * @param into told where it is, or that there is none
     */
    void take(long key, Book.Found into) {
        long place = here == 0 || (commands & bit(key)) == 0 ? -1 : is(likely, key) ? likely : find(key);
        if (place < 0) {
            into.meant(GONE, 0, 0);
            return;
        }
        likely = place + 1;
        into.meant(all[index(place)], 0, lengths[index(place)]);
        forget(place);
    }

    void clear() {
        while (here > 0) {
            forget(first);
        }
        first = end;
    }

    /** The one that was composed last, should there be several. */
    private long find(long key) {
        for (long i = end - 1; i >= first; i--) {
            if (is(i, key)) {
                return i;
            }
        }
        return -1;
    }

    private boolean is(long place, long key) {
        return place >= first && place < end && keys[index(place)] == key && lengths[index(place)] > 0;
    }

    /** Its length less than 0 says that it is. */
    private void forget(long place) {
        lengths[index(place)] = -lengths[index(place)];
        here--;
        while (first < end && lengths[index(first)] < 0) {
            first++;
        }
    }

    private void grow() {
        int size = Math.max(FIRST, 2 * keys.length);
        long[] moreKeys = new long[size];
        byte[][] more = new byte[size][];
        int[] moreLengths = new int[size];
        Arrays.fill(more, GONE);
        for (long i = first; i < end; i++) {
            int to = (int) (i & size - 1);
            moreKeys[to] = keys[index(i)];
            more[to] = all[index(i)];
            moreLengths[to] = lengths[index(i)];
        }
        keys = moreKeys;
        all = more;
        lengths = moreLengths;
    }

    private int index(long place) {
        return (int) (place & keys.length - 1);
    }

    private static long bit(long key) {
        return 1L << (key >>> 32 & 0x1F | (key < 0 ? 0x20 : 0));
    }
}
