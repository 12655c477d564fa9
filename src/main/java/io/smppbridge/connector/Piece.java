package io.smppbridge.connector;

import java.util.Objects;

/**
 * One deliver_sm or data_sm of a subscriber's message, as the SMSC sent it: for whoever speaks SMPP himself.
 *
 * @param marks what stood on it beside its text
 * @param dataCoding data_coding
 * @param octets short_message or message_payload, with any user data header
 * @param sarReference sar_msg_ref_num
 * @param sarTotal sar_total_segments; 0 when the SAR TLVs are not there
 * @param sarSequence sar_segment_seqnum
 * @param tlvs all other TLVs but message_payload, in octets
 */
public record Piece(
        Marks marks, int dataCoding, byte[] octets, int sarReference, int sarTotal, int sarSequence, byte[] tlvs) {
    private static final int UDHI = 0x40;

    public Piece {
        Objects.requireNonNull(marks, "marks");
        Objects.requireNonNull(octets, "octets");
        Objects.requireNonNull(tlvs, "tlvs");
    }

    /** Whether its octets begin with a user data header. */
    public boolean udhi() {
        return (marks.esmClass & UDHI) != 0;
    }

    /**
     * What stands on a delivery beside its text.
     *
     * @param esmClass esm_class
     * @param protocolId protocol_id
     * @param priority priority_flag
     */
    public record Marks(String serviceType, int esmClass, int protocolId, int priority) {
        public Marks {
            Objects.requireNonNull(serviceType, "serviceType");
        }

        /** The same with or without the bit that tells of a header. */
        public Marks withHeader(boolean header) {
            return new Marks(serviceType, header ? esmClass | UDHI : esmClass & ~UDHI, protocolId, priority);
        }
    }
}
