package io.smppbridge.smpp;

import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.jsmpp.session.connection.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection under a bind, in clear or in TLS, in jSMPP's terms. Reader and writer take its streams directly. */
@OwnedBy("the connecting thread, then whoever ends it")
final class Line implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Line.class);

    private final Socket socket;
    private volatile Socket top;

    /** @param called a connection that the SMSC has made, or none yet */
    Line(Optional<Socket> called) {
        socket = called.orElseGet(Socket::new);
        top = socket;
    }

    /** Nothing to do where the SMSC has called. Else resolves the name, connects, no longer than {@code connect-within} for that, and shakes hands if it is to be TLS. */
    void connect(SmscConfig smsc, Optional<Tls> tls) throws IOException {
        if (socket.isConnected()) {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            return;
        }
        SmscConfig.Link link = smsc.link();
        InetSocketAddress address = new InetSocketAddress(link.host(), link.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException("unknown host " + link.host());
        }
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        socket.connect(address, (int) Math.max(1, smsc.timers().connectWithin().toMillis()));
        if (tls.isPresent()) {
            // The watch closes the socket beneath when the hands are not shaken within connect-within.
            top = tls.get().over(socket, link.port());
        }
    }

    InputStream in() throws IOException {
        return top.getInputStream();
    }

    OutputStream out() throws IOException {
        return top.getOutputStream();
    }

    /** Nothing more is said; the far side may still be heard. */
    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Says close_notify where it is TLS. Only when nobody can be writing: it waits for a write to end. */
    void sayGoodbye() {
        if (top instanceof SSLSocket) {
            close(top);
        }
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return socket.getLocalAddress();
    }

    @Override
    public int getPort() {
        return socket.getPort();
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public InputStream getInputStream() {
        return InputStream.nullInputStream(); // The guarded reader has the line's own.
    }

    @Override
    public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream(); // The corked writer has the line's own.
    }

    @Override
    public void setSoTimeout(int timeout) throws IOException {
        socket.setSoTimeout(timeout);
    }

    /** Ends it at once, at the socket beneath: TLS's own closing would wait for a write that is stuck. */
    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket which) {
        try {
            which.close();
        } catch (IOException e) {
            LOG.debug("closing a connection: {}", e.getMessage());
        }
    }
}
