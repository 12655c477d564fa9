package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/** The sendings of one endpoint that are under way, in their order. Adding and removing one cost the same whatever their number. */
@OwnedBy("its endpoint's lane")
final class Flights {
    private Flight first;
    private Flight last;
    private int size;
    /** None is to be given up before that; so nobody looks at them all each time. Meaningless when there are none. */
    private long firstDeadline;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Flight flight) {
        if (size == 0) {
            firstDeadline = flight.deadline;
            first = flight;
        } else {
            expect(flight);
            last.after = flight;
        }
        flight.before = last;
        flight.underWay = true;
        last = flight;
        size++;
    }

    /** False when it was given up before. */
    boolean remove(Flight flight) {
        if (!flight.underWay) {
            return false;
        }
        if (flight.before == null) {
            first = flight.after;
        } else {
            flight.before.after = flight.after;
        }
        if (flight.after == null) {
            last = flight.before;
        } else {
            flight.after.before = flight.before;
        }
        flight.before = null;
        flight.after = null;
        flight.underWay = false;
        size--;
        return true;
    }

    /** Nanoseconds until one may have to be given up. */
    long waitNanos(long now) {
        return size == 0 ? Long.MAX_VALUE : Math.max(0, firstDeadline - now);
    }

    /** Those whose time is over. */
    List<Flight> late(long now) {
        if (waitNanos(now) > 0) {
            return List.of();
        }
        List<Flight> late = new ArrayList<>();
        firstDeadline = now + Long.MAX_VALUE / 2;
        for (Flight flight = first; flight != null; flight = flight.after) {
            if (flight.deadline - now <= 0) {
                late.add(flight);
            } else {
                expect(flight);
            }
        }
        return late;
    }

    /** Takes them all out. */
    List<Flight> clear() {
        List<Flight> all = new ArrayList<>(size);
        while (first != null) {
            all.add(first);
            remove(first);
        }
        return all;
    }

    private void expect(Flight flight) {
        firstDeadline = flight.deadline - firstDeadline < 0 ? flight.deadline : firstDeadline;
    }
}
