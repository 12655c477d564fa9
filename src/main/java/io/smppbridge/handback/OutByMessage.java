package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;

/** Of each message the entry that is out: open addressing with linear probing, at most half full. Grows, and never shrinks. */
@OwnedBy("its lane")
final class OutByMessage {
    private static final int FIRST_SIZE = 64;
    private static final int FAMILY_BITS = 3;
    private static final int FAMILY = (1 << FAMILY_BITS) - 1;
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private Entry[] places = new Entry[FIRST_SIZE];
    private int size;

    int size() {
        return size;
    }

    /** The entry of the same message that is there already; null when there is none, and this one is there now. */
    Entry putIfAbsent(Entry entry) {
        int at = place(entry.message);
        if (places[at] != null) {
            return places[at];
        }
        places[at] = entry;
        size++;
        if (2 * size > places.length) {
            grow();
        }
        return null;
    }

    /** Puts an entry in the place of the one of its message. */
    void replace(Entry entry) {
        places[place(entry.message)] = entry;
    }

    /** Forgets a message, which must be there; those behind it that its place had kept from theirs move up. */
    void remove(long message) {
        int mask = places.length - 1;
        int hole = place(message);
        places[hole] = null;
        size--;
        for (int at = hole + 1 & mask; places[at] != null; at = at + 1 & mask) {
            int home = home(places[at].message);
            if ((at - home & mask) >= (at - hole & mask)) {
                places[hole] = places[at];
                places[at] = null;
                hole = at;
            }
        }
    }

    /** Where a message is, or would be. */
    private int place(long message) {
        int mask = places.length - 1;
        int at = home(message);
        while (places[at] != null && places[at].message != message) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Messages whose numbers follow each other, and which are mostly out together, have places that do. */
    private int home(long message) {
        int family = (int) ((message >>> FAMILY_BITS) * PRIME >>> 32);
        return (family & ~FAMILY | (int) message & FAMILY) & places.length - 1;
    }

    private void grow() {
        Entry[] old = places;
        places = new Entry[2 * old.length];
        for (Entry entry : old) {
            if (entry != null) {
                places[place(entry.message)] = entry;
            }
        }
    }
}
