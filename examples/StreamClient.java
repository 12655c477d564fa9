import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.function.LongFunction;

/**
 * A client of the stream intake: sends messages without waiting, hears in gathered ACKs what is safe, and after a break connects anew and
 * sends what no ACK covered. Run: {@code java examples/StreamClient.java HOST PORT KEY STREAM NUMBER COUNT}.
 *
 * <p>Two threads: whoever calls {@link #send}, and a reader of ACKs.
 */
public final class StreamClient implements AutoCloseable {
    private static final int REFUSED = 0x80000000;
    private static final int WINDOW = 50_000;

    private final String host;
    private final int port;
    private final byte[] login;
    /** Frames that no ACK covers yet, oldest first, from id {@code acked + 1} on. */
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();

    private long acked;
    private long sent;
    private long refused;
    private Socket socket;
    private OutputStream out;
    private boolean broken = true;
    private boolean begun;

    public StreamClient(String host, int port, String key, String stream) {
        this.host = host;
        this.port = port;
        this.login = frame(0, ("{\"key\":\"" + key + "\",\"client\":\"" + stream + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    static byte[] frame(long id, byte[] content) {
        return ByteBuffer.allocate(12 + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(content.length)
                .put(content)
                .array();
    }

    /** Sends one message; waits only while too many have no ACK. */
    public synchronized void send(String json) throws IOException, InterruptedException {
        while (waiting.size() >= WINDOW) {
            flush();
            wait(1000);
        }
        if (!begun) { // ids of a stream never begin anew: the login says where this one stands
            connect();
        }
        byte[] frame = frame(++sent, json.getBytes(StandardCharsets.UTF_8));
        waiting.add(frame);
        if (!broken) {
            try {
                out.write(frame);
            } catch (IOException e) {
                breakOff();
            }
        }
        if (broken) {
            connect();
        }
    }

    /** Waits until everything that was sent has its ACK. */
    public synchronized void finish() throws InterruptedException, IOException {
        while (!waiting.isEmpty()) {
            flush();
            wait(200);
        }
    }

    private void flush() throws IOException, InterruptedException {
        if (broken) {
            connect();
        }
        try {
            out.flush();
        } catch (IOException e) {
            breakOff();
        }
    }

    /** Tries until the server is there, logs in, and sends everything that no ACK covers. */
    private void connect() throws InterruptedException {
        while (broken) {
            try {
                Socket fresh = new Socket(host, port);
                fresh.setTcpNoDelay(true);
                OutputStream to = new BufferedOutputStream(fresh.getOutputStream(), 1 << 16);
                DataInputStream from = new DataInputStream(new BufferedInputStream(fresh.getInputStream()));
                to.write(login);
                to.flush();
                long stands = Long.reverseBytes(from.readLong());
                int count = Integer.reverseBytes(from.readInt());
                if ((count & REFUSED) != 0) {
                    throw new IllegalStateException(new String(from.readNBytes(count & ~REFUSED), StandardCharsets.UTF_8));
                }
                if (!begun) {
                    begun = true;
                    sent = stands;
                    acked = stands;
                }
                socket = fresh;
                out = to;
                broken = false;
                for (byte[] frame : waiting) { // also what stands already: its refusals may not have been heard
                    out.write(frame);
                }
                out.flush();
                Thread reader = new Thread(() -> read(fresh, from), "stream-acks");
                reader.setDaemon(true);
                reader.start();
            } catch (IOException e) {
                broken = true;
                wait(200);
            }
        }
    }

    private void read(Socket from, DataInputStream in) {
        try {
            while (true) {
                long id = Long.reverseBytes(in.readLong());
                int count = Integer.reverseBytes(in.readInt());
                byte[] problem = (count & REFUSED) == 0 ? null : in.readNBytes(count & ~REFUSED);
                synchronized (this) {
                    if (problem != null) {
                        refused++;
                        System.err.println("refused " + id + ": " + new String(problem, StandardCharsets.UTF_8));
                    } else if (acked + count + 1 != id) {
                        throw new IOException("ACK of " + id + " with " + count + " skipped after " + acked);
                    }
                    while (acked < id) {
                        covered();
                    }
                    notifyAll();
                }
            }
        } catch (IOException e) {
            synchronized (this) {
                if (socket == from) {
                    breakOff();
                }
                notifyAll();
            }
        }
    }

    private void covered() {
        acked++;
        waiting.poll();
    }

    private void breakOff() {
        broken = true;
        try {
            socket.close();
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (socket != null) {
            socket.close();
        }
    }

    public static void main(String[] args) throws Exception {
        long count = Long.parseLong(args[5]);
        LongFunction<String> message = n -> "{\"to\":\"" + args[4] + "\",\"text\":\"message " + n + "\"}";
        long begun = System.nanoTime();
        try (StreamClient client = new StreamClient(args[0], Integer.parseInt(args[1]), args[2], args[3])) {
            for (long n = 1; n <= count; n++) {
                client.send(message.apply(n));
            }
            client.finish();
            System.out.printf("%d safe, %d refused, %.0f a second%n",
                    count - client.refused, client.refused, count * 1e9 / (System.nanoTime() - begun));
        }
    }
}
