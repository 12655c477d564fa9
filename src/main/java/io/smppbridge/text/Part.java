package io.smppbridge.text;

import java.util.Objects;

/**
 * What one {@code submit_sm} carries.
 *
 * @param octets the user data, UDH first when there is one; shared, not to be changed
 * @param udhi whether {@code octets} begin with a UDH, so that bit 0x40 of esm_class must be set
 * @param sarReference {@code sar_msg_ref_num}, 0..65535; meaningless unless {@link #sar()}
 * @param sarTotal {@code sar_total_segments}; 0 for no SAR TLVs
 * @param sarSequence {@code sar_segment_seqnum}, from 1
 * @param payload whether the octets travel in {@code message_payload}, with {@code sm_length} 0
 */
public record Part(byte[] octets, boolean udhi, int sarReference, int sarTotal, int sarSequence, boolean payload) {
    public Part {
        Objects.requireNonNull(octets, "octets");
    }

    static Part plain(byte[] octets) {
        return new Part(octets, false, 0, 0, 0, false);
    }

    /** Whether the three SAR TLVs go with it. */
    public boolean sar() {
        return sarTotal > 0;
    }
}
