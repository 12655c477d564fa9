package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The events of one endpoint that have left the queue and are not done: ready to go, in flight, waiting for another attempt, or behind an
 * earlier event of their message. Events of one message leave here in the order they came. The entries themselves are chained: what comes
 * and goes allocates nothing.
 */
@OwnedBy("its lane")
final class Held {
    private static final int FIRST_LOOK = 64;
    private int size;
    private Entry oldest;
    private Entry youngest;
    private final ArrayDeque<Entry> ready = new ArrayDeque<>();
    private final PriorityQueue<Entry> later = new PriorityQueue<>(
            FIRST_LOOK,
            (a, b) -> a.notBefore == b.notBefore
                    ? Long.compare(a.position, b.position)
                    : Long.signum(a.notBefore - b.notBefore));
    /** Of each message the one that is out; those that wait until it is done follow it. */
    private final OutByMessage out = new OutByMessage();

    int size() {
        return size;
    }

    /** When the oldest came to be, in milliseconds since 1970; 0 when there is none. */
    long oldestMs() {
        return oldest == null ? 0 : oldest.sinceMs;
    }

    void add(Entry entry) {
        entry.before = youngest;
        if (youngest == null) {
            oldest = entry;
        } else {
            youngest.after = entry;
        }
        youngest = entry;
        size++;
    }

    private void remove(Entry entry) {
        if (entry.before == null) {
            oldest = entry.after;
        } else {
            entry.before.after = entry.after;
        }
        if (entry.after == null) {
            youngest = entry.before;
        } else {
            entry.after.before = entry.before;
        }
        entry.before = null;
        entry.after = null;
        size--;
    }

    /** The content is known: true when it may go, false when it waits behind another of its message. */
    boolean admit(Entry entry) {
        entry.admitted = true;
        if (!(entry.event instanceof Event.State state)) {
            return true;
        }
        entry.message = state.receipt().message().value();
        Entry first = out.putIfAbsent(entry);
        if (first == null) {
            return true;
        }
        if (first.follower == null) {
            first.follower = entry;
        } else {
            first.lastFollower.follower = entry;
        }
        first.lastFollower = entry;
        return false;
    }

    /** Done for good: the next event of its message becomes ready. */
    void done(Entry entry) {
        remove(entry);
        if (entry.message == 0) {
            return;
        }
        Entry next = entry.follower;
        if (next == null) {
            out.remove(entry.message);
        } else {
            next.lastFollower = entry.lastFollower;
            entry.follower = null;
            entry.lastFollower = null;
            out.replace(next);
            ready.add(next);
        }
    }

    /** To be sent at once, before all others, in this order. */
    void first(List<Entry> entries) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            ready.addFirst(entries.get(i));
        }
    }

    /** To be sent at once, but behind earlier ones that wait for the same. */
    void back(Entry entry) {
        ArrayDeque<Entry> earlier = new ArrayDeque<>();
        while (!ready.isEmpty() && ready.peekFirst().id < entry.id) {
            earlier.addLast(ready.pollFirst());
        }
        ready.addFirst(entry);
        while (!earlier.isEmpty()) {
            ready.addFirst(earlier.pollLast());
        }
    }

    void later(Entry entry) {
        later.add(entry);
    }

    /** The next of those that wait for no other attempt; null when there is none. */
    Entry nextReady() {
        return ready.poll();
    }

    /** The next that may go now; null when there is none. */
    Entry next(long now) {
        Entry entry = nextReady();
        if (entry == null && !later.isEmpty() && later.peek().notBefore - now <= 0) {
            entry = later.poll();
        }
        return entry;
    }

    /** The first that is one of these and could go now, of those that are ready or else the next that waited for another attempt; else null. */
    Entry nextOf(Predicate<Entry> wanted, long now) {
        for (Iterator<Entry> all = ready.iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (wanted.test(entry)) {
                all.remove();
                return entry;
            }
        }
        Entry entry = later.peek();
        return entry != null && entry.notBefore - now <= 0 && wanted.test(entry) ? later.poll() : null;
    }

    /** Nanoseconds until something may go. */
    long waitNanos(long now) {
        if (!ready.isEmpty()) {
            return 0;
        }
        return later.isEmpty() ? Long.MAX_VALUE : Math.max(0, later.peek().notBefore - now);
    }

    /** The endpoint works again: those that only waited for it go now, in their order. */
    void releaseBlameless() {
        List<Entry> released = new ArrayList<>();
        for (Entry entry : later) {
            if (entry.blameless) {
                released.add(entry);
            }
        }
        later.removeAll(Set.copyOf(released));
        released.sort(Comparator.comparingLong(e -> e.position));
        ready.addAll(released);
    }
}
