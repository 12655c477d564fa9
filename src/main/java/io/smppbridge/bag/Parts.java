package io.smppbridge.bag;

import io.smppbridge.text.Carried;
import io.smppbridge.text.GsmAlphabet;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.TlvBlock;
import java.util.Arrays;

/**
 * The submit_sm that a message takes: what goes on the wire, and how far each has come.
 */
@OwnedBy("whoever holds the task")
public final class Parts implements Carried {
    private static final byte WAITING = 0;
    private static final byte SUBMITTED = 1;
    private static final byte ACCEPTED = 2;

    /** The octets of the only part; null where there are several, or where {@link #plain} says them. */
    private final byte[] alone;
    /** The text of the only part, of GSM's basic table: coded when it is written, and not before. Null for all others. */
    private final String plain;
    /** The octets of several parts; null for one. */
    private final byte[][] octets;

    private final int dataCoding;
    private final boolean udhi;
    private final boolean payload;
    private int sarReference;
    private int sarFirst = 1;
    private int sarTotal;
    private TlvBlock tlvs = TlvBlock.NONE;
    /** How far the only part has come. */
    private byte progressAlone;
    /** How far each of several has come; null for one. */
    private final byte[] progress;

    private int accepted;

    /**
     * @param octets one short_message (or message_payload) for each part, with UDH where there is one
     * @param sarReference reference of the SAR TLVs, or -1 when parts are not numbered that way
     */
    public Parts(byte[][] octets, int dataCoding, boolean udhi, boolean payload, int sarReference) {
        this.alone = octets.length == 1 ? octets[0] : null;
        this.plain = null;
        this.octets = octets.length == 1 ? null : octets;
        this.progress = octets.length == 1 ? null : new byte[octets.length];
        this.dataCoding = dataCoding;
        this.udhi = udhi;
        this.payload = payload;
        this.sarReference = sarReference;
        this.sarTotal = octets.length;
    }

    /** One part of its own, as nearly all are: nothing is made but itself. */
    public Parts(byte[] alone, int dataCoding, boolean udhi, boolean payload, int sarReference) {
        this(alone, null, dataCoding, udhi, payload, sarReference);
    }

    private Parts(byte[] alone, String plain, int dataCoding, boolean udhi, boolean payload, int sarReference) {
        this.alone = alone;
        this.plain = plain;
        this.octets = null;
        this.progress = null;
        this.dataCoding = dataCoding;
        this.udhi = udhi;
        this.payload = payload;
        this.sarReference = sarReference;
        this.sarTotal = 1;
    }

    /**
     * A text that goes as it is, in one part and in septets of GSM's basic table: its octets are made by whoever writes them.
     *
     * @param text one of basic characters alone
     */
    public static Parts plain(String text, int dataCoding) {
        return new Parts(null, text, dataCoding, false, false, -1);
    }

    /** Each goes with these TLVs; only before the task is in a bag. */
    public Parts with(TlvBlock more) {
        tlvs = more;
        return this;
    }

    /** They are one part of a message whose other parts somebody else hands over; only before the task is in a bag. */
    public Parts at(int sequence, int total) {
        sarFirst = sequence;
        sarTotal = total;
        return this;
    }

    /** What each of them carries besides its text. */
    public TlvBlock tlvs() {
        return tlvs;
    }

    @Override
    public int count() {
        return octets == null ? 1 : octets.length;
    }

    @Override
    public byte[] octets(int part) {
        if (octets != null) {
            return octets[part];
        }
        return plain == null ? alone : GsmAlphabet.encode(plain);
    }

    /** How many octets a part has. */
    public int length(int part) {
        return plain == null ? octets(part).length : plain.length();
    }

    /** The text whose septets are the only part; null where it has octets of its own. */
    public String plainOrNull() {
        return plain;
    }

    /** Whether the first part of both has the same octets. */
    public boolean isLike(Parts other) {
        boolean texts = plain != null && other.plain != null;
        return texts ? plain.equals(other.plain) : Arrays.equals(octets(0), other.octets(0));
    }

    public int dataCoding() {
        return dataCoding;
    }

    @Override
    public boolean udhi() {
        return udhi;
    }

    public boolean payload() {
        return payload;
    }

    /** Gives SAR numbered parts another reference; only before the task is in a bag. */
    public void sarReference(int reference) {
        sarReference = reference & 0xFFFF;
    }

    public int sarReference() {
        return sarReference;
    }

    /** What the SAR TLVs say of how many there are; meaningless without a reference. */
    public int sarTotal() {
        return sarTotal;
    }

    /** What the SAR TLVs say of a part's place, from 1. */
    public int sarSequence(int part) {
        return sarFirst + part;
    }

    /** The first part at or after {@code from} that is not yet submitted, or -1. */
    public int nextWaiting(int from) {
        int count = count();
        for (int i = from; i < count; i++) {
            if (progress(i) == WAITING) {
                return i;
            }
        }
        return -1;
    }

    /** How many parts still have to be submitted. */
    public int waiting() {
        return counted(WAITING);
    }

    /** How many are submitted and not yet answered. */
    public int inFlight() {
        return counted(SUBMITTED);
    }

    public void submitted(int part) {
        progress(part, SUBMITTED);
    }

    /** The part has to be submitted again. */
    public void returned(int part) {
        progress(part, WAITING);
    }

    /** The SMSC took it. True when it was the last that was missing. */
    public boolean accepted(int part) {
        if (progress(part) != ACCEPTED) {
            progress(part, ACCEPTED);
            accepted++;
        }
        return accepted == count();
    }

    public boolean isAccepted(int part) {
        return progress(part) == ACCEPTED;
    }

    private int counted(byte how) {
        if (progress == null) {
            return progressAlone == how ? 1 : 0;
        }
        int count = 0;
        for (byte each : progress) {
            count += each == how ? 1 : 0;
        }
        return count;
    }

    private byte progress(int part) {
        return progress == null ? progressAlone : progress[part];
    }

    private void progress(int part, byte how) {
        if (progress == null) {
            progressAlone = how;
        } else {
            progress[part] = how;
        }
    }
}
