package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.util.Arrays;

/** One connection whose PDUs may be noted: told who is at its ends, then given octets as they are written and read. */
@OwnedBy("the connecting thread first; in() then belongs to the reading thread, out() to whoever holds the writer")
public final class TappedLink {
    private final PduTap tap;
    final String bind;
    private volatile Ends ends = Ends.UNKNOWN;

    @OwnedBy("pdulog")
    final Dialogue dialogue = new Dialogue();

    TappedLink(PduTap tap, String bind) {
        this.tap = tap;
        this.bind = bind;
    }

    /** Both ends of a connection. */
    record Ends(InetAddress ours, int ourPort, InetAddress theirs) {
        static final Ends UNKNOWN = new Ends(InetAddress.getLoopbackAddress(), 0, InetAddress.getLoopbackAddress());
    }

    /** Before the first PDU. */
    public void connected(InetAddress ours, int ourPort, InetAddress theirs) {
        ends = new Ends(ours, ourPort, theirs);
    }

    /** Whether anything given to it is noted now: for whoever has to copy first. */
    public boolean isOn() {
        return tap.isOn();
    }

    /** Whole PDUs, one behind the other, that have just been written. The array may be used again at once. */
    public void out(byte[] pdus, int length, long nanos) {
        if (!tap.isOn()) {
            return;
        }
        for (int at = 0; at + Layout.HEADER <= length; ) {
            int one = (pdus[at] & 0xFF) << 24
                    | (pdus[at + 1] & 0xFF) << 16
                    | (pdus[at + 2] & 0xFF) << 8
                    | pdus[at + 3] & 0xFF;
            int end = one < Layout.HEADER || one > length - at ? length : at + one;
            tap.note(new Noted(this, true, Arrays.copyOfRange(pdus, at, end), nanos));
            at = end;
        }
    }

    /** One PDU that has just been read. */
    public void in(byte[] buffer, int at, int length, long nanos) {
        if (tap.isOn()) {
            tap.note(new Noted(this, false, Arrays.copyOfRange(buffer, at, at + length), nanos));
        }
    }

    Ends ends() {
        return ends;
    }

    PduTap tap() {
        return tap;
    }
}
