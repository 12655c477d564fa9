package io.smppbridge.receipts;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/**
 * What a {@code deliver_sm} or {@code data_sm} brought, as far as receipts are concerned.
 *
 * @param esmClass as it came
 * @param dataCoding as it came
 * @param body short_message, or message_payload where that is empty
 * @param receiptedId TLV receipted_message_id, without its NUL; empty when it did not come
 * @param messageState TLV message_state, 0..255; -1 when it did not come
 * @param networkError TLV network_error_code; empty when it did not come
 */
public record ReceiptInput(
        int esmClass, int dataCoding, byte[] body, String receiptedId, int messageState, byte[] networkError) {
    public static final int RECEIPTED_MESSAGE_ID = 0x001E;
    public static final int NETWORK_ERROR_CODE = 0x0423;
    public static final int MESSAGE_PAYLOAD = 0x0424;
    public static final int MESSAGE_STATE = 0x0427;
    private static final byte[] NOTHING = {};

    public ReceiptInput {
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(receiptedId, "receiptedId");
        Objects.requireNonNull(networkError, "networkError");
    }

    /**
     * From TLVs as they came.
     *
     * @param shortMessage empty when the body came in message_payload
     * @param tlvs by tag, values without NUL or with it; message_payload among them
     */
    public ReceiptInput(int esmClass, int dataCoding, byte[] shortMessage, Map<Integer, byte[]> tlvs) {
        this(
                esmClass,
                dataCoding,
                shortMessage.length > 0 ? shortMessage : tlvs.getOrDefault(MESSAGE_PAYLOAD, NOTHING),
                text(tlvs.getOrDefault(RECEIPTED_MESSAGE_ID, NOTHING)),
                state(tlvs.getOrDefault(MESSAGE_STATE, NOTHING)),
                tlvs.getOrDefault(NETWORK_ERROR_CODE, NOTHING));
    }

    private static int state(byte[] octets) {
        return octets.length == 1 ? octets[0] & 0xFF : -1;
    }

    private static String text(byte[] octets) {
        int length = 0;
        while (length < octets.length && octets[length] != 0) {
            length++;
        }
        return new String(octets, 0, length, StandardCharsets.ISO_8859_1);
    }
}
