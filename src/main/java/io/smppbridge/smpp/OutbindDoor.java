package io.smppbridge.smpp;

import io.smppbridge.settings.OutbindConfig;
import io.smppbridge.settings.OutbindConfig.Peer;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.AddressRange;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jsmpp.SMPPConstant;

/**
 * The port at which SMSCs call the bridge (outbind, SMPP 3.4 §2.2.1, §4.1.7). Who calls from an address of an SMSC with {@code receive =
 * outbind} and shows its system_id and password gets its connection handed over to that SMSC's receiver, which binds on it. Anybody else is
 * left without a word. Nothing is read beyond the outbind.
 *
 * <p>Threads: {@code outbind}, which takes connections; at most {@value #READERS} of {@code outbind-read-<n>}, each of which reads one outbind
 * within {@value #WITHIN_MS} ms. Who comes when all of them are at it takes the place of one that has not said it: of the address with the most
 * callers, itself counted, the one that came first. So silent callers keep out nobody who speaks, and not more of one address those of another.
 * Safe for any thread.
 */
@ThreadSafe
public final class OutbindDoor implements AutoCloseable {
    private static final int READERS = 4;
    private static final int WAITING = 64;
    private static final int WITHIN_MS = 5_000;
    /** A header, a system_id of 16 octets and a password; some carriers issue longer ones than 9. */
    private static final int LONGEST = 128;
    /** Before the next try where none can be taken, as where the process has no more files: who calls waits in the system's queue. */
    private static final long REST_NANOS = 100_000_000;

    /** Takes a connection over. */
    public interface Taker {
        /** @return false if nobody takes it: then it is closed */
        boolean called(String smsc, Socket connection);
    }

