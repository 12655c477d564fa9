package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Octets that are being put together for a file: lines in UTF-8, blocks of a capture. Grows as it must, and is used again. */
@OwnedBy("pdulog")
final class Line {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    private static final HexFormat HEX = HexFormat.of();
    private static final int LONGEST_NUMBER = 20;
    /** Of a character in a quote, {@code \}{@code u001f}. */
    private static final int LONGEST_CHARACTER = 6;

    byte[] octets;
    int length;

    Line(int size) {
        octets = new byte[size];
    }

    Line put(byte[] from) {
        return put(from, 0, from.length);
    }

    Line put(byte[] from, int at, int count) {
        room(count);
        System.arraycopy(from, at, octets, length, count);
        length += count;
        return this;
    }

    Line put(char ascii) {
        room(1);
        octets[length++] = (byte) ascii;
        return this;
    }

    /** Two octets, the higher first. */
    Line two(int value) {
        room(2);
        octets[length++] = (byte) (value >>> 8);
        octets[length++] = (byte) value;
        return this;
    }

    /** Four octets, the highest first. */
    Line four(int value) {
        return two(value >>> 16).two(value);
    }

    /** Zero octets up to a length. */
    void fill(int until) {
        room(until - length);
        Arrays.fill(octets, length, until, (byte) 0);
        length = until;
    }

    /** In decimal digits. */
    Line number(long value) {
        if (value < 0) {
            return put(Long.toString(value).getBytes(StandardCharsets.ISO_8859_1));
        }
        room(LONGEST_NUMBER);
        if (value < 10) {
            octets[length++] = (byte) ('0' + value);
            return this;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        digits(value, digits);
        return this;
    }

    /** So many digits, with zeros in front. */
    Line digits(long value, int count) {
        room(count);
        long rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            long tenth = rest / 10;
            octets[i] = (byte) ('0' + rest - 10 * tenth);
            rest = tenth;
        }
        length += count;
        return this;
    }

    /** In hexadecimal digits, without zeros in front. */
    Line hex(long value) {
        room(2 * Long.BYTES);
        int shift = value == 0 ? 0 : (63 - Long.numberOfLeadingZeros(value)) & ~3;
        for (; shift >= 0; shift -= 4) {
            octets[length++] = DIGITS[(int) (value >>> shift) & 0xF];
        }
        return this;
    }

    /** Each octet in two hexadecimal digits. */
    Line hex(byte[] from, int at, int count) {
        room(2 * count);
        for (int i = at; i < at + count; i++) {
            octets[length++] = DIGITS[from[i] >> 4 & 0xF];
            octets[length++] = DIGITS[from[i] & 0xF];
        }
        return this;
    }

    /** Characters of Latin-1 as JSON writes strings, so that no octet of a peer can end a line or a quote. Without the quotes. */
    Line escaped(byte[] from, int at, int count) {
        room(LONGEST_CHARACTER * count);
        int to = length;
        for (int i = at; i < at + count; i++) {
            byte c = from[i];
            if (c >= ' ' && c != '"' && c != '\\' && c != 0x7F) {
                octets[to++] = c;
            } else {
                length = to;
                rare(c & 0xFF);
                to = length;
            }
        }
        length = to;
        return this;
    }

    private void rare(int c) {
        if (c == '"' || c == '\\') {
            octets[length++] = '\\';
            octets[length++] = (byte) c;
        } else if (c < 0xA0) {
            octets[length++] = '\\';
            octets[length++] = 'u';
            octets[length++] = '0';
            octets[length++] = '0';
            octets[length++] = DIGITS[c >> 4];
            octets[length++] = DIGITS[c & 0xF];
        } else {
            octets[length++] = (byte) (0xC0 | c >> 6);
            octets[length++] = (byte) (0x80 | c & 0x3F);
        }
    }

    /** Any text, quoted. */
    Line quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2);
        quoted(quoted, text);
        return text(quoted.toString());
    }

    /** Any text, as it is. */
    Line text(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    /** As JSON writes strings, with characters that are not seen as escapes. */
    static void quoted(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ' || c >= 0x7F && !isPlain(c)) {
                line.append("\\u").append(HEX.toHexDigits(c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }

    /** Whether it stands in a line as what it is: those that end lines, move a cursor or turn the direction of what is read do not. */
    private static boolean isPlain(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    void room(int more) {
        if (octets.length - length < more) {
            octets = Arrays.copyOf(octets, Math.max(2 * octets.length, length + more));
        }
    }
}
