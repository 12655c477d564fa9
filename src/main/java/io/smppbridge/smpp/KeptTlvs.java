package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.Tlvs;
import java.util.Arrays;

/** Collects the TLVs of one PDU that the platform is to be shown, as they came; what is more than it may be shown is left out. Reused. */
@OwnedBy("the reading thread of its bind")
final class KeptTlvs {
    private static final byte[] NOTHING = {};
    private static final int FEW = 64;

    private byte[] octets = new byte[FEW];
    private int size;

    /** Of another PDU. */
    void begin() {
        size = 0;
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
                }
            }
        }
    }

    byte[] octets() {
        return size == 0 ? NOTHING : Arrays.copyOf(octets, size);
    }
}
