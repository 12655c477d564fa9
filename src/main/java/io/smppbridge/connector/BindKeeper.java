package io.smppbridge.connector;

import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Timers;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Keeps one bind: makes it, watches it, gives it up and makes it anew. Every state has a deadline, so that no network leaves it stuck.
 *
 * <pre>
 * IDLE --wanted--> CONNECTING --bound--> BOUND --unbind--> UNBINDING --closed--> IDLE
 *                      |                   |
 *                      +------closed-------+--> BACKOFF --time--> CONNECTING
 * </pre>
 */
@OwnedBy("the bind's owner: a sender worker or the receiver")
public final class BindKeeper {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    private static final long NEVER = Long.MAX_VALUE;

    /** Where a bind stands. */
    public enum State {
        /** Not wanted. */
        IDLE,
        /** TCP connection and bind are under way. */
        CONNECTING,
        BOUND,
        /** unbind is sent, or the connection is being closed. */
        UNBINDING,
        /** Waits before the next try. */
        BACKOFF
    }

    /**
     * What a keeper needs for life.
     *
     * @param name of the bind, {@code tx-1}
     * @param as the command to bind with
     * @param inlet where its deliveries go
     */
    public record Setup(
            String name, BindAs as, Mailbox mailbox, Inlet inlet, SmscStats stats, RandomGenerator random) {}

    private final Setup setup;
    private final Patron patron;
    private final BindSign sign;
    private final Backoff backoff;
    private final EnquireTimer enquire = new EnquireTimer();
    private Connector.Factory factory;
    private Timers timers;
    private int answers;

    private State state = State.IDLE;
    private Connector connector;
    private BindListener listener;
    private long now;
    private long deadline = NEVER;
    private boolean wanted;
    private boolean leaving;
    private boolean closing;
    private boolean stood;
    private boolean dirty;
    private long boundAt;
    private long boundSince;
    private String why = "";

    public BindKeeper(Setup setup, Patron patron, Connector.Factory factory, SmscConfig config) {
        this.setup = setup;
        this.patron = patron;
        this.backoff = new Backoff(config.reconnect(), setup.random());
        this.sign = new BindSign(setup.stats(), setup.name());
        apply(config, factory);
        sign.idle();
    }

    /** Other timers from now on, also for a pause that is under way; another factory and window from the next connection on. */
    public void apply(SmscConfig config, Connector.Factory newFactory) {
        factory = newFactory;
        timers = config.timers();
        backoff.apply(config.reconnect());
        deadline = state == State.BACKOFF ? Math.min(deadline, now + backoff.longest()) : deadline;
        answers = Integer.highestOneBit(Math.max(16, 2 * config.pace().window()) - 1) << 1;
    }

    public String name() {
        return setup.name();
    }

    public State state() {
        return state;
    }

    /** Whether something may be submitted: bound, and neither side has asked to unbind. */
    public boolean isOpen() {
        return state == State.BOUND && !leaving;
    }

    /** The connection, while bound or unbinding. */
    public Connector connector() {
        return connector;
    }

    /** Why there is no bind, for people. */
    public String text() {
        return sign.text();
    }

    /** Deliveries that were read on this bind and are not yet answered. */
    public int unansweredDeliveries() {
        return listener == null ? 0 : listener.pending.get();
    }

    /** When the last delivery was read, but not before the bind stood. */
    public long lastDeliveryAt() {
        long at = listener == null ? 0 : listener.lastDeliveryAt.get();
        return at == 0 || at - boundSince < 0 ? boundSince : at;
    }

    /** Says whether the bind is to stand. False ends neither it nor a pause, lest one who wants it again tries too soon. */
    public void want(boolean yes) {
        wanted = yes;
    }

    /** Ends a pause: the bind is made at once if it is wanted, and has no deadline if it is not. */
    public void endPause() {
        if (state == State.BACKOFF) {
            idle();
        }
    }

    /** Hands the answers read so far to the patron. */
    public void drainAnswers() {
        if (listener != null) {
            listener.answers.drain(patron);
            if (listener.answers.any()) {
                enquire.heard(listener.answers.lastReadAt());
            }
        }
    }

    /**
     * Does what is due.
     *
     * @param busy whether something still awaits an answer on this bind
     */
    public void tick(long nanos, boolean busy) {
        now(nanos);
        if (state == State.BOUND) {
            watch(busy);
        } else if (listener != null && listener.isThrough() && !closing) {
            flush();
            close("unbind answered");
        } else if (state == State.IDLE ? wanted : now - deadline >= 0) {
            moveOn();
        }
    }

    /** Writes out answers composed since the last time. */
    public void flush() {
        if (dirty && connector != null) {
            dirty = false;
            connector.flush();
        }
    }

    /** When {@link #tick} has something to do next. */
    public long nextAt() {
        if (state == State.BOUND) {
            long at = Math.min(enquire.nextAt(timers), leaving ? deadline : NEVER);
            return boundAt == NEVER ? at : Math.min(at, boundAt + backoff.stableNanos());
        }
        return deadline;
    }

