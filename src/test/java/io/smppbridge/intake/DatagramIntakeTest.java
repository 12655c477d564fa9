package io.smppbridge.intake;

import static io.smppbridge.intake.DatagramClient.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.http.KeyRing;
import io.smppbridge.intake.DatagramClient.Reply;
import io.smppbridge.settings.DatagramConfig;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datagrams, octet by octet, against a door that accepts on a thread of its own. */
@Timeout(60)
class DatagramIntakeTest {
    private static final int SLOT = 1024;

    private final FakeDoor door = new FakeDoor();
    private final KeyHash.NewKey newKey = KeyHash.create(new SecureRandom());
    private final String key = newKey.key().reveal();
    private final BridgeStats stats = new BridgeStats();
    private DatagramIntake intake;

    private DatagramIntake open(List<String> from, int receiveBuffer, DatagramConfig.Threads threads)
            throws IOException {
        DatagramConfig config =
                new DatagramConfig(true, "127.0.0.1", 0, from, receiveBuffer, threads, NodeConfig.Durability.FORCED);
        intake = DatagramIntake.open(
                config,
                new KeyRing(Map.of("acme", List.of(newKey.hash().toString()))),
                new DatagramIntake.Surroundings(
                        door, stats, () -> Instant.parse("2026-11-20T12:00:00Z"), Ticker.SYSTEM));
        return intake;
    }

    private static DatagramConfig.Threads threads(int slots) {
        return new DatagramConfig.Threads(1, 1, 0, 0, 1, slots, SLOT, false, false);
    }

    private DatagramIntake open() throws IOException {
        return open(List.of(), 1 << 20, threads(64));
    }

    private static String sms(long n) {
        return "{\"to\":\"+4670" + (1_000_000 + n) + "\",\"text\":\"message " + n + "\"}";
    }

    private long result(String name) {
        return stats.datagrams.result(name).sum();
    }

    @AfterEach
    void close() {
        intake.stop(Duration.ofMillis(500));
        door.close();
    }

