package io.smppbridge.smpp;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jsmpp.DefaultPDUSender;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.connection.Connection;
import org.jsmpp.session.connection.ConnectionFactory;
import org.jsmpp.util.Sequence;

/**
 * jSMPP's session, opened to this package where it is protected: its sequence, its state, and the moment at which its reading thread ends.
 * Its enquire_link timer is off; its executor has nothing to do, for {@link GuardedReader} hands nothing on.
 */
@ThreadSafe
final class BridgeSession extends SMPPSession {
    private final Sequence numbers;
    private final Runnable readingEnded;
    private volatile Thread readingThread;
    private volatile boolean readingOver;

    /**
     * @param firstSequence 1 but in tests of the wrap
     * @param readingEnded called on the reading thread, last of all; perhaps twice
     */
    BridgeSession(
            WireComposer composer,
            GuardedReader reader,
            ConnectionFactory dial,
            int firstSequence,
            Runnable readingEnded) {
        super(new DefaultPDUSender(composer), reader, dial);
        this.readingEnded = readingEnded;
        numbers = new Sequence(firstSequence);
        setEnquireLinkTimer(0);
        setPduProcessorDegree(1);
    }

    /** The next number of 1..0x7FFFFFFF, then 1 again. */
    int nextSequence() {
        return numbers.nextValue();
    }

    @Override
    protected Sequence sequence() {
        return numbers;
    }

    /** The reading thread says that it is the one, and takes its name. */
    void readingHere(String threadName) {
        readingThread = Thread.currentThread();
        readingThread.setName(threadName);
    }

    /** The reading thread says that it has nothing more to tell. */
    void readingOver() {
        readingOver = true;
    }

    void bound(BindType as, int interfaceVersion) {
        InterfaceVersion version = interfaceVersion >= 0x50
                ? InterfaceVersion.IF_50
                : interfaceVersion >= 0x34 ? InterfaceVersion.IF_34 : InterfaceVersion.IF_33;
        sessionContext().bound(as, version);
    }

    /** Called by the owner, by the watch, and by jSMPP at the end of its reading thread. */
    @Override
    public void close() {
        super.close();
        if (readingOver && Thread.currentThread() == readingThread) {
            readingEnded.run();
        }
    }

    /** A connected socket in jSMPP's terms. The reader takes its stream directly. */
    static final class SocketLink implements Connection {
        private final Socket socket;

        SocketLink(Socket socket) {
            this.socket = socket;
        }

        /** On the connecting thread: resolves the name and connects, no longer than {@code within} for the latter. */
        void connect(String host, int port, Duration within) throws IOException {
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                throw new UnknownHostException("unknown host " + host);
            }
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.connect(address, (int) Math.max(1, within.toMillis()));
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
            return InputStream.nullInputStream(); // The guarded reader has the socket's own.
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream(); // The corked writer has the socket's own.
        }

        @Override
        public void setSoTimeout(int timeout) throws IOException {
            socket.setSoTimeout(timeout);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
