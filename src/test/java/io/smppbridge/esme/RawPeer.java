package io.smppbridge.esme;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An ESME on a bare socket: writes octets of its own making, reads what comes within twenty seconds. Shares no code with the bridge. */
final class RawPeer implements AutoCloseable {
    static final int TX = 0x02;
    static final int RX = 0x01;
    static final int TRX = 0x09;
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    /** A PDU as it came. */
    record Pdu(int command, int status, int sequence, byte[] body) {
        /** The C-octet string that the body begins with. */
        String text() {
            int end = 0;
            while (end < body.length && body[end] != 0) {
                end++;
            }
            return new String(body, 0, end, StandardCharsets.ISO_8859_1);
        }

        String whole() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }

    RawPeer(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    static RawPeer bound(int port, int bind, String systemId) throws IOException {
        RawPeer peer = new RawPeer(port);
        peer.write(bind(bind, systemId, "secret", 1));
        Pdu answer = peer.read();
        if (answer.command() != (bind | 0x80000000) || answer.status() != 0) {
            throw new AssertionError("not bound: status 0x" + Integer.toHexString(answer.status()));
        }
        return peer;
    }

    RawPeer write(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        return this;
    }

    /** Sends no more, but still listens. */
    void shut() throws IOException {
        socket.shutdownOutput();
    }

    Pdu read() throws IOException {
        int length = in.readInt();
        Pdu pdu = new Pdu(in.readInt(), in.readInt(), in.readInt(), new byte[length - 16]);
        in.readFully(pdu.body);
        return pdu;
    }

    /** Whether the other end closes within the patience. */
    boolean isClosed() throws IOException {
        try {
            while (in.read() >= 0) {
                // whatever it had to say
            }
            return true;
        } catch (EOFException | SocketException e) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    /** Whether nothing comes within a moment. */
    boolean isSilent(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return in.read() < -1;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(PATIENCE_MS);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static byte[] bind(int command, String systemId, String password, int sequence) {
        return pdu(command, sequence, out -> {
            text(out, systemId);
            text(out, password);
            text(out, "");
            out.write(new byte[] {0x34, 0, 0, 0});
        });
    }

    static byte[] submit(String from, String to, int registered, String text, int sequence) {
        return pdu(0x04, sequence, out -> {
            text(out, "");
            out.write(new byte[] {5, 0});
            text(out, from);
            out.write(new byte[] {1, 1});
            text(out, to);
            rest(out, registered, text);
        });
    }

    static byte[] multi(String text, int sequence, String... to) {
        return pdu(0x21, sequence, out -> {
            text(out, "");
            out.write(new byte[] {5, 0});
            text(out, "Acme");
            out.write(to.length);
            for (String one : to) {
                out.write(new byte[] {1, 1, 1});
                text(out, one);
            }
            rest(out, 0, text);
        });
    }

    private static void rest(DataOutputStream out, int registered, String text) throws IOException {
        out.write(new byte[5]);
        out.write(registered);
        out.write(new byte[3]);
        out.write(text.length());
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static byte[] data(String to, String text, int sequence) {
        return pdu(0x103, sequence, out -> {
            text(out, "");
            out.write(new byte[] {5, 0});
            text(out, "Acme");
            out.write(new byte[] {1, 1});
            text(out, to);
            out.write(new byte[3]);
            out.writeShort(0x0424);
            out.writeShort(text.length());
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    /** query_sm and the like, or cancel_sm and the like with a service_type before it. */
    static byte[] about(int command, String id, int sequence) {
        return pdu(command, sequence, out -> {
            if (command == 0x08 || command == 0x113) {
                text(out, "");
            }
            text(out, id);
            out.write(
                    new byte
                            [command == 0x07
                                    ? 8
                                    : command == 0x08 ? 6 : 3]); // an address, or two, or an address and a text
        });
    }

    /** A broadcast_sm with all its mandatory TLVs. */
    static byte[] broadcast(int sequence) {
        return pdu(0x111, sequence, out -> {
            text(out, "CBS");
            out.write(new byte[] {5, 0});
            text(out, "Acme");
            out.write(new byte[7]);
            out.write(new byte[] {6, 6, 0, 3, 0, 'a', 'b'}); // broadcast_area_identifier
            out.write(new byte[] {6, 1, 0, 3, 0, 0, 4}); // broadcast_content_type
            out.write(new byte[] {6, 4, 0, 2, 0, 5}); // broadcast_rep_num
            out.write(new byte[] {6, 5, 0, 3, 9, 0, 1}); // broadcast_frequency_interval
            out.write(new byte[] {4, 0x24, 0, 2, 'h', 'i'}); // message_payload
        });
    }

    static byte[] replace(String id, String schedule, String text, int sequence) {
        return pdu(0x07, sequence, out -> {
            text(out, id);
            out.write(new byte[3]);
            text(out, schedule);
            out.write(new byte[3]);
            out.write(text.length());
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    static byte[] bare(int command, int sequence) {
        return pdu(command, sequence, out -> {});
    }

    interface Body {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] pdu(int command, int sequence, Body body) {
        try {
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(octets);
            out.writeInt(0);
            out.writeInt(command);
            out.writeInt(0);
            out.writeInt(sequence);
            body.to(out);
            byte[] all = octets.toByteArray();
            ByteBuffer.wrap(all).putInt(0, all.length);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void text(DataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.write(0);
    }
}
