package io.smppbridge.simulator;

import io.netty.channel.EventLoop;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What is due when, and which sessions have bytes to send. One timer of the event loop stands for all entries, and all that
 * one turn writes leaves in one write per session. What waits as long as others come due in the order in which it came: it only queues.
 */
@OwnedBy("smsc-sim")
final class Timeline {
    private final EventLoop eventLoop;
    private final Ticker ticker;
    private final InstantSource clock;
    private static final int QUEUES = 4;

    private final PriorityQueue<Due> entries = new PriorityQueue<>();
    private final List<Queue> queues = new ArrayList<>(QUEUES);
    private final List<Session> unsent = new ArrayList<>();
    /** Ports where something has been answered in this turn. */
    private final List<PortCore> roomy = new ArrayList<>();

    private long entered;
    private boolean inTurn;
    private long turnAt;
    private Instant turnDay;
    private ScheduledFuture<?> wake;
    private long wakeAt = Long.MAX_VALUE;

    Timeline(EventLoop eventLoop, Ticker ticker, InstantSource clock) {
        this.eventLoop = eventLoop;
        this.ticker = ticker;
        this.clock = clock;
    }

    long now() {
        return ticker.nanos();
    }

    /** What is read from now on until {@link #settle} came at this moment. */
    long begin() {
        turnAt = now();
        turnDay = null;
        inTurn = true;
        return turnAt;
    }

    /** The time at which the turn began: one look at the clock for all that it brings. */
    long turn() {
        return inTurn ? turnAt : now();
    }

    /** The same by the calendar. */
    Instant turnDay() {
        if (!inTurn) {
            return today();
        }
        if (turnDay == null) {
            turnDay = today();
        }
        return turnDay;
    }

    /** What the calendar says, for receipts and reports. */
    Instant today() {
        return clock.instant();
    }

    /** Entries that all wait as long, in their order. */
    private static final class Queue {
        final ArrayDeque<Due> entries = new ArrayDeque<>();
        long delay;
        /** When the one that was entered last is due. */
        long last;
    }

    void at(long nanos, Due due) {
        due.enter(nanos, entered++);
        entries.add(due);
    }

    /** Does work after so long, or here and now when that is nothing. */
    void in(long nanos, Runnable work) {
        if (nanos == 0) {
            work.run();
        } else {
            after(nanos, Due.of(work));
        }
    }

    void after(long delay, Due due) {
        after(now(), delay, due);
    }

    /** So long after the beginning of the turn. */
    void afterTurn(long delay, Due due) {
        after(turn(), delay, due);
    }

    private void after(long from, long delay, Due due) {
        Queue queue = queue(delay);
        if (queue == null || !queue.entries.isEmpty() && from + delay - queue.last < 0) {
            at(from + delay, due);
        } else {
            queue.last = from + delay;
            due.enter(queue.last, entered++);
            queue.entries.add(due);
        }
    }

    /** For what waits so long; null when there are too many kinds. */
    private Queue queue(long delay) {
        Queue free = null;
        for (int i = 0; i < queues.size(); i++) {
            Queue queue = queues.get(i);
            if (queue.delay == delay) {
                return queue;
            }
            free = queue.entries.isEmpty() ? queue : free;
        }
        if (free == null && queues.size() < QUEUES) {
            free = new Queue();
            queues.add(free);
        }
        if (free != null) {
            free.delay = delay;
        }
        return free;
    }

    /** Whoever is due first; null when nothing is. */
    private Due first() {
        Due first = entries.peek();
        for (int i = 0; i < queues.size(); i++) {
            Due next = queues.get(i).entries.peek();
            if (next != null && (first == null || next.compareTo(first) < 0)) {
                first = next;
            }
        }
        return first;
    }

    private void remove(Due first) {
        if (entries.peek() == first) {
            entries.poll();
            return;
        }
        for (int i = 0; i < queues.size(); i++) {
            if (queues.get(i).entries.peek() == first) {
                queues.get(i).entries.poll();
                return;
            }
        }
    }

    void unsent(Session session) {
        unsent.add(session);
    }

    /** A bind of the port has room again: what waits for that goes at the end of the turn, once for all of its answers. */
    void roomy(PortCore port) {
        if (!inTurn) {
            port.pump();
        } else if (!roomy.contains(port)) {
            roomy.add(port);
        }
    }

    /** Ends a turn: sends what there is room for and what has come due, sends what was written, and sets the timer. */
    void settle() {
        try {
            for (int i = 0; i < roomy.size(); i++) {
                roomy.get(i).pump();
            }
            roomy.clear();
            runDue();
        } finally {
            inTurn = false;
        }
        for (int i = 0; i < unsent.size(); i++) {
            unsent.get(i).send();
        }
        unsent.clear();
        arm();
    }

    private void runDue() {
        Due due = first();
        if (due == null) {
            return;
        }
        long now = begin();
        // What these enter in turn waits for the next turn when its time is later; at the same time it may go on.
        for (; due != null && due.at() - now <= 0; due = first()) {
            remove(due);
            due.run();
        }
    }

    private void arm() {
        Due first = first();
        if (first == null || eventLoop.isShuttingDown() || wake != null && wakeAt - first.at() <= 0) {
            return;
        }
        if (wake != null) {
            wake.cancel(false);
        }
        wakeAt = first.at();
        wake = eventLoop.schedule(this::woken, Math.max(0, wakeAt - now()), TimeUnit.NANOSECONDS);
    }

    private void woken() {
        wake = null;
        settle();
    }

    int size() {
        return entries.size()
                + queues.stream().mapToInt(queue -> queue.entries.size()).sum();
    }
}
