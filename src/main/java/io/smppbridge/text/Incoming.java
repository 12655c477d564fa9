package io.smppbridge.text;

import java.util.Objects;

/**
 * What a {@code deliver_sm} or {@code data_sm} says of its content.
 *
 * @param dataCoding data_coding as it came, 0..255
 * @param udhi whether esm_class has bit 0x40
 * @param userData short_message; message_payload when that came instead
 * @param sarReference sar_msg_ref_num
 * @param sarTotal sar_total_segments; 0 when the three TLVs are not all there
 * @param sarSequence sar_segment_seqnum
 */
public record Incoming(int dataCoding, boolean udhi, byte[] userData, int sarReference, int sarTotal, int sarSequence) {
    public Incoming {
        Objects.requireNonNull(userData, "userData");
    }

    /** Without SAR TLVs. */
    public static Incoming of(int dataCoding, boolean udhi, byte[] userData) {
        return new Incoming(dataCoding, udhi, userData, 0, 0, 0);
    }
}