    private final ServerSocket server;
    private final Taker taker;
    private final Ticker ticker;
    private final Runnable rest;
    private final Complaints complaints = new Complaints("outbind");
    private final ThreadPoolExecutor readers = new ThreadPoolExecutor(
            READERS,
            READERS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING), // for a reader that is about to be free
            NamedThreads.numbered("outbind-read"),
            new ThreadPoolExecutor.AbortPolicy());
    /** Those that are to say their outbind, in the order in which they came; locked by itself. */
    private final Set<Socket> listenedTo = new LinkedHashSet<>();

    private volatile Map<String, Peer> peers;

    /**
     * @param server bound already
     * @param rest what the thread that takes connections does when it could not take one
     */
    OutbindDoor(ServerSocket server, OutbindConfig config, Ticker ticker, Taker taker, Runnable rest) {
        this.rest = rest;
        this.server = server;
        this.peers = config.peers();
        this.ticker = ticker;
        this.taker = taker;
        readers.allowCoreThreadTimeOut(true);
    }

    /** @throws IOException if the address cannot be had; the message says which */
    public static OutbindDoor open(OutbindConfig config, Ticker ticker, Taker taker) throws IOException {
        ServerSocket server =
                ServerSocketChannel.open().socket(); // So that what it accepts has a channel, as Netty wants.
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(config.host(), config.port()), 50);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen on " + config.host() + ":" + config.port() + " (" + e.getMessage()
                            + "); check outbind.host and outbind.port",
                    e);
        }
        OutbindDoor door =
                new OutbindDoor(server, config, ticker, taker, () -> LockSupport.parkNanos(server, REST_NANOS));
        NamedThreads.single("outbind", door::listen).start();
        return door;
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Other SMSCs, addresses and passwords from now on. */
    public void apply(OutbindConfig config) {
        peers = config.peers();
    }

    @Override
    public void close() {
        quietly(server);
        readers.shutdownNow(); // an interrupt closes the connection that is read
    }

    /** Until it is closed. */
    void listen() {
        while (!server.isClosed()) {
            try {
                arrived(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    complain("a connection could not be taken", 0);
                    rest.run();
                }
            }
        }
    }

    private void arrived(Socket socket) {
        if (peers.values().stream().noneMatch(peer -> mayCome(peer, socket.getInetAddress()))) {
            complain("a connection from an address of no outbind-from, port", socket.getPort());
            quietly(socket);
            return;
        }
        makePlaceFor(socket);
        try {
            readers.execute(() -> read(socket));
        } catch (RejectedExecutionException stoppedOrFlooded) {
            isHeard(socket);
            quietly(socket);
        }
    }

    private void makePlaceFor(Socket socket) {
        Socket oldest = null;
        synchronized (listenedTo) {
            listenedTo.add(socket);
            if (listenedTo.size() > READERS) {
                Map<InetAddress, Long> callers = listenedTo.stream()
                        .collect(Collectors.groupingBy(Socket::getInetAddress, Collectors.counting()));
                long most = Collections.max(callers.values());
                oldest = listenedTo.stream()
                        .filter(one -> callers.get(one.getInetAddress()) == most)
                        .findFirst() // not the one that comes, which is the last
                        .orElseThrow();
                listenedTo.remove(oldest);
            }
        }
        if (oldest != null) {
            complain("too many connections at once, the oldest is closed, port", oldest.getPort());
            quietly(oldest);
        }
    }

    /** Whether it has not had to make place for another one. */
    private boolean isHeard(Socket socket) {
        synchronized (listenedTo) {
            return listenedTo.remove(socket);
        }
    }

    private void read(Socket socket) {
        boolean taken = false;
        try {
            Optional<String> smsc = outbind(socket);
            if (!isHeard(socket)) {
                throw new IOException("made place for another");
            }
            socket.setSoTimeout(0);
            if (smsc.isEmpty()) {
                complain("an outbind whose system_id, password and address fit no SMSC, port", socket.getPort());
            } else {
                taken = taker.called(smsc.get(), socket);
            }
        } catch (IOException e) {
            if (isHeard(socket)) { // else it has been told why it was closed
                complain("a connection without an outbind, port", socket.getPort());
            }
        } finally {
            if (!taken) {
                quietly(socket);
            }
        }
    }

    /** Reads exactly one PDU, within its time however it trickles, and returns the SMSC that has said it. */
    private Optional<String> outbind(Socket socket) throws IOException {
        long until = ticker.nanos() + WITHIN_MS * 1_000_000L;
        byte[] header = octets(socket, CommandId.HEADER, until);
        int length = GuardedReader.intAt(header, 0);
        if (length < CommandId.HEADER + 2
                || length > LONGEST
                || GuardedReader.intAt(header, 4) != SMPPConstant.CID_OUTBIND) {
            throw new IOException("no outbind");
        }
        byte[] body = octets(socket, length - CommandId.HEADER, until);
        int nul = 0;
        while (nul < body.length && body[nul] != 0) {
            nul++;
        }
        int end = Math.min(nul + 1, body.length);
        while (end < body.length && body[end] != 0) {
            end++;
        }
        String systemId = new String(body, 0, nul, StandardCharsets.ISO_8859_1);
        int from = Math.min(nul + 1, body.length);
        byte[] password = java.util.Arrays.copyOfRange(body, from, Math.max(from, end));
        return peers.entrySet().stream()
                .filter(entry -> fits(entry.getValue(), socket.getInetAddress(), systemId, password))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean fits(Peer peer, InetAddress from, String systemId, byte[] password) {
        byte[] expected = peer.password().reveal().getBytes(StandardCharsets.ISO_8859_1);
        return MessageDigest.isEqual(expected, password)
                && mayCome(peer, from)
                && (peer.systemId().isEmpty() || peer.systemId().equals(systemId));
    }

    private static boolean mayCome(Peer peer, InetAddress from) {
        return peer.from().stream()
                .flatMap(range -> AddressRange.parse(range).stream())
                .anyMatch(range -> range.contains(from));
    }

    private byte[] octets(Socket socket, int count, long until) throws IOException {
        byte[] octets = new byte[count];
        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int at = 0; at < count; ) {
            long left = (until - ticker.nanos()) / 1_000_000;
            if (left <= 0) {
                throw new IOException("too slow");
            }
            socket.setSoTimeout((int) left);
            int read = in.read(octets, at, count - at);
            if (read < 0) {
                throw new IOException("closed");
            }
            at += read;
        }
        return octets;
    }

    private synchronized void complain(String what, int value) {
        complaints.about(what, value, ticker.nanos());
    }

    private static void quietly(AutoCloseable closing) {
        try {
            closing.close();
        } catch (Exception e) {
            // Gone already.
        }
    }
}
