package io.smppbridge.simulator;

import io.netty.channel.EventLoop;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What is due when, and which sessions have bytes to send. One timer of the event loop stands for all entries, and all that
 * one turn writes leaves in one write per session.
 */
@OwnedBy("smsc-sim")
final class Timeline {
    private final EventLoop eventLoop;
    private final Ticker ticker;
    private final InstantSource clock;
    private final PriorityQueue<Due> entries = new PriorityQueue<>();
    private final List<Session> unsent = new ArrayList<>();
    private long entered;
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

    /** What the calendar says, for receipts and reports. */
    Instant today() {
        return clock.instant();
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
        at(now() + delay, due);
    }

    void unsent(Session session) {
        unsent.add(session);
    }

    /** Ends a turn: does what has come due, sends what was written, and sets the timer. */
    void settle() {
        runDue();
        for (int i = 0; i < unsent.size(); i++) {
            unsent.get(i).send();
        }
        unsent.clear();
        arm();
    }

    private void runDue() {
        if (entries.isEmpty()) {
            return;
        }
        long now = now();
        // What these enter in turn waits for the next turn when its time is later; at the same time it may go on.
        for (Due due = entries.peek(); due != null && due.at() - now <= 0; due = entries.peek()) {
            entries.poll().run();
        }
    }

    private void arm() {
        Due first = entries.peek();
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
        return entries.size();
    }
}
