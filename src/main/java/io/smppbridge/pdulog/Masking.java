package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * Overwrites in a PDU what a log may not hold: lengths and everything else stay, so that it can still be taken apart. A password goes
 * always. The last three characters of numbers, texts and TLVs that nobody knows go unless they are asked for. Of what esm_class calls a
 * receipt the fields of appendix B stay.
 */
@OwnedBy("pdulog")
final class Masking {
    private static final int HIDDEN_DIGITS = 3;

    private final ReceiptMask receipts = new ReceiptMask();

    /** @param passwordsOnly an operator has asked for texts and numbers */
    void apply(Pdu pdu, boolean passwordsOnly) {
        for (int i = 0; i < pdu.fields; i++) {
            if (pdu.kinds[i] == Kind.PASSWORD) {
                hide(pdu, i, 0, '*');
            } else if (!passwordsOnly) {
                mask(pdu, i);
            }
        }
    }

    private void mask(Pdu pdu, int field) {
        switch (pdu.kinds[field]) {
            case ADDRESS -> hide(pdu, field, Math.max(0, pdu.lengths[field] - HIDDEN_DIGITS), 'x');
            case TEXT -> text(pdu, field);
            case OPAQUE, REST -> hide(pdu, field, 0, '*');
            default -> {} // Says nothing about anybody.
        }
    }

    private void text(Pdu pdu, int field) {
        int header = pdu.headerOf(field);
        if (pdu.isReceipt()) {
            int from = pdu.places[field];
            receipts.apply(pdu.octets, from + header, from + pdu.lengths[field], pdu.isTwoOctets());
        } else {
            hide(pdu, field, header, '*');
        }
    }

    /** A value that stands by itself. */
    static byte[] masked(Kind kind, byte[] value, boolean unmasked) {
        byte[] masked = value.clone();
        int kept =
                switch (kind) {
                    case PASSWORD -> 0;
                    case TEXT, OPAQUE, REST -> unmasked ? value.length : 0;
                    case ADDRESS -> unmasked ? value.length : Math.max(0, value.length - HIDDEN_DIGITS);
                    default -> value.length;
                };
        Arrays.fill(masked, kept, masked.length, (byte) (kind == Kind.ADDRESS ? 'x' : '*'));
        return masked;
    }

    private static void hide(Pdu pdu, int field, int from, char with) {
        int end = pdu.places[field] + pdu.lengths[field];
        Arrays.fill(pdu.octets, Math.min(pdu.places[field] + from, end), end, (byte) with);
    }
}
