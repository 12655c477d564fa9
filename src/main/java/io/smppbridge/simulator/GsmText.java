package io.smppbridge.simulator;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The GSM 7-bit default alphabet (3GPP TS 23.038), one septet per octet, as most SMSCs take it. */
final class GsmText {
    private static final char ESCAPE = 0x1B;
    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
    private static final String EXTENDED = "\f^{}\\[~]|€";
    private static final byte[] EXTENDED_CODES = {0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65};

    private GsmText() {}

    /** The septets of a text, or an empty array (of a text that is not) where a character has none. */
    static byte[] encode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int code = c == ESCAPE ? -1 : BASIC.indexOf(c);
            if (code >= 0) {
                out.write(code);
                continue;
            }
            int extended = EXTENDED.indexOf(c);
            if (extended < 0) {
                return new byte[0];
            }
            out.write(ESCAPE);
            out.write(EXTENDED_CODES[extended]);
        }
        return out.toByteArray();
    }

    static String decode(byte[] septets, int from) {
        StringBuilder text = new StringBuilder(septets.length);
        for (int i = from; i < septets.length; i++) {
            int code = septets[i] & 0x7F;
            if (code == ESCAPE && i + 1 < septets.length) {
                int at = Arrays.binarySearch(EXTENDED_CODES, septets[++i]);
                text.append(at < 0 ? ' ' : EXTENDED.charAt(at));
            } else {
                text.append(BASIC.charAt(code));
            }
        }
        return text.toString();
    }

    static boolean isEscape(byte septet) {
        return septet == ESCAPE;
    }
}
