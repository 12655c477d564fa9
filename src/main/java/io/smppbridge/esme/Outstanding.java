package io.smppbridge.esme;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The deliver_sm of one session that await an answer, by sequence number: open addressing with linear probing, at most half full. Numbers
 * that follow each other lie side by side. Allocates only when there are more than ever before.
 */
@OwnedBy("its event loop")
final class Outstanding {
    private static final int FIRST_SIZE = 16;
    private static final int SEQUENCE_MASK = 0x7FFFFFFF;

    private int[] sequences = {};
    private long[] sentNanos = {};
    private Flight[] flights = {};
    private int size;
    /** Those that do not lie where their number has them: while there is none, nothing has to move when another one goes. */
    private int displaced;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** A PDU has been written; its number is not there yet. */
    void put(int sequence, Flight flight, long nowNanos) {
        if (2 * (size + 1) > flights.length) {
            grow();
        }
        place(sequence, flight, nowNanos);
        size++;
    }

    /** Forgets a PDU; null when it is not there. */
    Flight remove(int sequence) {
        if (size == 0) {
            return null;
        }
        int mask = flights.length - 1;
        int hole = sequence & mask;
        while (flights[hole] != null && sequences[hole] != sequence) {
            hole = hole + 1 & mask;
        }
        Flight flight = flights[hole];
        if (flight == null) {
            return null;
        }
        flights[hole] = null;
        size--;
        displaced -= hole == (sequence & mask) ? 0 : 1;
        if (displaced > 0) {
            moveUp(hole, mask);
        }
        return flight;
    }

    private void moveUp(int from, int mask) {
        int hole = from;
        for (int at = hole + 1 & mask; flights[at] != null; at = at + 1 & mask) {
            int home = sequences[at] & mask;
            if ((at - home & mask) >= (at - hole & mask)) {
                displaced -= hole == home ? 1 : 0;
                sequences[hole] = sequences[at];
                sentNanos[hole] = sentNanos[at];
                flights[hole] = flights[at];
                flights[at] = null;
                hole = at;
            }
        }
    }

    /** Whether one was written longer ago than that. Looks at them all: for a sweep. */
    boolean isOverdue(long now, long withinNanos) {
        for (int i = 0; i < flights.length; i++) {
            if (flights[i] != null && now - sentNanos[i] > withinNanos) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes them all out, in the order in which they were written.
     *
     * @param last the number given last: numbers begin anew at some time
     */
    List<Flight> clear(int last) {
        List<Integer> places = new ArrayList<>(size);
        for (int i = 0; i < flights.length; i++) {
            if (flights[i] != null) {
                places.add(i);
            }
        }
        places.sort(Comparator.comparingInt(place -> sequences[place] - last - 1 & SEQUENCE_MASK));
        List<Flight> all = new ArrayList<>(places.size());
        for (int place : places) {
            all.add(flights[place]);
            flights[place] = null;
        }
        size = 0;
        displaced = 0;
        return all;
    }

    private void place(int sequence, Flight flight, long nanos) {
        int mask = flights.length - 1;
        int at = sequence & mask;
        while (flights[at] != null) {
            at = at + 1 & mask;
        }
        sequences[at] = sequence;
        sentNanos[at] = nanos;
        flights[at] = flight;
        displaced += at == (sequence & mask) ? 0 : 1;
    }

    private void grow() {
        int[] oldSequences = sequences;
        long[] oldNanos = sentNanos;
        Flight[] old = flights;
        int places = Math.max(FIRST_SIZE, 2 * old.length);
        sequences = new int[places];
        sentNanos = new long[places];
        flights = new Flight[places];
        displaced = 0;
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null) {
                place(oldSequences[i], old[i], oldNanos[i]);
            }
        }
    }
}
