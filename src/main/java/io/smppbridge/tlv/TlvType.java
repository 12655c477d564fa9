package io.smppbridge.tlv;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** How a TLV's value is written by people and in octets. */
public enum TlvType {
    /** A number of one, two or four octets, most significant first; written in decimal, or as {@code 0x1f}. */
    INT {
        @Override
        byte[] octets(String text, int least, int most) {
            long value = number(text);
            if (value < 0 || value >= 1L << 8 * most) {
                throw new IllegalArgumentException("expected a number 0.." + ((1L << 8 * most) - 1));
            }
            byte[] octets = new byte[most];
            for (int i = 0; i < most; i++) {
                octets[i] = (byte) (value >>> 8 * (most - 1 - i));
            }
            return octets;
        }

        @Override
        String text(byte[] octets, int at, int length) {
            long value = 0;
            for (int i = at; i < at + length; i++) {
                value = value << 8 | octets[i] & 0xFF;
            }
            return value >= 0 && value < ONE_DIGIT.size() ? ONE_DIGIT.get((int) value) : Long.toString(value);
        }
    },
    /** Characters of ISO 8859-1, ended by a zero octet (SMPP 3.4 §3.1, C-Octet String); the length counts the zero. */
    CSTRING {
        @Override
        byte[] octets(String text, int least, int most) {
            byte[] octets = new byte[text.length() + 1];
            System.arraycopy(latin(text, Math.max(0, least - 1), most - 1), 0, octets, 0, text.length());
            return octets;
        }

        @Override
        String text(byte[] octets, int at, int length) {
            int end = at + length;
            while (end > at && octets[end - 1] == 0) {
                end--;
            }
            return new String(octets, at, end - at, StandardCharsets.ISO_8859_1);
        }
    },
    /** Characters of ISO 8859-1 without an end mark. */
    TEXT {
        @Override
        byte[] octets(String text, int least, int most) {
            return latin(text, least, most);
        }

        @Override
        String text(byte[] octets, int at, int length) {
            return CSTRING.text(octets, at, length);
        }
    },
    /** Octets, written as pairs of hexadecimal digits. */
    OCTETS {
        @Override
        byte[] octets(String text, int least, int most) {
            byte[] octets;
            try {
                octets = HexFormat.of().parseHex(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("expected pairs of hexadecimal digits", e);
            }
            if (octets.length < least || octets.length > most) {
                throw new IllegalArgumentException(
                        octets.length + " octets, expected " + (least == most ? "" + least : least + ".." + most));
            }
            return octets;
        }

        @Override
        String text(byte[] octets, int at, int length) {
            return HexFormat.of().formatHex(octets, at, at + length);
        }
    };

    /** States and the like are so small that each need not have its own text. */
    private static final List<String> ONE_DIGIT = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

    /** @throws IllegalArgumentException with what was expected, without quoting the value */
    abstract byte[] octets(String text, int least, int most);

    abstract String text(byte[] octets, int at, int length);

    private static long number(String text) {
        boolean hex = text.startsWith("0x") || text.startsWith("0X");
        String digits = hex ? text.substring(2) : text;
        if (!digits.matches(hex ? "[0-9a-fA-F]{1,8}" : "\\d{1,10}")) {
            throw new IllegalArgumentException("expected a number such as 7 or 0x07");
        }
        return Long.parseLong(digits, hex ? 16 : 10);
    }

    private static byte[] latin(String text, int least, int most) {
        if (text.length() < least || text.length() > most) {
            throw new IllegalArgumentException(
                    text.length() + " characters, expected " + (least == most ? "" + least : least + ".." + most));
        }
        if (text.chars().anyMatch(c -> c == 0 || c > 0xFF)) {
            throw new IllegalArgumentException("expected characters of ISO 8859-1");
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