    @Test
    @Tag("S3.1")
    void a_datagram_with_a_message_is_answered_by_one_with_its_id() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            Reply reply = client.ask(request(7, key, "", sms(1)));
            assertThat(reply.kind()).isEqualTo(DatagramFrame.ACCEPTED);
            assertThat(reply.id()).isEqualTo(7);
            assertThat(reply.length()).isEqualTo(20);
            assertThat(door.stored).containsOnlyKeys(new TaskId(reply.taskId()));
            assertThat(door.stored.get(new TaskId(reply.taskId())).account()).isEqualTo("acme");
            assertThat(client.reply(100)).isEmpty();
        }
    }

    @Test
    void many_from_several_clients_are_each_answered_once() throws Exception {
        open(List.of(), 1 << 20, new DatagramConfig.Threads(2, 2, 2, 2, 2, 256, SLOT, false, false));
        try (DatagramClient one = new DatagramClient(intake.port());
                DatagramClient other = new DatagramClient(intake.port())) {
            Set<Long> ids = new HashSet<>();
            for (int n = 0; n < 2_000; n += 20) {
                for (int i = n; i < n + 20; i++) {
                    (i % 2 == 0 ? one : other).send(request(i, key, "", sms(i)));
                }
                for (int i = 0; i < 20; i++) {
                    Reply reply = (i % 2 == 0 ? one : other).reply(10_000).orElseThrow();
                    assertThat(reply.kind()).isEqualTo(DatagramFrame.ACCEPTED);
                    assertThat(reply.id() % 2).isEqualTo(i % 2);
                    assertThat(ids.add(reply.id())).isTrue();
                }
            }
            assertThat(door.stored).hasSize(2_000);
            await().untilAsserted(
                            () -> assertThat(stats.datagrams.answered.sum()).isEqualTo(2_000));
        }
    }

    @Test
    @Tag("S3.6")
    void what_is_sent_again_because_its_answer_was_lost_is_known_by_the_clients_name_and_its_id() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            byte[] request = request(9, key, "orders", sms(1));
            Reply first = client.ask(request);
            Reply again = client.ask(request);
            assertThat(again.kind()).isEqualTo(DatagramFrame.REPEATED);
            assertThat(again.taskId()).isEqualTo(first.taskId());
            assertThat(door.stored.values())
                    .singleElement()
                    .satisfies(stored -> assertThat(stored.sms().clientRef()).isEqualTo("orders#9"));
            assertThat(client.ask(request(10, key, "orders", sms(1))).kind()).isEqualTo(DatagramFrame.ACCEPTED);
            Reply other = client.ask(request(9, key, "orders", sms(2)));
            assertThat(other.kind()).isEqualTo(DatagramFrame.REFUSED);
            assertThat(other.words()).startsWith("conflict: ");
            assertThat(result("repeated")).isOne();
        }
    }

    @Test
    @Tag("S3.6")
    void a_name_that_is_not_utf_8_is_refused_for_two_of_them_would_be_one() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            for (int name : new int[] {0xff, 0xfe}) {
                byte[] request = request(9, key, "x", sms(1));
                request[14 + key.length()] = (byte) name;
                Reply reply = client.ask(request);
                assertThat(reply.kind()).isEqualTo(DatagramFrame.REFUSED);
                assertThat(reply.words()).isEqualTo("not-utf-8: the client's name is not UTF-8");
            }
            assertThat(result("refused")).isEqualTo(2);
            assertThat(door.stored).isEmpty();
            assertThat(client.ask(request(9, key, "kö", sms(1))).kind()).isEqualTo(DatagramFrame.ACCEPTED);
        }
    }

    @Test
    void ids_and_references_of_the_clients_own_are_kept() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            String own = "{\"to\":\"+46701234567\",\"text\":\"a\",\"clientRef\":\"mine\"}";
            Reply reply = client.ask(request(-1, key, "orders", own));
            assertThat(reply.id()).isEqualTo(-1);
            assertThat(door.stored.get(new TaskId(reply.taskId())).sms().clientRef())
                    .isEqualTo("mine");
            Reply big = client.ask(request(-2, key, "orders", sms(4)));
            assertThat(door.stored.get(new TaskId(big.taskId())).sms().clientRef())
                    .isEqualTo("orders#18446744073709551614");
        }
    }

    @Test
    @Tag("S3.6")
    void who_shows_no_valid_key_gets_no_answer_but_is_counted() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            String wrong = KeyHash.create(new SecureRandom()).key().reveal();
            byte[] good = request(1, key, "c", sms(1));
            client.send(request(1, wrong, "", sms(1)));
            client.send("hello".getBytes());
            client.send(new byte[0]);
            client.send(Arrays.copyOf(good, 14 + key.length()));
            for (int at : new int[] {0, 1, 2, 3}) {
                byte[] other = good.clone();
                other[at]++;
                client.send(other);
            }
            byte[] longName = good.clone();
            longName[13] = 33;
            client.send(longName);
            byte[] beyond = good.clone();
            beyond[12] = (byte) 255;
            client.send(beyond);
            byte[] keyless = good.clone();
            keyless[12] = 0;
            client.send(keyless);
            await().until(() -> result("wrong-key") == 1 && result("malformed") == 10);
            assertThat(client.reply(200)).isEmpty();
            assertThat(door.stored).isEmpty();
            assertThat(stats.refused("wrong-key").sum()).isOne();
            assertThat(client.ask(good).kind()).isEqualTo(DatagramFrame.ACCEPTED);
        }
    }

    @Test
    @Tag("S3.6")
    void whatever_comes_nothing_falls_over_and_no_answer_is_longer_than_its_request() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        door.refuses = (account, sms) -> sms.text().contains("9")
                ? Optional.of(new SendOutcome.NoRoute("no route takes it, å" + "å".repeat(random.nextInt(300))))
                : Optional.empty();
        try (DatagramClient client = new DatagramClient(open().port())) {
            int answered = 0;
            for (int i = 0; i < 500; i++) {
                byte[] octets = request(i, key, random.nextBoolean() ? "c" : "", sms(random.nextInt(1000)));
                for (int flips = random.nextInt(3); flips > 0; flips--) {
                    octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
                }
                byte[] sent =
                        Arrays.copyOf(octets, random.nextInt(4) == 0 ? random.nextInt(octets.length) : octets.length);
                long received = stats.datagrams.received.sum() + result("malformed") + result("wrong-key");
                client.send(sent);
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofNanos(200_000))
                        .until(() ->
                                stats.datagrams.received.sum() + result("malformed") + result("wrong-key") > received);
                if (stats.datagrams.received.sum() > answered) {
                    answered++;
                    assertThat(client.reply(10_000).orElseThrow().length()).isLessThanOrEqualTo(sent.length);
                }
            }
            assertThat(answered).isBetween(100, 499);
            int all = answered;
            await().until(() -> stats.datagrams.answered.sum() == all); // counted once it is sent
            assertThat(result("process-failed") + result("receive-failed")).isZero();
        }
    }

    @Test
    @Tag("S3.6")
    void a_datagram_longer_than_a_slot_is_refused_by_name() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            String json = sms(1);
            int room = SLOT - 14 - key.length() - json.length();
            assertThat(client.ask(request(1, key, "", json + " ".repeat(room))).kind())
                    .isEqualTo(DatagramFrame.ACCEPTED);
            Reply reply = client.ask(request(2, key, "", json + " ".repeat(room + 1)));
            assertThat(reply.kind()).isEqualTo(DatagramFrame.REFUSED);
            assertThat(reply.id()).isEqualTo(2);
            assertThat(reply.words()).startsWith("too-large: ");
            assertThat(client.ask(request(3, key, "", json + " ".repeat(60_000)))
                            .words())
                    .startsWith("too-large: ");
            assertThat(result("too-large")).isEqualTo(2);
            assertThat(door.stored).hasSize(1);
        }
    }

    @Test
    void a_message_with_a_fault_is_refused_with_words() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            for (String bad : List.of("{", "[" + sms(1) + "]", "{\"to\":\"x\"}", "\"text\"")) {
                Reply reply = client.ask(request(1, key, "", bad + " ".repeat(100)));
                assertThat(reply.kind()).isEqualTo(DatagramFrame.REFUSED);
                assertThat(reply.words()).contains(": ");
            }
            assertThat(result("refused")).isEqualTo(4);
        }
    }

    @Test
    @Tag("S3.6")
    void without_a_free_slot_and_without_room_in_the_bridge_the_sender_is_told_to_come_again() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        door.refuses = (account, sms) -> {
            try {
                stuck.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return sms.text().endsWith("0")
                    ? Optional.of(new SendOutcome.NoCredit("acme", Duration.ofSeconds(2)))
                    : Optional.empty();
        };
        open(List.of(), 1 << 20, threads(4));
        try (DatagramClient client = new DatagramClient(intake.port())) {
            for (int n = 0; n < 4; n++) {
                client.send(request(n, key, "", sms(n)));
            }
            await().until(() -> stats.datagrams.received.sum() == 4);
            Reply full = client.ask(request(4, key, "", sms(4)));
            assertThat(full.kind()).isEqualTo(DatagramFrame.NOT_NOW);
            assertThat(full.id()).isEqualTo(4);
            assertThat(full.words()).startsWith("no-slot: ");
            assertThat(result("no-slot")).isOne();
            stuck.countDown();
            for (int n = 0; n < 4; n++) {
                Reply reply = client.reply(10_000).orElseThrow();
                assertThat(reply.kind()).isEqualTo(reply.id() == 0 ? DatagramFrame.NOT_NOW : DatagramFrame.ACCEPTED);
                if (reply.id() == 0) {
                    assertThat(java.nio.ByteBuffer.wrap(reply.rest())
                                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                                    .getInt())
                            .isEqualTo(2_000);
                    assertThat(reply.words()).startsWith("no-credit: ");
                }
            }
            // a slot is free a moment after its answer has left
            await().until(() -> client.ask(request(5, key, "", sms(5))).kind() == DatagramFrame.ACCEPTED);
        }
    }

    @Test
    void an_address_that_is_not_on_the_list_gets_no_answer_but_is_counted() throws Exception {
        open(List.of("192.0.2.0/24"), 1 << 20, threads(64));
        try (DatagramClient client = new DatagramClient(intake.port())) {
            client.send(request(1, key, "", sms(1)));
            await().until(() -> result("wrong-address") == 1);
            assertThat(client.reply(200)).isEmpty();
        }
        intake.stop(Duration.ofMillis(500));
        open(List.of("192.0.2.0/24", "127.0.0.1"), 1 << 20, threads(64));
        try (DatagramClient client = new DatagramClient(intake.port())) {
            assertThat(client.ask(request(1, key, "", sms(1))).kind()).isEqualTo(DatagramFrame.ACCEPTED);
        }
    }

    @Test
    void an_account_without_that_key_any_more_is_closed_at_a_reload() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            assertThat(client.ask(request(1, key, "", sms(1))).kind()).isEqualTo(DatagramFrame.ACCEPTED);
            intake.accounts(List.of());
            client.send(request(2, key, "", sms(2)));
            await().until(() -> result("wrong-key") == 1);
        }
    }

    /** Every slot is stuck, and so is the thread that receives, at its answer; the rest must show up among what the kernel drops. */
    @Test
    @Tag("S3.6")
    void what_the_operating_system_throws_away_is_counted_and_everything_sent_is_accounted_for() throws Exception {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/net/udp")), "needs Linux");
        open(List.of(), 65_536, threads(64));
        int sent = 50_000;
        byte[] request = request(1, key, "", sms(1) + " ".repeat(400));
        try (DatagramClient client = new DatagramClient(intake.port())) {
            for (int n = 0; n < sent; n++) {
                client.send(request);
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> stats.datagrams.received.sum() + stats.datagrams.kernelDrops() == sent);
        }
        System.out.printf(
                "S3.6: %d sent, %d received, %d without a slot, %d dropped by the kernel%n",
                sent, stats.datagrams.received.sum(), result("no-slot"), stats.datagrams.kernelDrops());
        assertThat(stats.datagrams.kernelDrops()).isPositive();
        await().until(() -> stats.datagrams.answered.sum() == stats.datagrams.received.sum());
    }

    @Test
    @Tag("S3.3")
    void the_kernels_count_may_run_over(@TempDir Path directory) throws IOException {
        open();
        Path table = directory.resolve("udp");
        KernelDrops drops = new KernelDrops(table, new byte[] {127, 0, 0, 1}, 8082);
        assertThat(drops.total()).isZero();
        Files.writeString(table, line(8082, "5"));
        assertThat(drops.total()).isEqualTo(5);
        Files.writeString(table, line(8083, "9") + line(8082, "4294967290"));
        assertThat(drops.total()).isEqualTo(4_294_967_290L);
        Files.writeString(table, line(8082, "4"));
        assertThat(drops.total()).isEqualTo(4_294_967_300L);
        Files.writeString(table, "no table\n");
        assertThat(drops.total()).isEqualTo(4_294_967_300L);
    }

    private static String line(int port, String drops) {
        return "  105: 0100007F:" + Integer.toHexString(port).toUpperCase(java.util.Locale.ROOT)
                + " 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 22 2 0000000000000000 "
                + drops + "\n";
    }

    @Test
    @Tag("S3.8")
    void how_long_a_datagram_waits_and_is_worked_on_is_counted_at_each_stage() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            for (int n = 0; n < 10; n++) {
                client.ask(request(n, key, "", sms(n)));
            }
            await().until(() -> stats.datagrams.service(Stage.RESP).count() == 10);
            for (Stage stage : List.of(Stage.SERVICE, Stage.RESP)) {
                assertThat(stats.datagrams.waits(stage).count()).isEqualTo(10);
            }
            for (Stage stage : List.of(Stage.RECV, Stage.SERVICE, Stage.OUTCOME)) {
                assertThat(stats.datagrams.service(stage).count()).isEqualTo(10);
                assertThat(stats.datagrams.service(stage).sumNanos()).isPositive();
            }
        }
    }

    @Test
    void a_stop_answers_what_was_received() throws Exception {
        try (DatagramClient client = new DatagramClient(open().port())) {
            for (int n = 0; n < 50; n++) {
                client.send(request(n, key, "", sms(n)));
            }
            await().until(() -> stats.datagrams.received.sum() == 50);
            intake.stop(Duration.ofSeconds(5));
            for (int n = 0; n < 50; n++) {
                assertThat(client.reply(1_000).orElseThrow().kind()).isEqualTo(DatagramFrame.ACCEPTED);
            }
        }
    }
}
