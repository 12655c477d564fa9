package io.smppbridge.receipts;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;

/** A target for a fuzzer: whatever an SMSC writes into a receipt, reading it ends without an exception. */
public final class ReceiptFuzz {
    private static final ReceiptReader BY_CLASS = new ReceiptReader(ZoneId.of("Europe/Stockholm"), false);
    private static final ReceiptReader BY_TEXT = new ReceiptReader(ZoneId.of("UTC"), true);
    private static final int RECEIPT = 0x04;

    private ReceiptFuzz() {}

    /** The first octet chooses data_coding and where the text stands; the rest is the text. */
    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        int dataCoding = data[0] & 0x0F;
        byte[] text = Arrays.copyOfRange(data, 1, data.length);
        BY_CLASS.read(new ReceiptInput(RECEIPT, dataCoding, text, Map.of()));
        BY_TEXT.read(new ReceiptInput(0, dataCoding, text, Map.of()));
        BY_CLASS.read(new ReceiptInput(
                RECEIPT,
                dataCoding,
                new byte[0],
                Map.of(
                        ReceiptInput.MESSAGE_PAYLOAD, text,
                        ReceiptInput.RECEIPTED_MESSAGE_ID, text,
                        ReceiptInput.MESSAGE_STATE, text,
                        ReceiptInput.NETWORK_ERROR_CODE, text)));
    }
}
