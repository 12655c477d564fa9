package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One connection whose PDUs may be noted: told who is at its ends, then given octets as they are written and read, and beside them what they
 * were composed from or read into. While its log is off, each call costs a look at a field.
 */
@OwnedBy(
        "the connecting thread first; what is read then belongs to the reading thread, out() to whoever holds the writer")
public final class TappedLink {
    /** Structures of PDUs composed and not written yet; beyond that they are forgotten, and noted without. */
    private static final int MOST_MEANT = 10_000;

    private final PduTap tap;
    final String bind;
    private volatile Ends ends = Ends.UNKNOWN;
    private final Map<Long, Meant> composed = new ConcurrentHashMap<>();

    @OwnedBy("the reading thread")
    private Noted reading;

    @OwnedBy("pdulog")
    final Dialogue dialogue = new Dialogue();

    TappedLink(PduTap tap, String bind) {
        this.tap = tap;
        this.bind = bind;
    }

    /** Both ends of a connection; the port of the one that plays the SMSC is SMPP's own. */
    record Ends(InetAddress ours, int ourPort, InetAddress theirs, int theirPort) {
        static final Ends UNKNOWN =
                new Ends(InetAddress.getLoopbackAddress(), 0, InetAddress.getLoopbackAddress(), PcapNg.SMPP_PORT);
    }

    /** Before the first PDU: the bridge has called an SMSC. */
    public void connected(InetAddress ours, int ourPort, InetAddress theirs) {
        ends = new Ends(ours, ourPort, theirs, PcapNg.SMPP_PORT);
    }

    /** Before the first PDU: an ESME has called the bridge. */
    public void accepted(InetAddress ours, InetAddress theirs, int theirPort) {
        ends = new Ends(ours, PcapNg.SMPP_PORT, theirs, theirPort);
    }

    /** Whether anything is noted now, so that it is worth while to copy, or to say what was meant. */
    public boolean isOn() {
        return tap.isOn();
    }

    /** The same, and there is room for it: for whoever has thousands of them a second. */
    public boolean isKeepingUp() {
        return tap.isKeepingUp();
    }

    /** What a PDU that is yet to be written has been composed from; any thread. */
    public void composed(int command, int sequence, Meant meant) {
        if (tap.isOn()) {
            if (composed.size() >= MOST_MEANT) {
                composed.clear(); // Left over from before it was switched off, or from PDUs that were never written.
            }
            composed.put(key(command, sequence), meant);
        }
    }

    /** Whole PDUs, one behind the other, that have just been written. The array may be used again at once. */
    public void out(byte[] pdus, int length, long nanos) {
        if (!tap.isOn()) {
            if (!composed.isEmpty()) {
                composed.clear();
            }
            return;
        }
        for (int at = 0; at + Layout.HEADER <= length; ) {
            int one = four(pdus, at);
            int end = one < Layout.HEADER || one > length - at ? length : at + one;
            Meant meant = composed.isEmpty() ? null : composed.remove(key(four(pdus, at + 4), four(pdus, at + 12)));
            if (tap.isKeepingUp()) {
                byte[] octets = Arrays.copyOfRange(pdus, at, end);
                tap.note(new Noted(this, true, octets, meant == null ? Meant.NOTHING : meant, nanos));
            } else {
                tap.leaveOut();
            }
            at = end;
        }
    }

    /** One PDU that has just been read. It is noted with what is {@link #understood} of it, or when nothing more {@link #done comes}. */
    public void in(byte[] buffer, int at, int length, long nanos) {
        done();
        if (!tap.isOn()) {
            return;
        }
        if (!tap.isKeepingUp()) {
            tap.leaveOut();
        } else {
            reading = new Noted(this, false, Arrays.copyOfRange(buffer, at, at + length), Meant.NOTHING, nanos);
        }
    }

    /** Whether what the bridge makes of the PDU that was read last is still to be said. */
    public boolean isReading() {
        return reading != null;
    }

    /** What the bridge makes of the PDU that was read last. Said before anything is written because of it. */
    public void understood(Meant meant) {
        if (reading != null) {
            tap.note(new Noted(this, false, reading.octets(), meant, reading.nanos()));
            reading = null;
        }
    }

    /** Of the PDU that was read last nothing more is understood. */
    public void done() {
        if (reading != null) {
            understood(Meant.NOTHING);
        }
    }

    Ends ends() {
        return ends;
    }

    PduTap tap() {
        return tap;
    }

    private static long key(int command, int sequence) {
        return (long) command << 32 | sequence & 0xFFFFFFFFL;
    }

    private static int four(byte[] octets, int at) {
        return (octets[at] & 0xFF) << 24
                | (octets[at + 1] & 0xFF) << 16
                | (octets[at + 2] & 0xFF) << 8
                | octets[at + 3] & 0xFF;
    }
}
