import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A client of the datagram intake: one message a datagram, sent again until its answer comes. The bridge knows what comes again by the
 * client's name and the id, so that nothing is sent twice. Run: {@code java examples/DatagramClient.java HOST PORT KEY NAME NUMBER COUNT}.
 *
 * <p>For one thread.
 */
public final class DatagramClient implements AutoCloseable {
    private static final int ACCEPTED = 1;
    private static final int REPEATED = 2;
    private static final int REFUSED = 3;
    private static final int NOT_NOW = 4;
    private static final int WINDOW = 100;
    private static final long FIRST_WAIT_MS = 700;
    private static final long LONGEST_WAIT_MS = 2_000;
    private static final long SILENT_MS = 30_000;

    /** A message without an answer: its octets, when they are sent again, and how long is waited then. */
    private static final class Waiting {
        final ByteBuffer octets;
        long dueMs;
        long waitMs = FIRST_WAIT_MS;

        Waiting(ByteBuffer octets) {
            this.octets = octets;
        }
    }

    private final DatagramChannel channel;
    private final Selector selector;
    private final SocketAddress server;
    private final byte[] key;
    private final byte[] name;
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private final ByteBuffer answer = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);
    private long nextId;
    private long heardMs = System.currentTimeMillis();
    private String told = "";
    long safe;
    long refused;
    long again;

    /**
     * @param name of this client, at most 32 octets, the same after a restart if ids go on
     * @param firstId ids must never be used twice under one name
     */
    public DatagramClient(String host, int port, String key, String name, long firstId) throws IOException {
        this.server = new InetSocketAddress(host, port);
        this.key = key.getBytes(StandardCharsets.US_ASCII);
        this.name = name.getBytes(StandardCharsets.UTF_8);
        this.nextId = firstId;
        this.channel = DatagramChannel.open();
        channel.configureBlocking(false);
        this.selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
    }

    /** Sends one message; waits only while too many have no answer. */
    public void send(String json) throws IOException {
        while (waiting.size() >= WINDOW) {
            turn(50);
        }
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        ByteBuffer octets = ByteBuffer.allocate(14 + key.length + name.length + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'S')
                .put((byte) 'B')
                .put((byte) 1)
                .put((byte) 0)
                .putLong(nextId)
                .put((byte) key.length)
                .put((byte) name.length)
                .put(key)
                .put(name)
                .put(content)
                .flip();
        if (waiting.isEmpty()) {
            heardMs = System.currentTimeMillis(); // before that there was nothing to answer
        }
        Waiting message = new Waiting(octets);
        waiting.put(nextId++, message);
        transmit(message);
        turn(0);
    }

    /** Waits until everything that was sent has its answer. */
    public void finish() throws IOException {
        while (!waiting.isEmpty()) {
            turn(50);
        }
    }

    private void transmit(Waiting message) {
        message.dueMs = System.currentTimeMillis() + message.waitMs;
        message.waitMs = Math.min(2 * message.waitMs, LONGEST_WAIT_MS);
        try {
            channel.send(message.octets.rewind(), server);
        } catch (IOException e) {
            // Nobody listens there now: it is sent again when it is due.
        }
    }

    /** Reads what has come, and sends again what is due. */
    private void turn(long waitMs) throws IOException {
        if (waitMs == 0) {
            selector.selectNow(key -> {});
        } else {
            selector.select(key -> {}, waitMs);
        }
        while (receive()) {
            heardMs = Math.max(heardMs, System.currentTimeMillis());
            answer.flip();
            if (answer.remaining() >= 12 && answer.get(0) == 'S' && answer.get(1) == 'B' && answer.get(2) == 1) {
                answered(answer.get(3), answer.getLong(4));
            }
        }
        long now = System.currentTimeMillis();
        if (!waiting.isEmpty() && now - heardMs > SILENT_MS) {
            heardMs = now;
            System.err.println("no answer: is the bridge there? To a key or an address that it does not know it says nothing");
        }
        List<Waiting> due = new ArrayList<>();
        waiting.values().stream().filter(message -> message.dueMs <= now).forEach(due::add);
        for (Waiting message : due) {
            again++;
            transmit(message);
        }
    }

    private boolean receive() {
        answer.clear();
        try {
            return channel.receive(answer) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private void answered(int kind, long id) {
        Waiting message = waiting.get(id);
        if (message == null) {
            return; // answered before: it had been sent twice
        }
        switch (kind) {
            case ACCEPTED, REPEATED -> {
                safe++;
                waiting.remove(id);
            }
            case REFUSED -> {
                refused++;
                waiting.remove(id);
                System.err.println("refused " + id + ": " + text(12));
            }
            case NOT_NOW -> {
                message.dueMs = System.currentTimeMillis() + answer.getInt(12);
                heardMs = Math.max(heardMs, message.dueMs); // until then nothing is asked
                if (answer.getInt(12) > LONGEST_WAIT_MS && !text(16).equals(told)) {
                    told = text(16);
                    System.err.println("not now: " + told);
                }
            }
            default -> System.err.println("an answer of kind " + kind + ", is the bridge newer than this client?");
        }
    }

    private String text(int from) {
        return new String(answer.array(), from, answer.limit() - from, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }

    public static void main(String[] args) throws Exception {
        long count = Long.parseLong(args[5]);
        LongFunction<String> message = n -> "{\"to\":\"" + args[4] + "\",\"text\":\"message " + n + "\"}";
        long begun = System.nanoTime();
        // Ids go on from run to run, as one that is used again is taken for a repeat: they begin at the time in microseconds.
        long firstId = System.currentTimeMillis() * 1000;
        try (DatagramClient client = new DatagramClient(args[0], Integer.parseInt(args[1]), args[2], args[3], firstId)) {
            for (long n = 1; n <= count; n++) {
                client.send(message.apply(n));
            }
            client.finish();
            System.out.printf("%d safe, %d refused, %d sent again, %.0f a second%n",
                    client.safe, client.refused, client.again, count * 1e9 / (System.nanoTime() - begun));
        }
    }
}
