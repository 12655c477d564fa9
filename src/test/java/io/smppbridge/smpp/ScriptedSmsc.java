package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** The far side of a bind, octet by octet, at the hand of the test. */
final class ScriptedSmsc implements AutoCloseable {
    static final byte[] NONE = {};
    private static final int UNREAD = 1 << 16;

    record Pdu(int command, int status, int sequence, byte[] body) {}

    private final ServerSocket server;
    private Socket socket;
    private DataInputStream in;
    private OutputStream out;

    ScriptedSmsc() {
        this(ServerSocketFactory.getDefault());
    }

    private ScriptedSmsc(ServerSocketFactory sockets) {
        try {
            server = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            server.setSoTimeout(10_000);
            server.setReceiveBufferSize(UNREAD); // Else some kernels keep 32 MiB for who does not read.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One that speaks TLS, and may want to see a certificate of the bridge. */
    static ScriptedSmsc tls(SSLContext context, boolean wantsCertificate) {
        ScriptedSmsc smsc = new ScriptedSmsc(context.getServerSocketFactory());
        ((SSLServerSocket) smsc.server).setNeedClientAuth(wantsCertificate);
        return smsc;
    }

    /** The TLS of the present connection. */
    ExtendedSSLSession session() {
        return (ExtendedSSLSession) ((SSLSocket) socket).getSession();
    }

    /** Takes a connection with which it comes to no TLS. */
    boolean handshakeFails() {
        accept();
        try {
            ((SSLSocket) socket).startHandshake();
            in.readByte(); // With TLS 1.3 the client refuses after the server is content.
            return false;
        } catch (IOException refused) {
            drop();
            return true;
        }
    }

    /** The bridge has said that nothing follows, and not just gone. */
    boolean isEndedByCloseNotify() {
        try {
            return in.read() < 0;
        } catch (IOException e) {
            return false;
        }
    }

    byte[] readToEnd() {
        try {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One record of TLS, as octets: its length stands behind type and version. */
    void readRecord() {
        try {
            in.skipNBytes(3);
            in.skipNBytes(in.readUnsignedShort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    ScriptedSmsc accept() {
        try {
            socket = server.accept();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(10_000);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a connection and its bind, and answers with sc_interface_version 3.4. */
    Pdu acceptBind() {
        return acceptBind(new byte[] {0x02, 0x10, 0, 1, 0x34});
    }

    Pdu acceptBind(byte[] tlvs) {
        accept();
        Pdu bind = read();
        write(bind.command | 0x80000000, 0, bind.sequence, cat(cString("smsc"), tlvs));
        return bind;
    }

    Pdu read() {
        try {
            int length = in.readInt();
            assertThat(length).isBetween(16, 100_000);
            int command = in.readInt();
            int status = in.readInt();
            int sequence = in.readInt();
            return new Pdu(command, status, sequence, in.readNBytes(length - 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Pdu expect(int command) {
        Pdu pdu = read();
        assertThat(CommandId.nameOf(pdu.command)).isEqualTo(CommandId.nameOf(command));
        return pdu;
    }

    /** True once the bridge has closed; whatever it still sent is passed over. */
    boolean isClosedByPeer() {
        try {
            while (true) {
                in.readByte();
            }
        } catch (EOFException | SocketException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads what has come and drops it; what ends the connection is left to who reads next. */
    void dropUnread() {
        try {
            in.skipBytes(in.available());
        } catch (IOException e) {
            // The bridge has left.
        }
    }

    void write(int command, int status, int sequence, byte[] body) {
        writeRaw(pdu(command, status, sequence, body));
    }

    void writeRaw(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] pdu(int command, int status, int sequence, byte[] body) {
        return cat(header(16 + body.length, command, status, sequence), body);
    }

    static byte[] header(int length, int command, int status, int sequence) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(bytes)) {
            data.writeInt(length);
            data.writeInt(command);
            data.writeInt(status);
            data.writeInt(sequence);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] cString(String text) {
        return (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(int... octets) {
        byte[] bytes = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bytes[i] = (byte) octets[i];
        }
        return bytes;
    }

    static byte[] cat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** A deliver_sm body; {@code tlvs} may be anything. */
    static byte[] deliverSm(String from, String to, int esmClass, byte[] text, byte[] tlvs) {
        return cat(
                bytes(0, 1, 1),
                cString(from),
                bytes(1, 1),
                cString(to),
                bytes(esmClass, 0, 0, 0, 0, 0, 0, 0, 0, text.length),
                text,
                tlvs);
    }

    void drop() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
