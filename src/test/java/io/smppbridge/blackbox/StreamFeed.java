package io.smppbridge.blackbox;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of the stream intake on a bare socket: one stream with a name, of numbered messages at an even rate, which after each break
 * sends again whatever has no ACK. Shares no code with the bridge.
 */
final class StreamFeed {
    /** An ACK names no ids. */
    static final String UNNAMED = "stream-";

    private static final int HEAD = 12;
    private static final long MOST_WITHOUT_ACK = 5_000;

    private final int port;
    private final String key;
    private final CallerLog callers;
    private final int first;
    private final long everyNanos;
    private final Thread thread = new Thread(this::run, "stream-feed");
    private volatile boolean pausing;
    private volatile boolean ended;
    private volatile Socket socket;
    private volatile long sent;
    private volatile long acked;
    private long dueAt = System.nanoTime();

    /** @param first number of the first message; each further one is two higher */
    StreamFeed(int port, String key, CallerLog callers, int first, int perSecond) {
        this.port = port;
        this.key = key;
        this.callers = callers;
        this.first = first;
        this.everyNanos = 1_000_000_000L / perSecond;
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends nothing new from now on, or again. */
    void pause(boolean now) {
        pausing = now;
    }

    /** Whether everything that was sent has its ACK. */
    boolean isSettled() {
        return acked == sent;
    }

    /** Cuts the connection; it makes another. */
    void cut() throws IOException {
        Socket now = socket;
        if (now != null) {
            now.close();
        }
    }

    void end() throws Exception {
        ended = true;
        thread.join(10_000);
    }

    private void run() {
        while (!ended) {
            try (Socket fresh = new Socket("127.0.0.1", port)) {
                fresh.setTcpNoDelay(true);
                socket = fresh;
                fresh.setSoTimeout(10_000);
                talk(
                        fresh,
                        new BufferedOutputStream(fresh.getOutputStream(), 1 << 16),
                        new DataInputStream(fresh.getInputStream()));
            } catch (IOException e) {
                LockSupport.parkNanos(100_000_000L);
            }
        }
    }

    private void talk(Socket fresh, OutputStream out, DataInputStream in) throws IOException {
        out.write(frame(0, "{\"key\":\"" + key + "\",\"client\":\"soak\"}"));
        out.flush();
        hear(in);
        fresh.setSoTimeout(0);
        for (long id = acked + 1; id <= sent; id++) {
            out.write(frame(id, Numbered.jsonWithoutRef(number(id))));
        }
        Thread listener = new Thread(() -> listen(in), "stream-feed-acks");
        listener.setDaemon(true);
        listener.start();
        while (!ended) {
            if (!listener.isAlive()) {
                throw new IOException("the other side has gone");
            }
            long now = System.nanoTime();
            if (pausing) {
                dueAt = now;
            }
            while (dueAt - now < 0 && sent - acked < MOST_WITHOUT_ACK) {
                dueAt += everyNanos;
                callers.asked(number(sent + 1), 1);
                sent++;
                out.write(frame(sent, Numbered.jsonWithoutRef(number(sent))));
            }
            out.flush();
            LockSupport.parkNanos(5_000_000L);
        }
    }

    /** Also notices an end while nothing is to be sent. */
    private void listen(DataInputStream in) {
        try {
            while (!ended) {
                hear(in);
            }
        } catch (IOException e) {
            // who writes makes another connection
        }
    }

    private int number(long id) {
        return first + 2 * (int) (id - 1);
    }

    private void hear(DataInputStream in) throws IOException {
        long id = Long.reverseBytes(in.readLong());
        int count = Integer.reverseBytes(in.readInt());
        if (count < 0) {
            byte[] problem = new byte[count & 0x7FFFFFFF];
            in.readFully(problem);
            if (id == 0) {
                throw new IOException(new String(problem, StandardCharsets.UTF_8));
            }
            callers.refused(number(id), new String(problem, StandardCharsets.UTF_8));
            acknowledged(id, false);
        }
        acknowledged(id, true);
    }

    /** The former connection's last ACKs may still be coming. */
    private synchronized void acknowledged(long id, boolean accepted) {
        for (long next = acked + 1; next <= id; next++) {
            if (accepted) {
                callers.accepted(number(next), UNNAMED + next);
            }
            acked = next;
        }
    }

    private static byte[] frame(long id, String content) {
        byte[] octets = content.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD + octets.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(octets.length)
                .put(octets)
                .array();
    }
}