    /** Asks for a sign of life now, unless one is already awaited or has just come. */
    public void probe() {
        if (state == State.BOUND && enquire.mayProbe(now, timers)) {
            enquire.sent(now);
            connector.enquireLink();
        }
    }

    /** Ends the bind in order: unbind, answer deliveries until the answer comes, close. Does nothing without a bind. */
    public void unbind() {
        if (state == State.BOUND) {
            state = State.UNBINDING;
            deadline = now + timers.unbindWithin().toNanos();
            sign.text("unbinding");
            flush();
            connector.unbind();
        } else if (state == State.CONNECTING) {
            listener.notNeeded();
            close("not needed any more");
        }
    }

    /** Ends the connection at once. */
    public void close(String reason) {
        if (connector == null || closing) {
            return;
        }
        closing = true;
        why = reason;
        state = State.UNBINDING;
        sign.closing(reason);
        deadline = now + CLOSE_WITHIN.toNanos();
        connector.close(reason);
    }

    void onBound(BindListener from) {
        if (from != listener || state != State.CONNECTING) {
            return;
        }
        state = State.BOUND;
        boundAt = now;
        boundSince = now;
        stood = true;
        enquire.start(now);
        sign.up();
        patron.bound(now);
    }

    void onAnswer(BindListener from, Answers one) {
        if (from == listener) {
            one.drain(patron);
        }
    }

    void onAlive(BindListener from, long readNanos) {
        if (from == listener) {
            enquire.alive(readNanos);
        }
    }

    void onAnswerReady(BindListener from, Delivery delivery, int status) {
        from.pending.decrementAndGet();
        if (from == listener && (state == State.BOUND || state == State.UNBINDING && !closing)) {
            connector.answer(delivery, status);
            dirty = true;
        }
    }

    void onUnbindRequested(BindListener from) {
        if (from == listener && state == State.BOUND) {
            leaving = true;
            why = "the SMSC asked to unbind";
            deadline = now + timers.answerWithin().toNanos();
            sign.text("leaving: the SMSC asked to unbind");
        }
    }

    void onClosed(BindListener from, CloseCause cause, int status, String detail) {
        if (from == listener) {
            ended(cause, status, why.isEmpty() ? detail : why);
        }
    }

    /** The clock as the owner last read it, for what happens between two ticks. */
    public void now(long nanos) {
        now = nanos;
        enquire.turn(nanos);
        if (state == State.BACKOFF) {
            sign.waits(deadline - nanos);
        }
    }

    /** unbind went unanswered: close. close() went unanswered: take it for closed. */
    private void moveOn() {
        if (state == State.BACKOFF && !wanted) {
            idle();
        } else if (state == State.IDLE || state == State.BACKOFF) {
            connect();
        } else if (connector == null) {
            ended(CloseCause.CONNECT_FAILED, 0, "not begun; the log says why");
        } else if (closing) {
            ended(CloseCause.CLOSED_HERE, 0, why);
        } else if (state == State.CONNECTING) {
            close("not bound within " + timers.untilBound().toMillis() + " ms");
        } else {
            close("no answer to unbind within " + timers.unbindWithin().toMillis() + " ms");
        }
    }

    private void connect() {
        state = State.CONNECTING;
        deadline = now + timers.untilBound().plusSeconds(1).toNanos();
        why = "";
        closing = false;
        leaving = false;
        dirty = false;
        sign.text("connecting");
        listener = new BindListener(this, setup, answers);
        connector = listener.made(factory, setup.as());
        connector.open();
    }

    private void watch(boolean busy) {
        if (leaving && (!busy || now - deadline >= 0)) {
            flush(); // A close says nothing more, and a delivery that got no answer comes again.
            close(why);
            return;
        }
        if (boundAt != NEVER && now - boundAt >= backoff.stableNanos()) {
            backoff.reset();
            boundAt = NEVER;
        }
        if (enquire.isOverdue(now, timers)) {
            close("no answer to enquire_link within " + timers.answerWithin().toMillis() + " ms");
        } else if (enquire.isDue(now, timers)) {
            enquire.sent(now);
            connector.enquireLink();
        }
    }

    private void ended(CloseCause cause, int status, String detail) {
        drainAnswers();
        boolean unbound = cause == CloseCause.UNBOUND;
        boolean anew = unbound || patron.makesAnew(leaving, now);
        boolean inOrder = unbound || leaving && !anew;
        sign.down(stood && !inOrder);
        connector = null;
        listener = null;
        backoff.gone(stood && unbound);
        boolean pauses = wanted || !stood && Backoff.isFailedBind(cause); // it may be wanted again at once
        stood = false;
        if (pauses && anew) {
            long pause = backoff.next(cause, status);
            state = State.BACKOFF;
            deadline = now + pause;
            sign.waiting(cause, status, detail, pause);
        } else {
            sign.over(pauses && !inOrder, cause, status, detail);
            idle();
        }
        patron.lost(cause, now);
    }

    private void idle() {
        state = State.IDLE;
        deadline = NEVER;
        sign.idle();
    }
}
