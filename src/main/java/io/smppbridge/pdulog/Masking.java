package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Overwrites in a PDU what a log may not hold: lengths and everything else stay, so that it can still be taken apart. A password goes
 * always. The last three characters of numbers, texts and TLVs that nobody knows go unless they are asked for. Of a receipt its id,
 * counts, dates, state and error stay.
 */
final class Masking {
    private static final int HIDDEN_DIGITS = 3;
    private static final byte[] TEXT_OF_RECEIPT = "text:".getBytes(StandardCharsets.US_ASCII);

    private Masking() {}

    /** @param passwordsOnly an operator has asked for texts and numbers */
    static void apply(Pdu pdu, boolean passwordsOnly) {
        for (Field field : pdu.fields) {
            if (field.kind() == Kind.PASSWORD) {
                hide(pdu, field, 0, '*');
            } else if (!passwordsOnly) {
                mask(pdu, field);
            }
        }
    }

    private static void mask(Pdu pdu, Field field) {
        switch (field.kind()) {
            case ADDRESS -> hide(pdu, field, Math.max(0, field.length() - HIDDEN_DIGITS), 'x');
            case TEXT -> hide(pdu, field, pdu.isReceipt() ? keptOfReceipt(pdu, field) : pdu.headerOf(field), '*');
            case OPAQUE, REST -> hide(pdu, field, 0, '*');
            default -> {} // Says nothing about anybody.
        }
    }

    /** Up to where the receipt quotes the message. */
    private static int keptOfReceipt(Pdu pdu, Field field) {
        String text = pdu.text(field).toLowerCase(Locale.ROOT);
        int quoted = text.indexOf(new String(TEXT_OF_RECEIPT, StandardCharsets.US_ASCII));
        boolean looksLikeOne = text.contains("stat:") || text.contains("id:");
        return !looksLikeOne ? 0 : quoted < 0 ? field.length() : quoted + TEXT_OF_RECEIPT.length;
    }

    private static void hide(Pdu pdu, Field field, int from, char with) {
        int end = field.at() + field.length();
        Arrays.fill(pdu.octets, Math.min(field.at() + from, end), end, (byte) with);
    }
}
