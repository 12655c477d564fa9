package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Events that are a receipt for each part of a message, of which the ESME has taken some and not yet all: what it has taken is not sent
 * again when it asks for a pause over another. Forgotten by a restart, and beyond a bound, the eldest first.
 */
@ThreadSafe
final class PartlyTaken {
    private static final int MOST = 10_000;

    private final Map<Long, BitSet> taken = new LinkedHashMap<>();

    /** The ESME has taken that one of an event's receipts. */
    synchronized void add(long event, int place) {
        taken.computeIfAbsent(event, id -> new BitSet()).set(place);
        if (taken.size() > MOST) {
            taken.remove(taken.keySet().iterator().next());
        }
    }

    synchronized boolean has(long event, int place) {
        BitSet places = taken.get(event);
        return places != null && places.get(place);
    }

    /** It has taken all of them. */
    synchronized void forget(long event) {
        taken.remove(event);
    }
}
