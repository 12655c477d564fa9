package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** Where octets are put together, one piece after the other, in the same place each time. */
@OwnedBy("smsc-sim")
final class Draft {
    private byte[] octets = new byte[512];
    private int length;

    /** Begins anew. */
    Draft clear() {
        length = 0;
        return this;
    }

    Draft octet(int value) {
        room(1);
        octets[length++] = (byte) value;
        return this;
    }

    Draft two(int value) {
        return octet(value >> 8).octet(value);
    }

    Draft octets(byte[] more) {
        return octets(more, more.length);
    }

    Draft octets(byte[] more, int count) {
        room(count);
        System.arraycopy(more, 0, octets, length, count);
        length += count;
        return this;
    }

    /** One octet a character; what Latin-1 does not have is a question mark. */
    Draft latin(String text) {
        int count = text.length();
        room(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            octets[length + i] = c > 0xFF ? (byte) '?' : (byte) c;
        }
        length += count;
        return this;
    }

    byte[] copy() {
        return Arrays.copyOf(octets, length);
    }

    private void room(int more) {
        if (length + more > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(length + more, 2 * octets.length));
        }
    }
}
