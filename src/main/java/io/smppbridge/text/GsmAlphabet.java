package io.smppbridge.text;

import java.util.Arrays;

/**
 * The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038 §6.2.1), one septet an octet, as {@code short_message} carries
 * it. Safe for any thread.
 */
public final class GsmAlphabet {
    /** Leads into the extension table. */
    static final byte ESCAPE = 0x1B;

    /** Index is the septet. The escape itself reads as a space when nothing follows it, as the standard asks of a receiver. */
    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ"
            + " !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
            + "¿abcdefghijklmnopqrstuvwxyzäöñüà";

    private static final String EXTENDED = "\f^{}\\[~]|€";
    private static final byte[] EXTENDED_SEPTETS = {0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65};

    private static final int TABLE_SIZE = 0x400;
    private static final char EURO = '€';
    private static final int EURO_SEPTET = 0x65;
    /** In {@link #SEPTETS}: the septet stands in the extension table. */
    private static final int EXTENSION = 0x80;

    /** By character: the septet, with {@link #EXTENSION} when it needs the escape, or -1. The euro sign alone lies outside. */
    private static final short[] SEPTETS = new short[TABLE_SIZE];

    private static final char[] EXTENSION_CHARS = new char[128];

    static {
        Arrays.fill(SEPTETS, (short) -1);
        for (int septet = 0; septet < 128; septet++) {
            if (septet != ESCAPE) {
                SEPTETS[BASIC.charAt(septet)] = (short) septet;
            }
        }
        for (int i = 0; i < EXTENDED.length(); i++) {
            char c = EXTENDED.charAt(i);
            EXTENSION_CHARS[EXTENDED_SEPTETS[i]] = c;
            if (c != EURO) {
                SEPTETS[c] = (short) (EXTENSION | EXTENDED_SEPTETS[i]);
            }
        }
    }

    private GsmAlphabet() {}

    /** The basic table by septet; the escape's place is empty. */
    static char[] basic() {
        char[] chars = BASIC.toCharArray();
        chars[ESCAPE] = 0;
        return chars;
    }

    /** The extension table by septet; 0 for an empty place. */
    static char[] extension() {
        return EXTENSION_CHARS.clone();
    }

    /** How many septets a character takes: 1, 2 with the escape, 0 when the alphabet lacks it. */
    public static int septets(char c) {
        int code = code(c);
        return code < 0 ? 0 : code < EXTENSION ? 1 : 2;
    }

    /** How many septets a text takes, or -1 when a character of it is not in the alphabet. */
    public static int septets(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            int code = code(text.charAt(i));
            if (code < 0) {
                return -1;
            }
            count += code < EXTENSION ? 1 : 2;
        }
        return count;
    }

    /**
     * The text in unpacked septets.
     *
     * @throws IllegalArgumentException if a character is not in the alphabet: ask {@link #septets(String)} first
     */
    public static byte[] encode(String text) {
        int length = septets(text);
        if (length < 0) {
            throw new IllegalArgumentException("text with a character outside of the GSM alphabet");
        }
        byte[] octets = new byte[length];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            int code = code(text.charAt(i));
            if (code >= EXTENSION) {
                octets[at++] = ESCAPE;
            }
            octets[at++] = (byte) (code & 0x7F);
        }
        return octets;
    }

    /** Whether a text has basic characters only, and no more than {@code limit}: as many septets as characters. */
    static boolean isBasic(String text, int limit) {
        int length = text.length();
        if (length > limit) {
            return false;
        }
        short[] table = SEPTETS;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            int code = c < TABLE_SIZE ? table[c] : -1;
            if ((code & ~0x7F) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes the septets of a text of basic characters.
     *
     * @param into of the text's length
     */
    public static void encodeBasic(String text, byte[] into) {
        short[] table = SEPTETS;
        for (int i = 0; i < into.length; i++) {
            into[i] = (byte) table[text.charAt(i)];
        }
    }

    /** True if every octet is a septet, which is all that decoding needs. */
    public static boolean readable(byte[] octets) {
        for (byte octet : octets) {
            if (octet < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The text of unpacked septets. As 23.038 §6.2.1.1 asks: an escape before a septet that the extension table lacks reads as that
     * septet of the basic table, an escape before an escape or at the end as a space.
     *
     * @throws IllegalArgumentException if an octet is above 0x7F: ask {@link #readable} first
     */
    public static String decode(byte[] octets) {
        char[] text = new char[octets.length];
        int length = 0;
        for (int i = 0; i < octets.length; i++) {
            byte octet = octets[i];
            if (octet < 0) {
                throw new IllegalArgumentException("octet " + (octet & 0xFF) + " at " + i + ", expected 0..127");
            }
            if (octet == ESCAPE && i + 1 < octets.length && octets[i + 1] >= 0) {
                octet = octets[++i];
                char extended = EXTENSION_CHARS[octet];
                text[length++] = extended != 0 ? extended : BASIC.charAt(octet);
            } else {
                text[length++] = BASIC.charAt(octet);
            }
        }
        return new String(text, 0, length);
    }

    private static int code(char c) {
        if (c < TABLE_SIZE) {
            return SEPTETS[c];
        }
        return c == EURO ? EXTENSION | EURO_SEPTET : -1;
    }
}
