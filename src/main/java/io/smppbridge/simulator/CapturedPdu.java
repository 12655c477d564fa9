package io.smppbridge.simulator;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One PDU as it was on the wire.
 *
 * @param received true from the ESME, false from the simulator
 * @param nanos by the monotonic clock of the simulator's process
 * @param port name of the simulator's port
 * @param bind number of the connection on that port
 * @param bytes header and body
 */
public record CapturedPdu(boolean received, long nanos, String port, int bind, byte[] bytes) {
    /** command_id, or 0 of something too short to have one. */
    public int commandId() {
        return word(4);
    }

    /** command_status. */
    public int status() {
        return word(8);
    }

    /** sequence_number. */
    public int sequence() {
        return word(12);
    }

    private int word(int at) {
        return bytes.length < at + 4
                ? 0
                : bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    /**
     * Reads a capture file. Each record: length of the rest (4 bytes, big-endian), direction ({@code 'R'} received or
     * {@code 'S'} sent), nanos (8), bind (4), length of the port's name (1), the name, the PDU.
     */
    public static List<CapturedPdu> read(Path file) throws IOException {
        List<CapturedPdu> pdus = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(file)))) {
            byte[] length = in.readNBytes(4);
            while (length.length == 4) {
                int rest = java.nio.ByteBuffer.wrap(length).getInt();
                boolean received = in.readByte() == 'R';
                long nanos = in.readLong();
                int bind = in.readInt();
                byte[] name = in.readNBytes(in.readUnsignedByte());
                byte[] pdu = in.readNBytes(rest - 14 - name.length);
                pdus.add(new CapturedPdu(
                        received, nanos, new String(name, java.nio.charset.StandardCharsets.US_ASCII), bind, pdu));
                length = in.readNBytes(4);
            }
        }
        return pdus;
    }
}
