package io.smppbridge.app;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * An ESME on bare sockets: submits numbered messages at its pace, on each bind at most a window of them without an answer, and notes how
 * long each answer took. Shares no code with the bridge.
 */
final class PacedEsme implements AutoCloseable {
    private static final int PATIENCE_MS = 30_000;

    /** How many the bridge has taken so far. */
    final LongAdder accepted = new LongAdder();
    /** Refusals by command_status. */
    final Map<Integer, LongAdder> refused = new ConcurrentHashMap<>();
    /** Texts of messages that were taken. */
    final Set<String> texts = ConcurrentHashMap.newKeySet();

    private final String name;
    private final String to;
    private final int window;
    private final AtomicInteger next = new AtomicInteger();
    private final Queue<Long> answerNanos = new ConcurrentLinkedQueue<>();
    private final List<Bind> binds = new ArrayList<>();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    /** @param perSecond messages that it offers each second, over all its binds */
    PacedEsme(int port, String name, String to, int binds, int window, int perSecond) throws IOException {
        this.name = name;
        this.to = to;
        this.window = window;
        for (int i = 0; i < binds; i++) {
            this.binds.add(new Bind(port, TimeUnit.SECONDS.toNanos(binds) / perSecond));
        }
        this.binds.forEach(Bind::start);
    }

    /** The middle one of the times that answers took since the last call, in milliseconds. */
    double medianMs() {
        List<Long> all = new ArrayList<>();
        for (Long one = answerNanos.poll(); one != null; one = answerNanos.poll()) {
            all.add(one);
        }
        return all.isEmpty() ? Double.NaN : all.stream().sorted().toList().get(all.size() / 2) / 1e6;
    }

    long refusals() {
        return refused.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Offers nothing more, and waits for the answers to everything that it has offered. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Bind bind : binds) {
            bind.writer.join(PATIENCE_MS);
            if (!bind.room.tryAcquire(window, PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError(name + ": some answers never came " + troubles);
            }
        }
        if (!troubles.isEmpty()) {
            throw new AssertionError(name + ": " + troubles);
        }
    }

    @Override
    public void close() {
        stopping = true;
        binds.forEach(Bind::close);
    }

    private record Asked(String text, long nanos) {}

    private final class Bind {
        private final Socket socket;
        private final DataInputStream in;
        private final long pauseNanos;
        private final Semaphore room = new Semaphore(window);
        private final Map<Integer, Asked> asked = new ConcurrentHashMap<>();
        private final Thread writer = new Thread(this::write, name + "-writer");
        private final Thread reader = new Thread(this::read, name + "-reader");

        private Bind(int port, long pauseNanos) throws IOException {
            this.pauseNanos = pauseNanos;
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MS);
            in = new DataInputStream(socket.getInputStream());
            // bind_transmitter: names, interface_version, any address
            String names = name + "\0secret\0\0";
            byte[] body = (names + (char) 0x34 + "\0\0\0").getBytes(StandardCharsets.ISO_8859_1);
            socket.getOutputStream().write(pdu(0x02, 1, body));
            ByteBuffer answer = next(in);
            if (answer.getInt(4) != 0) {
                throw new IOException(name + " is not bound: status " + answer.getInt(4));
            }
        }

        private void start() {
            writer.start();
            reader.start();
        }

        private void write() {
            long due = System.nanoTime();
            try {
                for (int sequence = 2; !stopping; sequence++) {
                    due = Math.max(due + pauseNanos, System.nanoTime() - pauseNanos * 20);
                    while (due - System.nanoTime() > 0) {
                        LockSupport.parkNanos(due - System.nanoTime());
                    }
                    if (!room.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                        troubles.add("no answer for " + PATIENCE_MS + " ms");
                        return;
                    }
                    String text = name + " " + next.getAndIncrement();
                    asked.put(sequence, new Asked(text, System.nanoTime()));
                    socket.getOutputStream().write(pdu(0x04, sequence, submit(text)));
                }
            } catch (IOException | InterruptedException e) {
                if (!stopping) {
                    troubles.add(e.toString());
                }
            }
        }

        private byte[] submit(String text) {
            // service_type, source 5/0 "Acme", destination 1/1, esm_class to sm_default_msg_id, the text
            String head = "\0" + (char) 5 + "\0Acme\0" + (char) 1 + (char) 1 + to + "\0\0\0\0\0\0\0\0\0\0"
                    + (char) text.length();
            return (head + text).getBytes(StandardCharsets.ISO_8859_1);
        }

        private void read() {
            try {
                while (true) {
                    ByteBuffer answer = next(in);
                    Asked one = answer.getInt(0) == 0x80000004 ? asked.remove(answer.getInt(8)) : null;
                    if (one == null) {
                        continue;
                    }
                    answerNanos.add(System.nanoTime() - one.nanos);
                    if (answer.getInt(4) == 0) {
                        texts.add(one.text);
                        accepted.increment();
                    } else {
                        refused.computeIfAbsent(answer.getInt(4), status -> new LongAdder())
                                .increment();
                    }
                    room.release();
                }
            } catch (IOException e) {
                if (!stopping) {
                    troubles.add(e.toString());
                }
            }
        }

        private void close() {
            try {
                socket.close();
            } catch (IOException e) {
                troubles.add(e.toString());
            }
        }
    }

    /** The next PDU, from its command_id on. */
    private static ByteBuffer next(DataInputStream in) throws IOException {
        byte[] pdu = new byte[in.readInt() - 4];
        in.readFully(pdu);
        return ByteBuffer.wrap(pdu);
    }

    private static byte[] pdu(int command, int sequence, byte[] body) {
        int length = 16 + body.length;
        return ByteBuffer.allocate(length)
                .putInt(length)
                .putInt(command)
                .putInt(0)
                .putInt(sequence)
                .put(body)
                .array();
    }
}
