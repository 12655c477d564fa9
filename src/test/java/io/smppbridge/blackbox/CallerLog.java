package io.smppbridge.blackbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** What the callers know: what they asked for, and what they were told of each message. Any thread. */
final class CallerLog {
    private final Set<Integer> asked = new TreeSet<>();
    private final Map<Integer, String> accepted = new TreeMap<>();
    private final Map<Integer, String> refused = new HashMap<>();
    private final AtomicInteger idChanges = new AtomicInteger();
    private boolean forgotten;

    synchronized void asked(int from, int count) {
        for (int n = from; n < from + count; n++) {
            asked.add(n);
        }
    }

    synchronized void accepted(int n, String id) {
        String before = accepted.put(n, id);
        if (before != null && !before.equals(id)) {
            idChanges.incrementAndGet();
        }
        refused.remove(n);
    }

    synchronized int acceptedOf(Collection<Integer> numbers) {
        return (int) numbers.stream().filter(accepted::containsKey).count();
    }

    synchronized int refusedOf(Collection<Integer> numbers) {
        return (int) numbers.stream().filter(refused::containsKey).count();
    }

    synchronized void refused(int n, String why) {
        if (!accepted.containsKey(n)) {
            refused.put(n, why);
        }
    }

    /** Everything is settled: begins anew, so that it does not grow for hours. */
    synchronized void forget() {
        forgotten = true;
        asked.clear();
        accepted.clear();
        refused.clear();
    }

    /** Whether there are messages that only others may still remember. */
    synchronized boolean hasForgotten() {
        return forgotten;
    }

    /** Those that were asked for and whose answer never came. */
    synchronized Set<Integer> inDoubt() {
        Set<Integer> rest = new TreeSet<>(asked);
        rest.removeAll(accepted.keySet());
        rest.removeAll(refused.keySet());
        return rest;
    }

    synchronized Set<Integer> asked() {
        return new TreeSet<>(asked);
    }

    /** The bridge's id by number. */
    synchronized Map<Integer, String> accepted() {
        return new TreeMap<>(accepted);
    }

    synchronized Map<Integer, String> refused() {
        return new TreeMap<>(refused);
    }

    /** How often a second answer named another id than the first. */
    int idChanges() {
        return idChanges.get();
    }
}
