package io.smppbridge.smpp;

import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.Tlvs;
import java.util.Arrays;

/**
 * Collects the TLVs of one PDU that the platform is to be shown, as they came. Those that do not fit into what may be shown are left out, as
 * what is shown is kept with each of up to 255 parts and has to fit into one record with all of them. Reused.
 */
@OwnedBy("the reading thread of its bind")
final class KeptTlvs {
    private static final byte[] NOTHING = {};
    private static final int FEW = 64;

    private byte[] octets = new byte[FEW];
    private int size;
    private int leftOut;

    /** Of another PDU. */
    void begin() {
        size = 0;
        leftOut = 0;
    }

    /** The TLV at the cursor, unless it is part of the text. */
    void keep(BodyCursor body) {
        int length = WireComposer.TLV_HEADER + body.valueLength;
        switch (body.tag) {
            case WireComposer.TAG_MESSAGE_PAYLOAD,
                    WireComposer.TAG_SAR_REFERENCE,
                    WireComposer.TAG_SAR_TOTAL,
                    WireComposer.TAG_SAR_SEQUENCE -> {}
            default -> {
                if (size + length <= Tlvs.MOST_OCTETS) {
                    if (size + length > octets.length) {
                        octets = Arrays.copyOf(octets, Tlvs.MOST_OCTETS);
                    }
                    body.tlvWhole(octets, size);
                    size += length;
                } else {
                    leftOut++;
                }
            }
        }
    }

    /** Whether one did not fit. */
    boolean hasLeftOut() {
        return leftOut > 0;
    }

    /** Says how many did not fit, if any; just before what came with them is told. */
    void tell(ConnectorListener listener, Complaints complaints, long readNanos) {
        if (leftOut > 0) {
            complaints.about(
                    "TLVs left out beyond " + Tlvs.MOST_OCTETS + " octets of one PDU, how many", leftOut, readNanos);
            listener.tlvsLeftOut(leftOut);
        }
    }

    byte[] octets() {
        return size == 0 ? NOTHING : Arrays.copyOf(octets, size);
    }
}
