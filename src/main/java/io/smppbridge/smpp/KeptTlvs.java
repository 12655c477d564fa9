package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.Tlvs;
import java.io.ByteArrayOutputStream;

/** Collects the TLVs of one delivery that the platform is to be shown, as they came; what is more than it may be shown is left out. */
@OwnedBy("the reading thread of its bind")
final class KeptTlvs {
    private static final byte[] NOTHING = {};

    private ByteArrayOutputStream octets;

    /** The TLV at the cursor, unless it is part of the text. */
    void keep(BodyCursor body) {
        int length = WireComposer.TLV_HEADER + body.valueLength;
        switch (body.tag) {
            case WireComposer.TAG_MESSAGE_PAYLOAD,
                    WireComposer.TAG_SAR_REFERENCE,
                    WireComposer.TAG_SAR_TOTAL,
                    WireComposer.TAG_SAR_SEQUENCE -> {}
            default -> {
                if (octets == null) {
                    octets = new ByteArrayOutputStream(length);
                }
                if (octets.size() + length <= Tlvs.MOST_OCTETS) {
                    octets.writeBytes(body.tlvWhole());
                }
            }
        }
    }

    byte[] octets() {
        return octets == null ? NOTHING : octets.toByteArray();
    }
}
