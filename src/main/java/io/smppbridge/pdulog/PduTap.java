package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Where the wire of one SMSC, or of one account of the SMPP server, lays its PDUs down. While the log is off it costs one look at a field. */
@ThreadSafe
public final class PduTap {
    /** Takes nothing, ever: for a wire without a log. */
    public static final PduTap NONE = new PduTap("", new Ring(0));

    final String link;
    final Ring ring;
    private final boolean account;
    private final byte[] name;
    private final LongAdder leftOut = new LongAdder();
    private volatile boolean on;
    /** How often it has been switched on. */
    private final AtomicInteger times = new AtomicInteger();

    private volatile long written;
    private volatile long otherwise;

    /** Null until something is written. */
    @OwnedBy("pdulog")
    Book book;

    PduTap(String link, Ring ring) {
        this.link = link;
        this.ring = ring;
        account = PduLogConfig.isAccount(link);
        name = PduLogConfig.nameOf(link).getBytes(StandardCharsets.UTF_8);
    }

    /** For one connection that is being made. */
    public TappedLink link(String bind) {
        return new TappedLink(this, bind);
    }

    /** Whether it is an account's, and not an SMSC's. */
    boolean isAccount() {
        return account;
    }

    /** Of the SMSC or account. */
    byte[] name() {
        return name;
    }

    boolean isOn() {
        return on;
    }

    /** By one thread at a time. */
    void on(boolean yes) {
        if (yes && !on) {
            ring.open();
            times.incrementAndGet();
        }
        on = yes;
    }

    int times() {
        return times.get();
    }

    /** Whether what is noted now would be kept. */
    boolean isKeepingUp() {
        return on && !ring.isFull();
    }

    /** PDUs are not noted, for there is no room, or no disk. */
    void leaveOut(long pdus) {
        leftOut.add(pdus);
    }

    /** PDUs that were not noted because the log could not keep up. */
    long leftOut() {
        return leftOut.sum();
    }

    /** How many PDUs have been written by now, and of how many of these the octets say something else than was meant. By pdulog. */
    void counted(long pdus, long differing) {
        written = pdus;
        otherwise = differing;
    }

    long written() {
        return written;
    }

    long otherwise() {
        return otherwise;
    }
}
