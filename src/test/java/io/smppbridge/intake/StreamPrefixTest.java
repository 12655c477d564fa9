package io.smppbridge.intake;

import static io.smppbridge.intake.StreamClient.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.Tried;
import io.smppbridge.http.KeyRing;
import io.smppbridge.intake.StreamClient.Reply;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.settings.TcpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** ACKs and the durable prefix, before a journal that answers late and in no order; clients that read their ACKs, and one that never does. */
@Timeout(60)
class StreamPrefixTest {
    private static final long MIB = 1 << 20;
    private static final int HEAD = 12;
    private static final int DEAF = 10;
    private static final int WINDOW = 1_000;
    /** Of the deaf ones' messages all but one in so many are refused: a refusal fills a socket sooner than an ACK. */
    private static final int TAKEN = 10;

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());
    private LateDoor door;
    private TcpIntake intake;

    private int open(long seed, int window) throws IOException {
        door = new LateDoor(new Random(seed));
        TcpConfig config = new TcpConfig(
                true,
                "127.0.0.1",
                0,
                1,
                20,
                1000,
                Duration.ofMillis(2),
                Duration.ofSeconds(30),
                window,
                "",
                "",
                NodeConfig.Durability.FORCED);
        intake = TcpIntake.open(
                config,
                new KeyRing(Map.of("acme", List.of(key.hash().toString()))),
                new TcpIntake.Surroundings(door, new BridgeStats(), InstantSource.system(), Ticker.SYSTEM));
        return intake.port();
    }

    private String login(String client, boolean each) {
        return "{\"key\":\"" + key.key().reveal() + "\",\"client\":\"" + client + "\",\"ack\":\""
                + (each ? "each" : "batch") + "\"}";
    }

    private static byte[] sms(long id) {
        return frame(id, "{\"to\":\"+4670" + (1_000_000 + id) + "\",\"text\":\"message " + id + "\"}");
    }

    @AfterEach
    void close() {
        intake.stop(Duration.ofMillis(500));
        door.close();
    }

    @Test
    @Tag("E-09")
    @Tag("C94")
    void however_batches_are_cut_and_decided_no_ack_covers_more_than_the_durable_beginning(TestReporter reporter)
            throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int port = open(seed, 50_000);
        int streams = 60;
        long messages = 0;
        long acks = 0;
        long beyond = 0;
        for (int stream = 0; stream < streams; stream++) {
            boolean each = random.nextInt(4) == 0;
            int count = 1 + random.nextInt(2_000);
            String name = "s" + stream;
            try (StreamClient client = new StreamClient(port)) {
                client.login(login(name, each));
                Thread writer = new Thread(() -> write(client, count, random.nextLong()), "test-writer");
                writer.start();
                for (long last = 0; last < count; acks++) {
                    Reply ack = client.next();
                    assertThat(ack.refusal()).isEmpty();
                    assertThat(last + ack.skipped() + 1).as("seed %d", seed).isEqualTo(ack.id());
                    assertThat(each ? ack.skipped() : 0).isZero();
                    beyond += ack.id() > door.durable(name) ? 1 : 0;
                    last = ack.id();
                }
                writer.join();
            }
            messages += count;
        }
        String words = acks + " ACKs in " + streams + " streams, " + door.overtaken()
                + " batches decided before one that came earlier";
        System.out.println("E-09: " + words);
        assertThat(beyond)
                .as("ACKs beyond the durable beginning, seed %d", seed)
                .isZero();
        assertThat(door.overtaken()).isPositive();
        Tried.times(messages).faults(door.overtaken()).lost(beyond).note(words).tell(reporter);
    }

    /** In pieces of any length, so that reads end anywhere. */
    private static void write(StreamClient client, int count, long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        int size = 1 + random.nextInt(100_000);
        try {
            for (int id = 1; id <= count; id++) {
                piece.writeBytes(sms(id));
                if (piece.size() >= size || id == count) {
                    byte[] octets = piece.toByteArray();
                    int cut = random.nextInt(octets.length);
                    client.send(Arrays.copyOf(octets, cut));
                    client.send(Arrays.copyOfRange(octets, cut, octets.length));
                    piece.reset();
                    size = 1 + random.nextInt(random.nextBoolean() ? 500 : 100_000);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A client that reads no ACK before it is told to. */
    private final class DeafClient {
        private final SocketChannel channel = SocketChannel.open();
        private final String name;
        private ByteBuffer rest = ByteBuffer.allocate(0);
        private long written;

        DeafClient(int port, String name) throws IOException {
            this.name = name;
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(frame(0, login(name, true))));
            channel.configureBlocking(false);
        }

        /** Writes what is taken now; whether anything was. */
        boolean write() throws IOException {
            boolean any = false;
            for (int n = 1; n > 0; any |= n > 0) {
                if (!rest.hasRemaining()) {
                    ByteArrayOutputStream frames = new ByteArrayOutputStream();
                    for (int i = 0; i < 500; i++) {
                        boolean taken = ++written % TAKEN == 0;
                        frames.writeBytes(taken ? sms(written) : frame(written, "{\"text\":\"to nobody\"}"));
                    }
                    rest = ByteBuffer.wrap(frames.toByteArray());
                }
                n = channel.write(rest);
            }
            return any;
        }

        /** Reads the answers to so many messages; how many of them were beyond what was durable. */
        long read(long count) throws IOException {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 1 << 20);
            channel.configureBlocking(true);
            ByteBuffer in = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
            long beyond = 0;
            for (long id = 0; id <= count; ) { // the first says where the stream stands
                assertThat(channel.read(in)).isPositive();
                long durable = door.durable(name);
                in.flip();
                for (; isWhole(in); id++) {
                    assertThat(in.getLong()).isEqualTo(id);
                    int problem = in.getInt() & Integer.MAX_VALUE;
                    assertThat(problem == 0).isEqualTo(id % TAKEN == 0);
                    in.position(in.position() + problem);
                    beyond += id > durable ? 1 : 0;
                }
                in.compact();
            }
            return beyond;
        }

        private boolean isWhole(ByteBuffer in) {
            return in.remaining() >= HEAD
                    && in.remaining() >= HEAD + (in.getInt(in.position() + 8) & Integer.MAX_VALUE);
        }
    }

    @Test
    @Tag("E-09")
    @Tag("C88")
    void who_never_reads_its_acks_is_paused_with_little_kept_and_the_others_go_on(TestReporter reporter)
            throws Exception {
        int port = open(9, WINDOW);
        List<DeafClient> deaf = new ArrayList<>();
        try (StreamClient other = new StreamClient(port)) {
            other.login(login("other", false));
            long acknowledged = talk(other, 0);
            long before = Memory.held();
            paused(deaf, port);
            long each = (Memory.held() - before) / DEAF;
            long durable = 0;
            for (DeafClient one : deaf) {
                durable += door.durable(one.name);
                assertThat(door.durable(one.name)).as("paused").isBetween(1L, one.written - 1);
            }
            acknowledged = talk(other, acknowledged);
            long beyond = 0;
            for (DeafClient one : deaf) {
                beyond += one.read(door.durable(one.name));
            }
            String words = DEAF + " clients paused after " + durable / DEAF + " messages each, a tenth of them taken, "
                    + (each >> 10) + " KiB kept of each; another had its " + acknowledged + " meanwhile";
            System.out.println("E-09: " + words);
            assertThat(each)
                    .isLessThanOrEqualTo(
                            8 * MIB); // refusals of what was under way when it was paused, in the pool's chunks
            assertThat(beyond).as("ACKs beyond the durable beginning").isZero();
            Tried.times(durable + acknowledged)
                    .faults(DEAF)
                    .lost(beyond)
                    .note(words)
                    .tell(reporter);
        } finally {
            for (DeafClient one : deaf) {
                one.channel.close();
            }
        }
    }

    /** Waits until none of them can write any more. */
    private void paused(List<DeafClient> deaf, int port) throws IOException {
        while (deaf.size() < DEAF) {
            deaf.add(new DeafClient(port, "deaf" + deaf.size()));
        }
        await().atMost(Duration.ofSeconds(30)).during(Duration.ofMillis(300)).until(() -> {
            boolean taken = false;
            for (DeafClient one : deaf) {
                taken |= one.write();
            }
            return !taken;
        });
    }

    /** Two thousand more, all acknowledged. */
    private static long talk(StreamClient client, long from) throws IOException {
        for (long id = from + 1; id <= from + 2_000; id++) {
            client.send(sms(id));
        }
        long last = from;
        while (last < from + 2_000) {
            last = client.next().id();
        }
        return last;
    }
}
