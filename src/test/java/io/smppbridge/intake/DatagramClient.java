package io.smppbridge.intake;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A client of the datagram intake that sends what it is told, right or wrong. */
final class DatagramClient implements AutoCloseable {
    /**
     * What came back.
     *
     * @param rest what stands behind the head
     */
    record Reply(int kind, long id, byte[] rest) {
        long taskId() {
            return ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        }

        String words() {
            int from = kind == DatagramFrame.NOT_NOW ? 4 : 0;
            return new String(rest, from, rest.length - from, StandardCharsets.UTF_8);
        }

        int length() {
            return 12 + rest.length;
        }
    }

    final DatagramSocket socket;
    private final int port;

    DatagramClient(int port) throws IOException {
        this.port = port;
        this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setReceiveBufferSize(1 << 20);
    }

    static byte[] request(long id, String key, String client, String content) {
        byte[] keyOctets = key.getBytes(StandardCharsets.US_ASCII);
        byte[] name = client.getBytes(StandardCharsets.UTF_8);
        byte[] json = content.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(14 + keyOctets.length + name.length + json.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'S')
                .put((byte) 'B')
                .put((byte) 1)
                .put((byte) 0)
                .putLong(id)
                .put((byte) keyOctets.length)
                .put((byte) name.length)
                .put(keyOctets)
                .put(name)
                .put(json)
                .array();
    }

    void send(byte[] octets) throws IOException {
        socket.send(new DatagramPacket(octets, octets.length, InetAddress.getLoopbackAddress(), port));
    }

    Reply ask(byte[] octets) throws IOException {
        send(octets);
        return reply(10_000).orElseThrow(() -> new AssertionError("no answer within 10 s"));
    }

    /** Empty when none comes in time. */
    Optional<Reply> reply(int withinMs) throws IOException {
        byte[] room = new byte[65_536];
        DatagramPacket packet = new DatagramPacket(room, room.length);
        socket.setSoTimeout(withinMs);
        try {
            socket.receive(packet);
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
        ByteBuffer octets = ByteBuffer.wrap(room, 0, packet.getLength()).order(ByteOrder.LITTLE_ENDIAN);
        if (octets.get(0) != 'S' || octets.get(1) != 'B' || octets.get(2) != 1) {
            throw new AssertionError("an answer that begins otherwise");
        }
        return Optional.of(
                new Reply(octets.get(3), octets.getLong(4), Arrays.copyOfRange(room, 12, packet.getLength())));
    }

    @Override
    public void close() {
        socket.close();
    }
}
