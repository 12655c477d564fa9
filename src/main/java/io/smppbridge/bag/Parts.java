package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.TlvBlock;

/**
 * The submit_sm that a message takes: what goes on the wire, and how far each has come.
 */
@OwnedBy("whoever holds the task")
public final class Parts {
    private static final byte WAITING = 0;
    private static final byte SUBMITTED = 1;
    private static final byte ACCEPTED = 2;

    private final byte[][] octets;
    private final int dataCoding;
    private final boolean udhi;
    private final boolean payload;
    private int sarReference;
    private final int sarFirst;
    private final int sarTotal;
    private final TlvBlock tlvs;
    private final byte[] progress;
    private int accepted;

    /**
     * @param octets one short_message (or message_payload) for each part, with UDH where there is one
     * @param sarReference reference of the SAR TLVs, or -1 when parts are not numbered that way
     */
    public Parts(byte[][] octets, int dataCoding, boolean udhi, boolean payload, int sarReference) {
        this(octets, dataCoding, udhi, payload, new Sar(sarReference, 1, octets.length), TlvBlock.NONE);
    }

    /** What the SAR TLVs say of the first of the parts. */
    private record Sar(int reference, int sequence, int total) {}

    private Parts(byte[][] octets, int dataCoding, boolean udhi, boolean payload, Sar sar, TlvBlock tlvs) {
        this.octets = octets;
        this.dataCoding = dataCoding;
        this.udhi = udhi;
        this.payload = payload;
        this.sarReference = sar.reference;
        this.sarFirst = sar.sequence;
        this.sarTotal = sar.total;
        this.tlvs = tlvs;
        this.progress = new byte[octets.length];
    }

    /** The same, not yet begun, each with these TLVs. */
    public Parts with(TlvBlock more) {
        return more.isEmpty() ? this : new Parts(octets, dataCoding, udhi, payload, sar(), more);
    }

    /** The same, not yet begun, as one part of a message whose other parts somebody else hands over. */
    public Parts at(int sequence, int total) {
        return new Parts(octets, dataCoding, udhi, payload, new Sar(sarReference, sequence, total), tlvs);
    }

    private Sar sar() {
        return new Sar(sarReference, sarFirst, sarTotal);
    }

    /** What each of them carries besides its text. */
    public TlvBlock tlvs() {
        return tlvs;
    }

    public int count() {
        return octets.length;
    }

    public byte[] octets(int part) {
        return octets[part];
    }

    public int dataCoding() {
        return dataCoding;
    }

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
        for (int i = from; i < progress.length; i++) {
            if (progress[i] == WAITING) {
                return i;
            }
        }
        return -1;
    }

    /** How many parts still have to be submitted. */
    public int waiting() {
        int count = 0;
        for (byte b : progress) {
            count += b == WAITING ? 1 : 0;
        }
        return count;
    }

    /** How many are submitted and not yet answered. */
    public int inFlight() {
        int count = 0;
        for (byte b : progress) {
            count += b == SUBMITTED ? 1 : 0;
        }
        return count;
    }

    public void submitted(int part) {
        progress[part] = SUBMITTED;
    }

    /** The part has to be submitted again. */
    public void returned(int part) {
        progress[part] = WAITING;
    }

    /** The SMSC took it. True when it was the last that was missing. */
    public boolean accepted(int part) {
        if (progress[part] != ACCEPTED) {
            progress[part] = ACCEPTED;
            accepted++;
        }
        return accepted == progress.length;
    }

    public boolean isAccepted(int part) {
        return progress[part] == ACCEPTED;
    }
}
