package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import java.util.Arrays;

/**
 * Overwrites in a PDU what a log may not hold: lengths and everything else stay, so that it can still be taken apart. A password goes
 * always. The last three characters of numbers, texts and TLVs that nobody knows go unless they are asked for. Of what esm_class calls a
 * receipt the fields of appendix B stay.
 */
final class Masking {
    private static final int HIDDEN_DIGITS = 3;

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
            case TEXT -> text(pdu, field);
            case OPAQUE, REST -> hide(pdu, field, 0, '*');
            default -> {} // Says nothing about anybody.
        }
    }

    private static void text(Pdu pdu, Field field) {
        int header = pdu.headerOf(field);
        if (pdu.isReceipt()) {
            ReceiptMask.apply(pdu.octets, field.at() + header, field.at() + field.length(), pdu.isTwoOctets());
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

    private static void hide(Pdu pdu, Field field, int from, char with) {
        int end = field.at() + field.length();
        Arrays.fill(pdu.octets, Math.min(field.at() + from, end), end, (byte) with);
    }
}
