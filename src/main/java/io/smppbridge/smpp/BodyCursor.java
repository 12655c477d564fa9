package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the fields of one PDU body in place, never past its end. Tolerates fields longer than SMPP says and a last string without its
 * NUL; complains with {@link MalformedPdu} about everything that runs past the PDU.
 */
@OwnedBy("the reading thread of its bind")
final class BodyCursor {
    private static final int TLV_HEADER = 4;

    private byte[] bytes = {};
    private int at;
    private int end;

    /** The current TLV, after {@link #nextTlv}. */
    int tag;

    int valueAt;
    int valueLength;
    /** How many characters the last {@link #lastText} has not kept. */
    int leftOut;

    /** Starts on the body of a PDU that begins at {@code pduAt}. */
    void on(byte[] buffer, int pduAt, int pduLength) {
        bytes = buffer;
        at = pduAt + CommandId.HEADER;
        end = pduAt + pduLength;
    }

    boolean atEnd() {
        return at >= end;
    }

    int octet() throws MalformedPdu {
        if (at >= end) {
            throw MalformedPdu.SHORT;
        }
        return bytes[at++] & 0xFF;
    }

    byte[] octets(int length) throws MalformedPdu {
        if (length > end - at) {
            throw MalformedPdu.MESSAGE_LENGTH;
        }
        byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return copy;
    }

    /** A C-octet string as ISO 8859-1, so that each octet is kept; its NUL must be there. */
    String text() throws MalformedPdu {
        int nul = nul();
        if (nul == end) {
            throw MalformedPdu.SHORT;
        }
        String text = nul == at ? "" : new String(bytes, at, nul - at, StandardCharsets.ISO_8859_1);
        at = nul + 1;
        return text;
    }

    /** Passes over a C-octet string that nobody reads. */
    void skipText() throws MalformedPdu {
        int nul = nul();
        if (nul == end) {
            throw MalformedPdu.SHORT;
        }
        at = nul + 1;
    }

    /** Passes over the C-octet string at hand if it is this one. */
    boolean skipIf(String known) {
        int nul = at + known.length();
        if (nul >= end || bytes[nul] != 0) {
            return false;
        }
        for (int i = 0; i < known.length(); i++) {
            if ((char) (bytes[at + i] & 0xFF) != known.charAt(i)) {
                return false;
            }
        }
        at = nul + 1;
        return true;
    }

    /** A C-octet string of which at most {@code most} characters are kept; the PDU's end does for a missing NUL. */
    String lastText(int most) {
        int nul = nul();
        String text = new String(bytes, at, Math.min(nul - at, most), StandardCharsets.ISO_8859_1);
        leftOut = nul - at - text.length();
        at = Math.min(nul + 1, end);
        return text;
    }

    /**
     * Steps to the next TLV.
     *
     * @return false at the end; padding with NULs counts as the end
     * @throws MalformedPdu if its length runs past the PDU
     */
    boolean nextTlv() throws MalformedPdu {
        if (end - at < 4) {
            for (; at < end; at++) {
                if (bytes[at] != 0) {
                    throw MalformedPdu.TLVS;
                }
            }
            return false;
        }
        tag = unsignedShort(at);
        valueLength = unsignedShort(at + 2);
        valueAt = at + 4;
        if (valueLength > end - valueAt) {
            throw MalformedPdu.TLVS;
        }
        at = valueAt + valueLength;
        return true;
    }

    /** The TLV's value as a big-endian number of its last four octets at most. */
    int tlvNumber() {
        int value = 0;
        for (int i = Math.max(0, valueLength - 4); i < valueLength; i++) {
            value = value << 8 | bytes[valueAt + i] & 0xFF;
        }
        return value;
    }

    /** Copies the whole TLV, its tag and length before its value. */
    void tlvWhole(byte[] into, int to) {
        System.arraycopy(bytes, valueAt - TLV_HEADER, into, to, TLV_HEADER + valueLength);
    }

    byte[] tlvOctets() {
        return Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength);
    }

    /** The TLV's value up to its NUL. */
    String tlvText() {
        int length = 0;
        while (length < valueLength && bytes[valueAt + length] != 0) {
            length++;
        }
        return new String(bytes, valueAt, length, StandardCharsets.ISO_8859_1);
    }

    private int nul() {
        int i = at;
        while (i < end && bytes[i] != 0) {
            i++;
        }
        return i;
    }

    private int unsignedShort(int i) {
        return (bytes[i] & 0xFF) << 8 | bytes[i + 1] & 0xFF;
    }
}
