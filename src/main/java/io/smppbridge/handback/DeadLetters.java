package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dead events of one endpoint, in the order in which they were laid aside. The first of them are listed; of those behind them there is
 * no more in memory than 28 octets each, until their turn comes.
 */
@ThreadSafe
final class DeadLetters {
    static final int LISTED = 10_000;
    /** Longs of one that is not listed: id, position, and when it was laid aside. */
    private static final int ENTRY = 3;
    /** Different reasons that are kept for those that are not listed; they are few, and each stands for many. */
    private static final int REASONS = 100;

    private final Map<Long, DeadEvent> listed = new LinkedHashMap<>();
    /** A ring of those behind, and their places among the reasons. */
    private long[] behind = new long[0];

    private int[] reason = new int[0];
    private int first;
    private int waiting;
    private final List<String> reasons = new ArrayList<>();

    synchronized void add(DeadEvent event) {
        if (waiting == 0 && listed.size() < LISTED) {
            listed.put(event.id(), event);
        } else {
            putBehind(event);
        }
    }

    synchronized List<DeadEvent> list() {
        return List.copyOf(listed.values());
    }

    /** Takes these out, those that are not listed too, which come last. */
    synchronized List<DeadEvent> remove(Collection<Long> ids) {
        List<DeadEvent> removed = new ArrayList<>();
        Set<Long> unlisted = new HashSet<>();
        for (Long id : ids) {
            DeadEvent event = listed.remove(id);
            if (event != null) {
                removed.add(event);
            } else {
                unlisted.add(id);
            }
        }
        if (!unlisted.isEmpty()) {
            removeBehind(unlisted, removed);
        }
        fill();
        return removed;
    }

    /** One pass over those behind: what stays moves up. */
    private void removeBehind(Set<Long> ids, List<DeadEvent> removed) {
        int stay = 0;
        for (int i = 0; i < waiting; i++) {
            int place = (first + i) % reason.length;
            if (ids.contains(behind[place * ENTRY])) {
                removed.add(behindAt(place));
                continue;
            }
            int to = (first + stay) % reason.length;
            System.arraycopy(behind, place * ENTRY, behind, to * ENTRY, ENTRY);
            reason[to] = reason[place];
            stay++;
        }
        waiting = stay;
    }

    private DeadEvent behindAt(int place) {
        int at = place * ENTRY;
        return new DeadEvent(
                behind[at], behind[at + 1], reasons.get(reason[place]), Instant.ofEpochMilli(behind[at + 2]));
    }

    /** Takes the first of those that are listed out of the listing; others follow them there. */
    synchronized List<DeadEvent> removeFirst(long atMost) {
        List<DeadEvent> removed = new ArrayList<>();
        Iterator<DeadEvent> oldest = listed.values().iterator();
        while (oldest.hasNext() && removed.size() < atMost) {
            removed.add(oldest.next());
            oldest.remove();
        }
        fill();
        return removed;
    }

    synchronized long count() {
        return listed.size() + waiting;
    }

    private void fill() {
        while (waiting > 0 && listed.size() < LISTED) {
            DeadEvent event = behindAt(first);
            listed.put(event.id(), event);
            first = (first + 1) % reason.length;
            waiting--;
        }
        if (waiting == 0 && reason.length > 0) {
            behind = new long[0];
            reason = new int[0];
            first = 0;
            reasons.clear();
        }
    }

    private void putBehind(DeadEvent event) {
        if (waiting == reason.length) {
            grow();
        }
        int place = (first + waiting) % reason.length;
        int at = place * ENTRY;
        behind[at] = event.id();
        behind[at + 1] = event.position();
        behind[at + 2] = event.when().toEpochMilli();
        reason[place] = placeOf(event.why());
        waiting++;
    }

    private int placeOf(String why) {
        int known = reasons.indexOf(why);
        if (known >= 0) {
            return known;
        }
        if (reasons.size() == REASONS) {
            return REASONS - 1;
        }
        reasons.add(reasons.size() == REASONS - 1 ? "for one of many reasons; the log says which" : why);
        return reasons.size() - 1;
    }

    private void grow() {
        int capacity = Math.max(1_024, reason.length * 2);
        long[] wider = new long[capacity * ENTRY];
        int[] widerReason = new int[capacity];
        for (int i = 0; i < waiting; i++) {
            int place = (first + i) % reason.length;
            System.arraycopy(behind, place * ENTRY, wider, i * ENTRY, ENTRY);
            widerReason[i] = reason[place];
        }
        behind = wider;
        reason = widerReason;
        first = 0;
    }
}
