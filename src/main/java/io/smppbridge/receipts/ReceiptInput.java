package io.smppbridge.receipts;

import java.util.Map;
import java.util.Objects;

/**
 * What a {@code deliver_sm} or {@code data_sm} brought, as far as receipts are concerned.
 *
 * @param esmClass as it came
 * @param dataCoding as it came
 * @param shortMessage empty when the body came in message_payload
 * @param tlvs by tag, values without NUL or with it; message_payload among them
 */
public record ReceiptInput(int esmClass, int dataCoding, byte[] shortMessage, Map<Integer, byte[]> tlvs) {
    public static final int RECEIPTED_MESSAGE_ID = 0x001E;
    public static final int NETWORK_ERROR_CODE = 0x0423;
    public static final int MESSAGE_PAYLOAD = 0x0424;
    public static final int MESSAGE_STATE = 0x0427;

    public ReceiptInput {
        Objects.requireNonNull(shortMessage, "shortMessage");
        Objects.requireNonNull(tlvs, "tlvs");
    }

    /** The receipt's body, wherever it came. */
    byte[] body() {
        return shortMessage.length > 0 ? shortMessage : tlv(MESSAGE_PAYLOAD);
    }

    byte[] tlv(int tag) {
        byte[] value = tlvs.get(tag);
        return value == null ? NONE : value;
    }

    private static final byte[] NONE = {};
}
