package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** Rows by a key of 64 bits, which is read from the row itself: 4 octets a place, at most two thirds of them taken. */
@OwnedBy("whoever audits")
final class Index {
    /** Where the key of a row is. */
    @FunctionalInterface
    interface Key {
        long of(int row);
    }

    static final int NONE = -1;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Key key;
    private int[] places = new int[64];
    private int taken;

    Index(Key key) {
        this.key = key;
    }

    /** The row with that key, or {@link #NONE}. */
    int find(long wanted) {
        int row = places[place(places, wanted)];
        return row - 1;
    }

    /** The row takes the place of any other with its key. */
    void put(int row) {
        int at = place(places, key.of(row));
        if (places[at] == 0 && ++taken * 3 > places.length * 2) {
            grow();
            at = place(places, key.of(row));
        }
        places[at] = row + 1;
    }

    private void grow() {
        int[] larger = new int[2 * places.length];
        for (int row : places) {
            if (row != 0) {
                larger[place(larger, key.of(row - 1))] = row;
            }
        }
        places = larger;
    }

    private int place(int[] in, long wanted) {
        int at = (int) (wanted * SPREAD >>> 32) & in.length - 1;
        while (in[at] != 0 && key.of(in[at] - 1) != wanted) {
            at = at + 1 & in.length - 1;
        }
        return at;
    }
}
