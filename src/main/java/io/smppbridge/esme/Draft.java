package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Octets of a PDU that are put together before any of it stands in a buffer: what cannot be said leaves nothing behind. Used again for
 * each, so nothing is allocated once it has grown to the longest.
 */
@OwnedBy("its event loop, or who has made it")
final class Draft {
    private static final int FIRST_SIZE = 512;
    private static final int LAST_LATIN_1 = 0xFF;
    private static final int LONGEST_NUMBER = 20;

    private byte[] octets = new byte[FIRST_SIZE];
    private int at;

    /** Empties it. */
    void begin() {
        at = 0;
    }

    int length() {
        return at;
    }

    Draft one(int octet) {
        room(1);
        octets[at++] = (byte) octet;
        return this;
    }

    Draft two(int value) {
        return one(value >> 8).one(value);
    }

    Draft four(int value) {
        return two(value >> 16).two(value);
    }

    Draft all(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, octets, at, more.length);
        at += more.length;
        return this;
    }

    /** ISO 8859-1 with question marks for what it lacks. */
    Draft text(String text) {
        return text(text, text.length());
    }

    /** The same of no more than so many characters. */
    Draft text(String text, int most) {
        int length = Math.min(text.length(), most);
        room(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            octets[at + i] = (byte) (c <= LAST_LATIN_1 ? c : '?');
        }
        at += length;
        return this;
    }

    /** The thirteen characters of an id. */
    Draft id(TaskId id) {
        room(TaskId.TEXT_LENGTH);
        at += id.write(octets, at);
        return this;
    }

    /** A number that is not negative, in at least so many digits. */
    Draft digits(long number, int least) {
        room(LONGEST_NUMBER);
        int count = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            count++;
        }
        count = Math.max(count, least);
        long rest = number;
        for (int i = count - 1; i >= 0; i--) {
            octets[at + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        at += count;
        return this;
    }

    /** Begins a TLV; {@link #endTlv} is told the place that this returns. */
    int beginTlv(int tag) {
        two(tag).two(0);
        return at;
    }

    void endTlv(int began) {
        int length = at - began;
        octets[began - 2] = (byte) (length >> 8);
        octets[began - 1] = (byte) length;
    }

    /** Replaces what stands at a place. */
    void oneAt(int place, int octet) {
        octets[place] = (byte) octet;
    }

    /** Replaces what stands at a place. */
    void fourAt(int place, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            octets[place + i] = (byte) (value >> 8 * (Integer.BYTES - 1 - i));
        }
    }

    void writeTo(ByteBuf out) {
        out.writeBytes(octets, 0, at);
    }

    byte[] toArray() {
        return Arrays.copyOf(octets, at);
    }

    @Override
    public String toString() {
        return new String(octets, 0, at, StandardCharsets.ISO_8859_1);
    }

    private void room(int more) {
        if (octets.length - at < more) {
            octets = Arrays.copyOf(octets, Math.max(2 * octets.length, at + more));
        }
    }
}
