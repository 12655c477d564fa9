package io.smppbridge.receipts;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The characters of a receipt where they stand. Receipts are ASCII whatever data_coding says, but for those that are UCS-2 and the
 * underscore that some send in GSM. Never changes.
 */
final class ReceiptBody {
    private static final int UDHI = 0x40;
    private static final int UCS2 = 8;
    private static final int MARK = 0xFEFF;
    private static final int SWAPPED_MARK = 0xFFFE;
    /** An underscore in GSM, which grammars take for one. */
    static final byte GSM_UNDERSCORE = 0x11;

    /** In place of what no grammar knows: no ASCII, and a blank of no kind but a gap. */
    private static final byte OTHER = (byte) 0xFF;

    private static final byte OTHER_GAP = 0x10;

    private final byte[] octets;
    private final int from;
    private final int length;
    /** What is UCS-2, with one octet a character in {@link #octets}; null where all have one. */
    private final String wide;

    /** What follows the user data header. */
    ReceiptBody(int esmClass, int dataCoding, byte[] octets) {
        int header = (esmClass & UDHI) != 0 && octets.length > 0 ? 1 + (octets[0] & 0xFF) : 0;
        int start = header <= octets.length ? header : 0;
        int size = octets.length - start;
        Charset units = units(octets, start, size, dataCoding);
        if (units != null) {
            int first = mark(octets, start);
            int skipped = first == MARK || first == SWAPPED_MARK ? 2 : 0;
            wide = new String(octets, start + skipped, (size & ~1) - skipped, units);
            this.octets = narrowed(wide);
            from = 0;
            length = wide.length();
        } else {
            wide = null;
            this.octets = octets;
            from = start;
            length = size;
        }
    }

    /**
     * In which order two octets make a character, by a byte order mark or by where the zeros of ASCII stand; null where each octet is a
     * character. What data_coding does not say, or swaps, has to show two of them.
     */
    private static Charset units(byte[] octets, int start, int size, int dataCoding) {
        if (size < 2) {
            return null;
        }
        boolean ucs2 = dataCoding == UCS2;
        int mark = mark(octets, start);
        boolean high = octets[start] == 0 || mark == MARK;
        boolean swapped = octets[start + 1] == 0 || mark == SWAPPED_MARK;
        if (high && (ucs2 || size >= 4 && octets[start + 2] == 0)) {
            return StandardCharsets.UTF_16BE;
        }
        boolean isSwapped = swapped && (ucs2 && mark == SWAPPED_MARK || size >= 4 && octets[start + 3] == 0);
        return isSwapped ? StandardCharsets.UTF_16LE : null;
    }

    /** The first two octets, as the number that a byte order mark would be. */
    private static int mark(byte[] octets, int start) {
        return (octets[start] & 0xFF) << 8 | octets[start + 1] & 0xFF;
    }

    private static byte[] narrowed(String text) {
        byte[] narrow = new byte[text.length()];
        for (int i = 0; i < narrow.length; i++) {
            char c = text.charAt(i);
            narrow[i] = c > 0xFF ? OTHER : c == GSM_UNDERSCORE ? OTHER_GAP : (byte) c;
        }
        return narrow;
    }

    int length() {
        return length;
    }

    /** Whether its characters have two octets each. */
    boolean isWide() {
        return wide != null;
    }

    /** The first of them, of characters that are not wide. */
    byte[] octets(int count) {
        return Arrays.copyOfRange(octets, from, from + count);
    }

    /** From a place on, the first one at which others differ; their number when none does. There are no fewer here. */
    int mismatch(int start, byte[] others) {
        int at = Arrays.mismatch(octets, from + start, from + others.length, others, start, others.length);
        return at < 0 ? others.length : start + at;
    }

    /** A character as far as a grammar knows it, 0..255. */
    int at(int i) {
        return octets[from + i] & 0xFF;
    }

    /** The characters from one place up to another. */
    String text(int start, int end) {
        if (start == end) {
            return "";
        }
        if (wide != null) {
            return wide.substring(start, end);
        }
        String text = new String(octets, from + start, end - start, StandardCharsets.ISO_8859_1);
        return text.indexOf(GSM_UNDERSCORE) < 0 ? text : text.replace((char) GSM_UNDERSCORE, '_');
    }

    /** All of it. */
    String whole() {
        return text(0, length);
    }

    /** Whether the characters there are this word of ASCII. */
    boolean is(int start, int end, String word) {
        if (word.length() != end - start) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (at(start + i) != word.charAt(i)) {
                return false; // also one with an underscore in GSM, which text() puts right
            }
        }
        return true;
    }

    /** Whether they are, in any case, this word of small letters. */
    boolean begins(int start, String word) {
        if (word.length() > length - start) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int c = at(start + i);
            int small = c >= 'A' && c <= 'Z' ? c | 0x20 : c == GSM_UNDERSCORE ? '_' : c;
            if (small != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
