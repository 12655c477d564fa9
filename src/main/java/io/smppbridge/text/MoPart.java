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
 */
public record MoPart(
        long id, String smsc, Address from, Address to, Fragment content, Instant receivedAt, byte[] tlvs) {
    private static final byte[] NO_TLVS = {};

    /** Without TLVs. */
    public MoPart(long id, String smsc, Address from, Address to, Fragment content, Instant receivedAt) {
        this(id, smsc, from, to, content, receivedAt, NO_TLVS);
    }

    public MoPart {
        Objects.requireNonNull(smsc, "smsc");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(receivedAt, "receivedAt");
    }
}
