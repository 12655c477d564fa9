package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * One connection whose PDUs may be noted: told who is at its ends, then given octets as they are written and read, and beside them what they
 * were composed from or read into. All of it is copied into the {@link Ring} of the log. While its log is off, each call costs a look at a
 * field.
 */
@OwnedBy(
        "the connecting thread first; what is read then belongs to the reading thread, composed() to who composes, out() to whoever holds the writer")
public final class TappedLink {
    /** What a record begins with: its kind, and how long what follows is. */
    static final int KIND = 0;

    static final int LENGTH = 4;
    static final int MEANT = 8;
    /** The time; of a structure composed, its command and sequence. */
    static final int NANOS = 12;

    static final int RECORD = 20;

    /** PDUs as they were written. */
    static final int OUT = 1;
    /** One PDU as it was read, with what was understood of it. */
    static final int IN = 2;
    /** What a PDU was composed from that is yet to be written. */
    static final int COMPOSED = 3;

    /** PDUs written together that are noted together. */
    private static final int MOST_AT_ONCE = 1 << 16;

    private final PduTap tap;
    final byte[] bindName;
    private volatile Ends ends = Ends.UNKNOWN;

    /** Made when it is first needed: most links are never noted. */
    @OwnedBy("who composes")
    private Meant composing;

    @OwnedBy("the reading thread")
    private Meant understanding;

    /** The PDU that was read last, where the wire has it; null when nothing more is to be said of it. */
    @OwnedBy("the reading thread")
    private Object reading;

    private Octets<Object> readBy;
    private int readFrom;
    private int readLength;
    private long readNanos;

    /** Made when something is first noted. */
    @OwnedBy("pdulog")
    private Dialogue dialogue;

    TappedLink(PduTap tap, String bind) {
        this.tap = tap;
        this.bindName = bind.getBytes(StandardCharsets.UTF_8);
    }

    /** Before the first PDU: the bridge has called an SMSC. */
    public void connected(InetAddress ours, int ourPort, InetAddress theirs) {
        ends = new Ends(ours.getAddress(), ourPort, theirs.getAddress(), PcapNg.SMPP_PORT);
    }

    /** Before the first PDU: an ESME has called the bridge. */
    public void accepted(InetAddress ours, InetAddress theirs, int theirPort) {
        ends = new Ends(ours.getAddress(), PcapNg.SMPP_PORT, theirs.getAddress(), theirPort);
    }

    /** Whether anything is noted now, so that it is worth while to copy, or to say what was meant. */
    public boolean isOn() {
        return tap.isOn();
    }

    /** The same, and there is room for it: for whoever has thousands of them a second. */
    public boolean isKeepingUp() {
        return tap.isKeepingUp();
    }

    /** To say in it what is composed, and hand that to {@link #composed}. */
    public Meant composing() {
        if (composing == null) {
            composing = new Meant();
        }
        return composing;
    }

    /** To say in it what is understood, and hand that to {@link #understood}. */
    public Meant understanding() {
        if (understanding == null) {
            understanding = new Meant();
        }
        return understanding;
    }

    /** What a PDU that is yet to be written has been composed from; copied. By one thread at a time. */
    public void composed(int command, int sequence, Meant meant) {
        int length = meant.length();
        if (tap.isOn() && length > 0) {
            int at = claim(RECORD + length);
            if (at >= 0) {
                byte[] into = tap.ring.octets();
                try {
                    begin(into, at, COMPOSED, (long) command << 32 | sequence & 0xFFFFFFFFL);
                    meant.copy(into, at + RECORD);
                    put(into, at + MEANT, length);
                } finally {
                    tap.ring.commit(at, RECORD + length, this);
                }
            }
            meant.slim();
        }
    }

    /** Whole PDUs, one behind the other, that have just been written. The array may be used again at once. */
    public void out(byte[] pdus, int length, long nanos) {
        out(pdus, 0, length, nanos, Octets.OF_ARRAY);
    }

