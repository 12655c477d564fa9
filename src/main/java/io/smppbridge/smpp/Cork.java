package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** Whole PDUs, one behind the other, that wait to be written in one go. Written anew again and again: a PDU costs no allocation. */
@OwnedBy("the owner of its bind")
final class Cork {
    private static final int USUAL = 1 << 14;
    private static final int KEPT = 1 << 20;

    private byte[] octets = new byte[USUAL];
    private int length;

    /** The PDUs, from 0 to {@link #length}; another array once more room has been needed. */
    byte[] octets() {
        return octets;
    }

    int length() {
        return length;
    }

    /** Makes room for one PDU, which is to be filled at once, and returns where in {@link #octets} it begins. */
    int add(int size) {
        if (octets.length - length < size) {
            octets = Arrays.copyOf(octets, Math.max(octets.length * 2, length + size));
        }
        int at = length;
        length += size;
        return at;
    }

    void add(byte[] pdu) {
        int at = add(pdu.length);
        System.arraycopy(pdu, 0, octets, at, pdu.length);
    }

    /** Adds a PDU without a body, or with a single NUL as its body. */
    void add(int command, int status, int sequence, boolean nulBody) {
        int size = CommandId.HEADER + (nulBody ? 1 : 0);
        int at = add(size);
        compose(octets, at, size, command, status, sequence);
    }

    /** Empties it. What was large once is given back. */
    void clear() {
        length = 0;
        if (octets.length > KEPT) {
            octets = new byte[USUAL];
        }
    }

    /** A request or an answer without a body, alone. */
    static byte[] request(int command, int status, int sequence) {
        byte[] pdu = new byte[CommandId.HEADER];
        compose(pdu, 0, pdu.length, command, status, sequence);
        return pdu;
    }

    /** Writes a header, and the NUL behind it if the length has room for one. */
    static void compose(byte[] into, int at, int length, int command, int status, int sequence) {
        putInt(into, at, length);
        putInt(into, at + 4, command);
        putInt(into, at + 8, status);
        putInt(into, at + 12, sequence);
        if (length > CommandId.HEADER) {
            into[at + CommandId.HEADER] = 0;
        }
    }

    private static void putInt(byte[] into, int at, int value) {
        into[at] = (byte) (value >>> 24);
        into[at + 1] = (byte) (value >>> 16);
        into[at + 2] = (byte) (value >>> 8);
        into[at + 3] = (byte) value;
    }
}
