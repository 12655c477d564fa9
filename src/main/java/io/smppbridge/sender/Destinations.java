package io.smppbridge.sender;

import io.smppbridge.Priority;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keeps the messages of an account to one destination, of one priority, in the order in which they left the bag ({@code order = destination}): one at a time, and the next
 * only when that one has been taken whole or has ended, however often it is tried. What has to wait stands here, in nobody's hand, so
 * that it can be withdrawn; other destinations go on.
 *
 * <p>Whoever takes from the bag holds this object's lock from the taking to the entering, so that two workers cannot change the order.
 */
@ThreadSafe
final class Destinations {
    /** The first of a line is abandoned so long after its validity, should nobody have told of its end. */
    private static final long ABANDONED_MS = 60_000;

    private final TaskBag bag;
    /** So that those who never use it do not wait for each other. */
    private volatile boolean used;

    private final Map<Key, Line> lines = new HashMap<>();
    /**
     * The line that a message is the first of, by its id: a plug-in may have changed its number since it came to that line, and it may have
     * been read back from the journal.
     */
    private final Map<Long, Line> firsts = new HashMap<>();

    /** Whose messages, to whom, how urgent: one that is more urgent does not wait for one that is less. */
    private record Key(String account, String number, Priority priority) {}

    /** Messages of one key; the first may go. */
    private static final class Line {
        final Key key;
        /** Adopted after the first: they go before all that waits behind. */
        final ArrayDeque<Adopted> adopted = new ArrayDeque<>(0);

        final ArrayDeque<Task> behind = new ArrayDeque<>(2);
        Task first;

        Line(Key key, Task first) {
            this.key = key;
            this.first = first;
        }

        /** Keeps a task that may not go yet. */
        void keep(Task task) {
            for (Adopted one : adopted) {
                if (one.task.id() == task.id()) {
                    one.task = task;
                    one.here = true;
                    return;
                }
            }
            behind.add(task);
        }

        /** Everything that stands here, and not in the bag. */
        List<Task> waiting() {
            return Stream.concat(adopted.stream().filter(one -> one.here).map(one -> one.task), behind.stream())
                    .toList();
        }
    }

    /** One that others must not pass: in the bag until its time has come, and here from then on. */
    private static final class Adopted {
        Task task;
        boolean here;

        Adopted(Task task) {
            this.task = task;
        }
    }

    Destinations(TaskBag bag) {
        this.bag = bag;
    }

    /**
     * Begins the lines of those that others must not pass although their time has not come. To be called before anything is taken from the
     * bag, by whatever way: taken together with one behind it, such a one could not be told from one that has been here. Several to one
     * number follow each other: a loss of power can take the answers to all but the last of them.
     */
    synchronized void adopt() {
        for (Task next = bag.pollFirst(); next != null; next = bag.pollFirst()) {
            Task first = next;
            if (!first.isWithdrawn()) {
                used = true;
                Line line = lines.get(key(first));
                if (line == null) {
                    lines.put(key(first), begin(key(first), first));
                } else {
                    line.adopted.add(new Adopted(first));
                }
            }
        }
    }

    /** A task that has just been taken from the bag. False when it has to wait: then it is no longer the caller's. */
    synchronized boolean enter(Task task) {
        used = true;
        Line line = firsts.get(task.id());
        if (line == null) {
            line = lines.computeIfAbsent(key(task), key -> begin(key, task));
        }
        if (line.first.id() == task.id()) {
            line.first = task;
            return true;
        }
        task.unclaim();
        line.keep(task);
        return false;
    }

    /** A message is done with; the next to its destination may go. */
    void over(Task task) {
        if (!used) {
            return;
        }
        synchronized (this) {
            Line line = firsts.get(task.id());
            if (line == null) {
                forget(task);
            } else if (!next(line)) {
                lines.remove(line.key);
            }
        }
    }

    /** Lets go of lines whose first has been withdrawn, or has ended unnoticed. */
    synchronized void sweep(long nowMs) {
        boolean any = false;
        Iterator<Line> all = lines.values().iterator();
        while (all.hasNext()) {
            Line line = all.next();
            Task first = line.first;
            boolean late = Envelope.expires(first) && first.expiresAtMs() + ABANDONED_MS < nowMs && !first.isTaken();
            if (first.isWithdrawn() || late) {
                any = true;
                if (!next(line)) {
                    all.remove();
                }
            }
        }
        if (any) {
            bag.ring();
        }
    }

    /** Everything that waits here goes back into the bag. */
    synchronized void open() {
        if (!used) {
            return;
        }
        used = false;
        for (Line line : lines.values()) {
            for (Task task : line.waiting()) {
                if (task.claim()) {
                    bag.giveBack(task, 0);
                }
            }
        }
        lines.clear();
        firsts.clear();
        bag.ring();
    }

    /** How many destinations have something under way. */
    synchronized int size() {
        return lines.size();
    }

    private Line begin(Key key, Task first) {
        Line line = new Line(key, first);
        firsts.put(first.id(), line);
        return line;
    }

    /** One that was adopted has ended in the bag. */
    private void forget(Task task) {
        Line line = lines.get(key(task));
        if (line != null) {
            line.adopted.removeIf(one -> one.task.id() == task.id());
        }
    }

    /** The first is done with. False when nothing waits behind it: then the line is over. */
    private boolean next(Line line) {
        firsts.remove(line.first.id());
        for (Adopted one = line.adopted.poll(); one != null; one = line.adopted.poll()) {
            if (one.here ? returns(one.task) : !one.task.isWithdrawn()) {
                return leads(line, one.task);
            }
        }
        for (Task task = line.behind.poll(); task != null; task = line.behind.poll()) {
            if (returns(task)) {
                return leads(line, task);
            }
        }
        return false;
    }

    private boolean leads(Line line, Task task) {
        line.first = task;
        firsts.put(task.id(), line);
        return true;
    }

    /** It goes back into the bag, to be taken at once. False when it was withdrawn meanwhile. */
    private boolean returns(Task task) {
        boolean waits = task.claim();
        if (waits) {
            bag.giveBack(task, 0);
            bag.ring();
        }
        return waits;
    }

    private static Key key(Task task) {
        return new Key(task.account(), task.sms().to().number(), task.sms().priority());
    }
}