    /** The same, of what holds them in another way. */
    public <T> void out(T pdus, int from, int length, long nanos, Octets<T> by) {
        if (!tap.isOn()) {
            return;
        }
        int begin = from;
        int at = from;
        int end = from + length;
        int count = 0;
        while (end - at >= Layout.HEADER) {
            int next = pduEnd(by.four(pdus, at), at, end);
            if (at > begin && next - begin > MOST_AT_ONCE) {
                lay(pdus, begin, at - begin, count, nanos, by);
                begin = at;
                count = 0;
            }
            count++;
            at = next;
        }
        if (at > begin) {
            lay(pdus, begin, at - begin, count, nanos, by);
        }
    }

    private <T> void lay(T pdus, int from, int length, int count, long nanos, Octets<T> by) {
        int at = claim(RECORD + length);
        if (at < 0) {
            tap.leaveOut(count);
            return;
        }
        byte[] into = tap.ring.octets();
        try {
            begin(into, at, OUT, nanos);
            by.copy(pdus, from, into, at + RECORD, length);
            put(into, at + LENGTH, length);
        } finally {
            tap.ring.commit(at, RECORD + length, this);
        }
    }

    /** Where the PDU ends that begins there and says that it is so long. */
    static int pduEnd(int announced, int at, int end) {
        return announced < Layout.HEADER || announced > end - at ? end : at + announced;
    }

    /** One PDU that has just been read, and stays where it is until {@link #done}, or what comes before it. */
    public void in(byte[] buffer, int at, int length, long nanos) {
        in(buffer, at, length, nanos, Octets.OF_ARRAY);
    }

    /** The same, of what holds it in another way. It is noted with what is {@link #understood} of it, or when nothing more {@link #done comes}. */
    @SuppressWarnings("unchecked")
    public <T> void in(T pdu, int from, int length, long nanos, Octets<T> by) {
        done();
        if (!tap.isOn()) {
            return;
        }
        if (!tap.isKeepingUp()) {
            tap.leaveOut(1);
            return;
        }
        reading = pdu;
        readBy = (Octets<Object>) by;
        readFrom = from;
        readLength = length;
        readNanos = nanos;
    }

    /** Whether what the bridge makes of the PDU that was read last is still to be said. */
    public boolean isReading() {
        return reading != null;
    }

    /** What the bridge makes of the PDU that was read last. Said before anything is written because of it. */
    public void understood(Meant meant) {
        if (reading != null) {
            read(meant);
            meant.slim();
        }
    }

    /** Of the PDU that was read last nothing more is understood. */
    public void done() {
        if (reading != null) {
            read(null);
        }
    }

    /** @param meant null for nothing */
    private void read(Meant meant) {
        Object pdu = reading;
        reading = null;
        int ofMeant = meant == null ? 0 : meant.length();
        int at = claim(RECORD + readLength + ofMeant);
        if (at < 0) {
            tap.leaveOut(1);
            return;
        }
        byte[] into = tap.ring.octets();
        try {
            begin(into, at, IN, readNanos);
            readBy.copy(pdu, readFrom, into, at + RECORD, readLength);
            put(into, at + LENGTH, readLength);
            if (meant != null) {
                meant.copy(into, at + RECORD + readLength);
                put(into, at + MEANT, ofMeant);
            }
        } finally {
            tap.ring.commit(at, RECORD + readLength + ofMeant, this);
        }
    }

    /** Room for a record; no single one may take more than its share. */
    private int claim(int length) {
        return length > tap.ring.size() / 8 ? Ring.NONE : tap.ring.claim(length);
    }

    private static void begin(byte[] into, int at, int kind, long nanos) {
        put(into, at + KIND, kind);
        put(into, at + LENGTH, 0);
        put(into, at + MEANT, 0);
        put(into, at + NANOS, (int) (nanos >>> 32));
        put(into, at + NANOS + 4, (int) nanos);
    }

    private static void put(byte[] into, int at, int value) {
        into[at] = (byte) (value >>> 24);
        into[at + 1] = (byte) (value >>> 16);
        into[at + 2] = (byte) (value >>> 8);
        into[at + 3] = (byte) value;
    }

    Ends ends() {
        return ends;
    }

    /** For pdulog. */
    Dialogue dialogue() {
        if (dialogue == null) {
            dialogue = new Dialogue();
        }
        return dialogue;
    }

    PduTap tap() {
        return tap;
    }
}
