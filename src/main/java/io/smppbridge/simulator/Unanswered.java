package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;

/**
 * The deliver_sm of one bind that await their answer, by sequence number and in the order in which they were sent. Numbers that follow each
 * other lie side by side; at most half full.
 */
@OwnedBy("smsc-sim")
final class Unanswered {
    private static final int FIRST = 16;

    private Delivery[] places = new Delivery[FIRST];
    private int size;
    /** Those that do not lie where their number has them: while there is none, nothing has to move when another one goes. */
    private int displaced;

    private Delivery oldest;
    private Delivery newest;

    int size() {
        return size;
    }

    /** Null when there is none. */
    Delivery oldest() {
        return oldest;
    }

    void add(int sequence, Delivery delivery) {
        if (2 * (size + 1) > places.length) {
            grow();
        }
        delivery.sequence = sequence;
        delivery.older = newest;
        delivery.newer = null;
        if (newest == null) {
            oldest = delivery;
        } else {
            newest.newer = delivery;
        }
        newest = delivery;
        place(delivery);
        size++;
    }

    /** Null when it is not there. */
    Delivery remove(int sequence) {
        int mask = places.length - 1;
        int at = sequence & mask;
        while (places[at] != null && places[at].sequence != sequence) {
            at = at + 1 & mask;
        }
        Delivery delivery = places[at];
        if (delivery != null) {
            places[at] = null;
            displaced -= at == (sequence & mask) ? 0 : 1;
            size--;
            if (displaced > 0) {
                moveUp(at, mask);
            }
            unchain(delivery);
        }
        return delivery;
    }

    private void moveUp(int from, int mask) {
        int hole = from;
        for (int at = hole + 1 & mask; places[at] != null; at = at + 1 & mask) {
            int home = places[at].sequence & mask;
            if ((at - home & mask) >= (at - hole & mask)) {
                displaced -= hole == home ? 1 : 0;
                places[hole] = places[at];
                places[at] = null;
                hole = at;
            }
        }
    }

    private void unchain(Delivery delivery) {
        if (delivery.older == null) {
            oldest = delivery.newer;
        } else {
            delivery.older.newer = delivery.newer;
        }
        if (delivery.newer == null) {
            newest = delivery.older;
        } else {
            delivery.newer.older = delivery.older;
        }
        delivery.older = null;
        delivery.newer = null;
    }

    private void place(Delivery delivery) {
        int mask = places.length - 1;
        int home = delivery.sequence & mask;
        int at = home;
        while (places[at] != null) {
            at = at + 1 & mask;
        }
        displaced += at == home ? 0 : 1;
        places[at] = delivery;
    }

    private void grow() {
        places = new Delivery[2 * places.length];
        displaced = 0;
        for (Delivery one = oldest; one != null; one = one.newer) {
            place(one);
        }
    }
}
