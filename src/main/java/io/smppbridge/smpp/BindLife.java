package io.smppbridge.smpp;

import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where a bind stands in its life, and why it ended.
 *
 * <p>Anybody may end it; the first cause given stands. Who says so: the reading thread, as its last deed, once it runs; before that
 * whoever moved the phase from {@link Phase#CONNECTING} to {@link Phase#CLOSED}. So closed comes once, and after everything else.
 */
@ThreadSafe
final class BindLife {
    enum Phase {
        NEW,
        CONNECTING,
        BINDING,
        BOUND,
        UNBINDING,
        UNBOUND_BY_PEER,
        CLOSED
    }

    record Ending(CloseCause cause, int status, String detail) {}

    private final Ticker ticker;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
    private final AtomicReference<Ending> ending = new AtomicReference<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile long since;

    BindLife(Ticker ticker) {
        this.ticker = ticker;
    }

    Phase phase() {
        return phase.get();
    }

    boolean is(Phase asked) {
        return phase.get() == asked;
    }

    /** Steps on, unless the life has gone another way in the meantime. */
    boolean step(Phase from, Phase to) {
        if (phase.get() != from) {
            return false;
        }
        since = ticker.nanos(); // Before the step, so that no deadline sees the new phase with the old time.
        return phase.compareAndSet(from, to);
    }

    /** Nanoseconds since the last step. */
    long inPhase(long now) {
        return now - since;
    }

    /** Gives a cause; counts if it is the first. */
    void cause(CloseCause cause, int status, String detail) {
        ending.compareAndSet(null, new Ending(cause, status, detail));
    }

    /** Ends it, and returns the phase before. */
    Phase close() {
        return phase.getAndSet(Phase.CLOSED);
    }

    boolean isTold() {
        return told.get();
    }

    /** Says closed; false if it had been said. */
    boolean tell(ConnectorListener listener) {
        if (!told.compareAndSet(false, true)) {
            return false;
        }
        cause(CloseCause.PEER_CLOSED, 0, "the connection ended");
        Ending e = ending.get();
        listener.closed(e.cause(), e.status(), e.detail());
        return true;
    }

    @Override
    public String toString() {
        Ending e = ending.get();
        return phase.get() + (e == null ? "" : ": " + e.detail());
    }
}
