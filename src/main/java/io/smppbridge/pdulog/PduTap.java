package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.LongAdder;

/** Where the wire of one SMSC, or of one account of the SMPP server, lays its PDUs down. While the log is off it costs one look at a field. */
@ThreadSafe
public final class PduTap {
    /** Takes nothing, ever: for a wire without a log. */
    public static final PduTap NONE = new PduTap("", (noted, octets) -> false);

    /** Takes a copy, or has no room for it. */
    interface Queue {
        boolean take(Noted noted, int octets);

        /** Whether there is no room now, so that nobody needs to copy anything. */
        default boolean isFull() {
            return false;
        }
    }

    final String link;
    private final Queue queue;
    private final LongAdder leftOut = new LongAdder();
    private volatile boolean on;

    PduTap(String link, Queue queue) {
        this.link = link;
        this.queue = queue;
    }

    /** For one connection that is being made. */
    public TappedLink link(String bind) {
        return new TappedLink(this, bind);
    }

    /** Whether it is an account's, and not an SMSC's. */
    boolean isAccount() {
        return PduLogConfig.isAccount(link);
    }

    /** Of the SMSC or account. */
    String name() {
        return PduLogConfig.nameOf(link);
    }

    boolean isOn() {
        return on;
    }

    void on(boolean yes) {
        on = yes;
    }

    /** Whether what is noted now would be kept. */
    boolean isKeepingUp() {
        return on && !queue.isFull();
    }

    /** One PDU is not noted, for there is no room. */
    void leaveOut() {
        leftOut.increment();
    }

    /** PDUs that were not noted because the log could not keep up. */
    long leftOut() {
        return leftOut.sum();
    }

    void note(Noted noted) {
        if (!queue.take(noted, noted.octets().length)) {
            leftOut.increment();
        }
    }
}
