package io.smppbridge.bench;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of the stream intake that send texts of five octets as fast as ACKs allow, each with a thread that writes and one that reads.
 * Checks the rule of the protocol on every ACK: the one before + skipped + 1.
 */
@ThreadSafe
final class StreamLoad implements AutoCloseable {
    private static final byte[] TEXT = "Hello".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = 12;
    private static final int FRAME = HEAD + 5;
    private static final int FRAMES = 2_000;
    private static final int WINDOW = 40_000;
    private static final int ACKS = 64 * 1024;
    private static final long LOOK_NANOS = 500_000;

    private final List<Client> clients = new ArrayList<>();
    private final LongAdder acked = new LongAdder();
    private final LongAdder acks = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private volatile boolean ended;
    /** The last id that each may send. */
    private volatile long most = Long.MAX_VALUE;

    private volatile String trouble = "";

    /**
     * What sort of clients.
     *
     * @param clients how many
     * @param lockStep whether each sends one message and waits for its ACK
     * @param name of the stream, with a number behind it; empty for streams that end with their connection
     */
    record Kind(int clients, boolean lockStep, String name) {
        static final Kind LOCK_STEP = new Kind(1, true, "");

        static Kind of(int clients) {
            return new Kind(clients, false, "");
        }

        Kind named(String stream) {
            return new Kind(clients, lockStep, stream);
        }
    }

    /** What has been seen so far. */
    record Tally(long messages, long acks, long writes) {
        Tally minus(Tally earlier) {
            return new Tally(messages - earlier.messages, acks - earlier.acks, writes - earlier.writes);
        }
    }

    /** Sends until {@link #end}. */
    StreamLoad(int port, String key, Kind kind) throws IOException {
        this(port, key, kind, Long.MAX_VALUE);
    }

    /** Sends up to that id, and further when {@link #upTo} says so. */
    StreamLoad(int port, String key, Kind kind, long most) throws IOException {
        this.most = most;
        for (int i = 0; i < kind.clients; i++) {
            clients.add(new Client(port, key, i, kind));
        }
        clients.forEach(Client::start);
    }

    /** Lets each client send up to this id, and waits until all have their ACKs; false when that takes longer. */
    boolean upTo(long id, Duration within) {
        most = id;
        long deadline = System.nanoTime() + within.toNanos();
        while (clients.stream().anyMatch(client -> client.last < id)) {
            if (!trouble.isEmpty() || System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Where the bridge said at the login that the first client's stream stands. */
    long stood() {
        return clients.get(0).stood;
    }

    Tally tally() {
        return new Tally(acked.sum(), acks.sum(), writes.sum());
    }

    /** Empty while all is well. */
    String trouble() {
        return trouble;
    }

    /** Sends no more, waits until everything sent has its ACK. */
    void end() throws InterruptedException {
        ended = true;
        for (Client client : clients) {
            client.writer.join(TimeUnit.SECONDS.toMillis(30));
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (clients.stream().anyMatch(client -> client.last < client.sent) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        ended = true;
        clients.forEach(Client::close);
    }

    private final class Client {
        private final Socket socket;
        private final boolean lockStep;
        private final Semaphore room;
        private final ByteBuffer frames = ByteBuffer.allocate(FRAMES * FRAME).order(ByteOrder.LITTLE_ENDIAN);
        private final Thread writer;
        private final Thread reader;
        private final long stood;
        private volatile long sent;
        private volatile long last;

        Client(int port, String key, int number, Kind kind) throws IOException {
            this.lockStep = kind.lockStep;
            this.room = new Semaphore(lockStep ? 1 : WINDOW);
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            String stream = kind.name.isEmpty() ? "" : "\"client\":\"" + kind.name + number + "\",";
            byte[] login = ("{\"key\":\"" + key + "\"," + stream + "\"to\":\"4670000000" + number
                            + "\",\"from\":\"Acme\",\"ack\":\"" + (lockStep ? "each" : "batch") + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(HEAD + login.length)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(0)
                            .putInt(login.length)
                            .put(login)
                            .array());
            byte[] welcome = new DataInputStream(socket.getInputStream()).readNBytes(HEAD);
            if (welcome.length < HEAD
                    || ByteBuffer.wrap(welcome).order(ByteOrder.LITTLE_ENDIAN).getInt(8) < 0) {
                throw new IOException("the stream intake refuses the login");
            }
            stood = ByteBuffer.wrap(welcome).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
            sent = stood;
            last = stood;
            writer = NamedThreads.single("bench-stream-" + number, this::write);
            reader = NamedThreads.single("bench-acks-" + number, this::read);
        }

        void start() {
            reader.start();
            writer.start();
        }

        private void write() {
            try {
                OutputStream out = socket.getOutputStream();
                while (!ended) {
                    if (sent >= most) {
                        LockSupport.parkNanos(LOOK_NANOS);
                        continue;
                    }
                    if (!room.tryAcquire(1, TimeUnit.SECONDS)) {
                        continue;
                    }
                    int more = lockStep ? 0 : Math.min(room.availablePermits(), FRAMES - 1);
                    more = (int) Math.min(more, most - sent - 1);
                    room.acquireUninterruptibly(more); // nobody else takes any
                    frames.clear();
                    long id = sent;
                    for (int i = 0; i <= more; i++) {
                        frames.putLong(++id).putInt(TEXT.length).put(TEXT);
                    }
                    sent = id;
                    out.write(frames.array(), 0, frames.position());
                    writes.increment();
                }
            } catch (IOException e) {
                fail("a stream broke: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void read() {
            try {
                InputStream in = socket.getInputStream();
                ByteBuffer got = ByteBuffer.allocate(ACKS).order(ByteOrder.LITTLE_ENDIAN);
                int n;
                while ((n = in.read(got.array(), got.position(), got.remaining())) >= 0) {
                    got.position(got.position() + n).flip();
                    while (got.remaining() >= HEAD) {
                        ack(got.getLong(), got.getInt());
                    }
                    got.compact();
                }
                fail("the bridge has ended the stream after ACK " + last);
            } catch (IOException e) {
                fail("a stream broke: " + e.getMessage());
            }
        }

        private void ack(long id, int skipped) {
            if (skipped < 0 || last + skipped + 1 != id) {
                fail("ACK " + id + " with " + skipped + " skipped after " + last);
            }
            int covered = (int) (id - last);
            last = id;
            acked.add(covered);
            acks.increment();
            room.release(covered);
        }

        private void fail(String why) {
            if (!ended) {
                trouble = why;
            }
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }
}
