package io.smppbridge.text;

import io.smppbridge.Address;
import java.time.Instant;
import java.util.Objects;

/**
 * One received MO, whole or a part.
 *
 * @param id the caller's own name of it, given back with the message that it ends up in
 * @param smsc the SMSC account it came in by
 * @param receivedAt when it was read; the wait for the other parts counts from the first one's
 * @param tlvs its TLVs in octets, for whoever knows what they mean
 * @param tlvsLeftOut whether there were others that did not fit
 * @param marks what else stood on it, for whoever knows what it means
 */
public record MoPart(
        long id,
        String smsc,
        Address from,
        Address to,
        Fragment content,
        Instant receivedAt,
        byte[] tlvs,
        boolean tlvsLeftOut,
        Marks marks) {
    private static final byte[] NO_TLVS = {};

    /** The fields of a deliver_sm beside its text. */
    public record Marks(String serviceType, int esmClass, int protocolId, int priority) {
        /** All empty. */
        public static final Marks NONE = new Marks("", 0, 0, 0);
    }

    /** Without TLVs. */
    public MoPart(long id, String smsc, Address from, Address to, Fragment content, Instant receivedAt) {
        this(id, smsc, from, to, content, receivedAt, NO_TLVS, false, Marks.NONE);
    }

    public MoPart {
        Objects.requireNonNull(smsc, "smsc");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(receivedAt, "receivedAt");
    }
}
