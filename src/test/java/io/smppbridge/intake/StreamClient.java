package io.smppbridge.intake;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client of the stream intake that does what it is told, right or wrong. */
final class StreamClient implements AutoCloseable {
    /**
     * What the server wrote.
     *
     * @param skipped how many ids it covers before its own
     * @param refusal the problem; empty for an ACK
     */
    record Reply(long id, int skipped, String refusal) {}

    final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    StreamClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
    }

    /** Logs in and reads where the stream stands. */
    Reply login(String json) throws IOException {
        send(frame(0, json));
        return next();
    }

    /** The same with frames right behind it, so that it is never silent between the two, however slow the machine is. */
    Reply login(String json, byte[] frames) throws IOException {
        byte[] login = frame(0, json);
        send(ByteBuffer.allocate(login.length + frames.length)
                .put(login)
                .put(frames)
                .array());
        return next();
    }

    static byte[] frame(long id, String content) {
        byte[] octets = content.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(12 + octets.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(octets.length)
                .put(octets)
                .array();
    }

    void send(byte[] octets) throws IOException {
        out.write(octets);
    }

    void send(long id, String content) throws IOException {
        send(frame(id, content));
    }

    Reply next() throws IOException {
        long id = Long.reverseBytes(in.readLong());
        int count = Integer.reverseBytes(in.readInt());
        if (count >= 0) {
            return new Reply(id, count, "");
        }
        byte[] problem = new byte[count & 0x7FFFFFFF];
        in.readFully(problem);
        return new Reply(id, 0, new String(problem, StandardCharsets.UTF_8));
    }

    /** Whether the server has ended the connection, with nothing more to read. */
    boolean isEnded() throws IOException {
        try {
            byte[] more = new byte[64];
            int n = in.read(more);
            if (n > 0) {
                throw new AssertionError("still there: " + Arrays.toString(Arrays.copyOf(more, n)));
            }
            return true;
        } catch (EOFException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
