package io.smppbridge.simulator;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An ESME on a bare socket, which writes what it is told byte by byte and reads what comes within two seconds. */
final class RawEsme implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RawEsme(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(2000);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    static RawEsme bound(int port, BindMode mode) throws IOException {
        RawEsme esme = new RawEsme(port);
        esme.write(bind(mode, "smppclient1", "password", 1));
        CapturedPdu answer = esme.read();
        if (answer.status() != 0 || answer.commandId() != (mode.command | Smpp.RESPONSE)) {
            throw new AssertionError("not bound: " + SmppStatus.name(answer.status()));
        }
        return esme;
    }

    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    void writeByteByByte(byte[] bytes) throws IOException {
        for (byte one : bytes) {
            out.write(one);
            out.flush();
        }
    }

    /** The next PDU; a {@link java.net.SocketTimeoutException} after two seconds, an {@link java.io.EOFException} at the end. */
    CapturedPdu read() throws IOException {
        int length = in.readInt();
        byte[] all = new byte[length];
        System.arraycopy(java.nio.ByteBuffer.allocate(4).putInt(length).array(), 0, all, 0, 4);
        in.readFully(all, 4, length - 4);
        return new CapturedPdu(false, System.nanoTime(), "", 0, all);
    }

    /** True if nothing comes within this time. */
    boolean isSilent(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return in.read() < -1;
        } catch (java.net.SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(2000);
        }
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static byte[] bind(BindMode mode, String systemId, String password, int sequence) {
        return pdu(mode.command, sequence, out -> {
            cString(out, systemId);
            cString(out, password);
            cString(out, "");
            out.write(0x34);
            out.write(0);
            out.write(0);
            out.write(0);
        });
    }

    static byte[] submit(String to, int registeredDelivery, String text, int sequence) {
        return pdu(Smpp.SUBMIT_SM, sequence, out -> {
            out.write(0);
            out.write(0);
            out.write(0);
            cString(out, "12345");
            out.write(1);
            out.write(1);
            cString(out, to);
            out.write(new byte[5]);
            out.write(registeredDelivery);
            out.write(new byte[3]);
            out.write(text.length());
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        });
    }

    static byte[] header(int command, int sequence) {
        return pdu(command, sequence, out -> {});
    }

    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    static byte[] pdu(int command, int sequence, Body body) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0);
            out.writeInt(command);
            out.writeInt(0);
            out.writeInt(sequence);
            body.write(out);
            byte[] all = bytes.toByteArray();
            java.nio.ByteBuffer.wrap(all).putInt(0, all.length);
            return all;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static void cString(DataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.write(0);
    }
}
