package io.smppbridge.intake;

import static io.smppbridge.intake.StreamClient.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SendOutcome;
import io.smppbridge.http.KeyRing;
import io.smppbridge.http.Keys;
import io.smppbridge.intake.StreamClient.Reply;
import io.smppbridge.loops.MiddleOfTurn;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.settings.TcpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stream with gathered ACKs, octet by octet, against a door that accepts on a thread of its own. */
@Timeout(30)
class TcpIntakeTest {
    private static final int MOST = 10;

    private final FakeDoor door = new FakeDoor();
    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());
    private final BridgeStats stats = new BridgeStats();
    private TcpIntake intake;
    private int maxFrame = 1000;

    private TcpIntake open(String account, String ackEvery, String silence, int window) throws IOException {
        return open(
                account,
                ackEvery,
                silence,
                window,
                new KeyRing(Map.of("acme", List.of(key.hash().toString()))));
    }

    private TcpIntake open(String account, String ackEvery, String silence, int window, Keys keys) throws IOException {
        TcpConfig config = new TcpConfig(
                true,
                "127.0.0.1",
                0,
                1,
                MOST,
                maxFrame,
                Duration.parse(ackEvery),
                Duration.parse(silence),
                window,
                account,
                account.isEmpty() ? "" : "+46701234567",
                NodeConfig.Durability.FORCED);
        intake = TcpIntake.open(
                config,
                keys,
                new TcpIntake.Surroundings(door, stats, () -> Instant.parse("2026-11-20T12:00:00Z"), Ticker.SYSTEM));
        return intake;
    }

    private TcpIntake open() throws IOException {
        return open("", "PT0.005S", "PT5S", 50_000);
    }

    private String login(String more) {
        return "{\"key\":\"" + key.key().reveal() + "\"" + more + "}";
    }

    private static String sms(long n) {
        return "{\"to\":\"+4670" + (1_000_000 + n) + "\",\"text\":\"message " + n + "\"}";
    }

    private static byte[] frames(long from, long to) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (long n = from; n <= to; n++) {
            frames.writeBytes(frame(n, sms(n)));
        }
        return frames.toByteArray();
    }

    /** From now on so many messages are taken; the counter goes on below zero. */
    private AtomicInteger room(int messages) {
        AtomicInteger room = new AtomicInteger(messages);
        door.refuses = (account, sms) -> room.getAndDecrement() > 0
                ? Optional.empty()
                : Optional.of(new SendOutcome.NoCredit("acme", Duration.ofSeconds(1)));
        return room;
    }

    @AfterEach
    void close() {
        intake.stop(Duration.ofMillis(500));
        door.close();
    }

    @Test
    void a_loop_that_is_told_to_end_in_the_middle_of_its_turn_closes_its_connections() throws Exception {
        Keys ending = presented -> {
            MiddleOfTurn.end();
            return Optional.of("acme");
        };
        try (StreamClient client =
                new StreamClient(open("", "PT0.005S", "PT5S", 50_000, ending).port())) {
            client.send(frame(0, login("")));
            client.socket.getInputStream().readAllBytes(); // which ends with the connection, or fails for want of time
        }
    }

    @Test
    void a_crowd_that_does_not_log_in_gives_way_to_whoever_comes_and_nobody_who_has_logged_in_does() throws Exception {
        int port = open().port();
        List<StreamClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * MOST; i++) {
                clients.add(new StreamClient(port));
            }
            List<StreamClient> known = new ArrayList<>();
            for (int i = 0; i < MOST; i++) {
                StreamClient client = new StreamClient(port);
                clients.add(client);
                known.add(client);
                client.send(frame(0, login("")));
                assertThat(client.socket.getInputStream().readNBytes(12)).hasSize(12);
            }
            await().until(() -> intake.connections() == MOST);
            try (StreamClient late = new StreamClient(port)) {
                assertThat(late.socket.getInputStream().read()).isNegative();
            }
            for (StreamClient client : known) {
                client.send(frame(1, sms(1)));
                assertThat(client.socket.getInputStream().readNBytes(12)).hasSize(12);
            }
        } finally {
            for (StreamClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void nothing_is_kept_of_the_names_of_a_connection_that_has_ended() throws Exception {
        try (StreamClient client = new StreamClient(open().port())) {
            for (int i = 1; i <= 3; i++) {
                client.send(frame(0, login(",\"client\":\"name" + i + "\"")));
                client.socket.getInputStream().readNBytes(12);
            }
            assertThat(intake.names()).isEqualTo(3);
        }
        await().until(() -> intake.connections() == 0 && intake.names() == 0);
    }

    @Test
    @Tag("S4.1")
    void hello_is_a_frame_of_17_octets_and_its_ack_has_12() throws Exception {
        assertThat(frame(1, "Hello")).hasSize(17).startsWith(1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 'H');
        try (StreamClient client =
                new StreamClient(open("acme", "PT0.005S", "PT5S", 100).port())) {
            client.send(frame(1, "Hello"));
            byte[] ack = client.socket.getInputStream().readNBytes(12);
            assertThat(ack).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            assertThat(door.stored.values()).singleElement().satisfies(stored -> {
                assertThat(stored.account()).isEqualTo("acme");
                assertThat(stored.sms().text()).isEqualTo("Hello");
                assertThat(stored.sms().to().number()).isEqualTo("46701234567");
            });
        }
    }

    @Test
    @Tag("S4.3")
    @Tag("C94")
    @Tag("C01")
    void every_ack_is_the_one_before_and_the_skipped_and_one_however_the_stream_is_cut() throws Exception {
        int messages = 20_000;
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int n = 1; n <= messages; n++) {
            stream.writeBytes(frame(n, sms(n)));
        }
        byte[] octets = stream.toByteArray();
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    for (int at = 0; at < octets.length; ) {
                        int length = Math.min(octets.length - at, 1 + random.nextInt(20_000));
                        client.send(java.util.Arrays.copyOfRange(octets, at, at + length));
                        at += length;
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            long last = 0;
            int acks = 0;
            while (last < messages) {
                Reply ack = client.next();
                assertThat(ack.refusal()).isEmpty();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
                acks++;
            }
            sent.join();
            assertThat(acks).isLessThan(messages / 10);
            assertThat(door.stored).hasSize(messages);
        }
    }

    @Test
    @Tag("S4.9")
    @Tag("C83")
    void nothing_is_acknowledged_before_it_is_durable() throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            door.hold(disk);
            client.send(1, sms(1));
            client.send(2, sms(2));
            await().until(() -> door.calls.get() > 0);
            client.socket.setSoTimeout(100);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(client::next))
                    .isInstanceOf(SocketTimeoutException.class);
            client.socket.setSoTimeout(5_000);
            disk.complete(null);
            long last = 0;
            while (last < 2) {
                last = client.next().id();
            }
            assertThat(door.stored).hasSize(2);
        }
    }

    @Test
    @Tag("S4.5")
    void in_lock_step_every_message_has_an_ack_of_its_own() throws Exception {
        try (StreamClient client =
                new StreamClient(open("", "PT0S", "PT5S", 100).port())) {
            client.login(login(",\"ack\":\"each\""));
            ByteArrayOutputStream three = new ByteArrayOutputStream();
            for (int n = 1; n <= 3; n++) {
                three.writeBytes(frame(n, sms(n)));
            }
            client.send(three.toByteArray());
            for (int n = 1; n <= 3; n++) {
                assertThat(client.next()).isEqualTo(new Reply(n, 0, ""));
            }
        }
    }

    @Test
    @Tag("S4.4")
    void after_silence_what_is_due_is_acknowledged_and_the_connection_ended() throws Exception {
        try (StreamClient client =
                new StreamClient(open("", "PT1S", "PT0.2S", 100).port())) {
            client.login(login(""), frame(1, sms(1)));
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            assertThat(client.isEnded()).isTrue();
            await().until(() -> intake.connections() == 0);
        }
    }

    @Test
    @Tag("S4.4")
    @Tag("C106")
    void octets_that_never_become_a_frame_are_silence() throws Exception {
        int port = open("", "PT0.005S", "PT0.4S", 100).port();
        try (StreamClient stranger = new StreamClient(port);
                StreamClient client = new StreamClient(port)) {
            client.login(login(""));
            byte[] drip = frame(1, "x".repeat(900));
            AtomicInteger at = new AtomicInteger();
            await().atMost(Duration.ofSeconds(5))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        byte[] one = {drip[at.getAndIncrement()]};
                        try {
                            stranger.send(one);
                            client.send(one);
                        } catch (IOException ended) { // what was sent after the end may reset the connection
                            return intake.connections() == 0;
                        }
                        return intake.connections() == 0;
                    });
        }
    }

    @Test
    @Tag("C94")
    void a_stream_whose_key_is_taken_away_ends_and_is_told_why_and_the_others_go_on() throws Exception {
        KeyHash.NewKey other = KeyHash.create(new SecureRandom());
        Map<String, List<String>> both =
                Map.of("acme", List.of(key.hash().toString(), other.hash().toString()));
        int port =
                open("unnamed", "PT0.005S", "PT5S", 50_000, new KeyRing(both)).port();
        try (StreamClient client = new StreamClient(port);
                StreamClient keeps = new StreamClient(port);
                StreamClient unnamed = new StreamClient(port)) {
            client.login(login(""));
            keeps.login(login("").replace(key.key().reveal(), other.key().reveal()));
            client.send(1, sms(1));
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            keeps.send(1, sms(2));
            assertThat(keeps.next()).isEqualTo(new Reply(1, 0, ""));
            unnamed.send(frame(1, "Hello"));
            assertThat(unnamed.next()).isEqualTo(new Reply(1, 0, ""));
            intake.keys(new KeyRing(Map.of("acme", List.of(other.hash().toString()))));
            Reply told = client.next();
            assertThat(told.id()).isZero();
            assertThat(told.refusal()).contains("\"code\":\"wrong-key\"", "no longer");
            assertThat(client.isEnded()).isTrue();
            keeps.send(2, sms(3));
            assertThat(keeps.next()).isEqualTo(new Reply(2, 0, ""));
            unnamed.send(frame(2, "Hello"));
            assertThat(unnamed.next()).isEqualTo(new Reply(2, 0, ""));
        }
        assertThat(stats.refused("wrong-key").sum()).isOne();
    }

    @Test
    @Tag("C94")
    void a_second_login_with_a_name_ends_the_first_connection_so_that_no_id_means_two_messages() throws Exception {
        int port = open().port();
        try (StreamClient first = new StreamClient(port);
                StreamClient second = new StreamClient(port);
                StreamClient another = new StreamClient(port)) {
            first.login(login(",\"client\":\"a\""));
            another.login(login(",\"client\":\"b\""));
            first.send(1, sms(1));
            assertThat(first.next()).isEqualTo(new Reply(1, 0, ""));
            assertThat(second.login(login(",\"client\":\"a\"")).id()).isEqualTo(1);
            Reply told = first.next();
            assertThat(told.id()).isZero();
            assertThat(told.refusal()).contains("\"code\":\"taken-over\"");
            assertThat(first.isEnded()).isTrue();
            second.send(2, sms(2));
            assertThat(second.next()).isEqualTo(new Reply(2, 0, ""));
            another.send(1, sms(3));
            assertThat(another.next()).isEqualTo(new Reply(1, 0, ""));
        }
        assertThat(door.stored).hasSize(3);
        assertThat(stats.refused("taken-over").sum()).isEqualTo(1);
    }

    @Test
    @Tag("S4.4")
    void whoever_waits_for_an_ack_is_not_silent() throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        try (StreamClient client =
                new StreamClient(open("", "PT0.005S", "PT0.1S", 100).port())) {
            door.holdMessages(disk);
            client.login(login(""), frame(1, sms(1)));
            await().until(() -> door.calls.get() > 0);
            long begun = System.nanoTime();
            await().until(() -> System.nanoTime() - begun > 400_000_000L);
            client.send(2, sms(2));
            await().until(() -> door.calls.get() > 1);
            disk.complete(null);
            long last = 0;
            while (last < 2) {
                last = client.next().id();
            }
            assertThat(last).isEqualTo(2);
        }
    }

    @Test
    @Tag("S4.4")
    @Tag("C106")
    void whoever_sends_on_and_takes_no_ack_is_silent() throws Exception {
        try (SocketChannel client = unread(open("", "PT0.005S", "PT0.2S", 100).port())) {
            ByteBuffer frames = ByteBuffer.wrap(wrongOnes());
            await().until(() -> sendsMore(client, frames) && intake.connections() == 0);
        }
    }

    @Test
    @Tag("S4.4")
    void whoever_takes_its_acks_slowly_is_not_silent() throws Exception {
        try (SocketChannel client = unread(open("", "PT0.005S", "PT0.5S", 100).port())) {
            ByteBuffer frames = ByteBuffer.wrap(wrongOnes());
            ByteBuffer few = ByteBuffer.allocate(16 << 10);
            long begun = System.nanoTime();
            await().pollInterval(Duration.ofMillis(50)).until(() -> {
                sendsMore(client, frames);
                client.read(few.clear());
                return System.nanoTime() - begun > 3_000_000_000L;
            });
            assertThat(intake.connections()).isOne();
        }
    }

    private SocketChannel unread(int port) throws IOException {
        SocketChannel client = SocketChannel.open();
        client.setOption(StandardSocketOptions.SO_RCVBUF, 32 << 10);
        client.connect(new InetSocketAddress("127.0.0.1", port));
        client.write(ByteBuffer.wrap(frame(0, login(""))));
        client.configureBlocking(false);
        return client;
    }

    /** Messages whose refusals are more than the kernel's buffers and the bridge's hold. */
    private static byte[] wrongOnes() {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (long n = 1; n <= 200_000; n++) {
            frames.writeBytes(frame(n, "{}"));
        }
        return frames.toByteArray();
    }

    /** True, also when the bridge has closed. */
    private static boolean sendsMore(SocketChannel client, ByteBuffer frames) {
        try {
            client.write(frames);
        } catch (IOException e) {
            frames.position(frames.limit());
        }
        return true;
    }

    @Test
    @Tag("S4.4")
    void the_silence_of_whoever_has_waited_for_an_ack_begins_with_it() throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        try (StreamClient client =
                new StreamClient(open("", "PT0.005S", "PT0.6S", 100).port())) {
            door.holdMessages(disk);
            client.login(login(""), frame(1, sms(1)));
            long begun = System.nanoTime();
            await().until(() -> System.nanoTime() - begun > 400_000_000L);
            long told = System.nanoTime();
            disk.complete(null);
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            assertThat(client.isEnded()).isTrue();
            assertThat(System.nanoTime() - told).isGreaterThanOrEqualTo(600_000_000L);
        }
    }

    @Test
    @Tag("C94")
    @Tag("S4.9")
    void a_named_stream_that_comes_back_hears_where_it_stands_and_nothing_is_doubled() throws Exception {
        int port = open().port();
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login(login(",\"client\":\"a\"")).id()).isZero();
            for (int n = 1; n <= 10; n++) {
                client.send(n, sms(n));
            }
            long last = 0;
            while (last < 10) {
                last = client.next().id();
            }
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login(login(",\"client\":\"a\"")).id()).isEqualTo(10);
            // It has missed the ACKs from 6 on.
            long last = 5;
            for (int n = 6; n <= 12; n++) {
                client.send(n, sms(n));
            }
            while (last < 12) {
                Reply ack = client.next();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
        }
        assertThat(door.stored).hasSize(12);
        try (StreamClient client = new StreamClient(port)) {
            client.login(login(",\"client\":\"a\""));
            client.send(14, sms(14));
            Reply refusal = client.next();
            assertThat(refusal.refusal()).contains("id-order", "id 14 after 12, expected 13");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    @Tag("C94")
    void a_refusal_is_covered_too_so_that_a_stream_goes_on_behind_it_after_a_break() throws Exception {
        int port = open().port();
        try (StreamClient client = new StreamClient(port)) {
            client.login(login(",\"client\":\"a\""));
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(1, sms(1)));
            frames.writeBytes(frame(2, "{\"text\":\"no to\"}"));
            client.send(frames.toByteArray());
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            assertThat(client.next().refusal()).contains("/to");
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login(login(",\"client\":\"a\"")).id()).isEqualTo(2);
            client.send(3, sms(3));
            assertThat(client.next()).isEqualTo(new Reply(3, 0, ""));
        }
    }

    @Test
    void a_login_to_a_name_is_refused_for_texts_go_to_numbers() throws Exception {
        open();
        try (StreamClient client = new StreamClient(intake.port())) {
            assertThat(client.login(login(",\"to\":\"Acme\"")).refusal()).contains("Acme", "expected a number");
        }
    }

    @Test
    void a_login_with_a_name_of_no_characters_is_refused_for_two_of_them_would_be_one_stream() throws Exception {
        open();
        for (String name : List.of("\\ud800", "\\udc00")) {
            try (StreamClient client = new StreamClient(intake.port())) {
                assertThat(client.login(login(",\"client\":\"" + name + "\"")).refusal())
                        .contains("half of a surrogate pair");
            }
        }
    }

    @Test
    @Tag("C94")
    void frames_that_come_with_the_login_wait_for_its_answer() throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        try (StreamClient client = new StreamClient(open().port())) {
            door.hold(disk);
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(0, login(",\"client\":\"a\"")));
            frames.writeBytes(frame(1, sms(1)));
            frames.writeBytes(frame(2, sms(2)));
            client.send(frames.toByteArray());
            client.socket.setSoTimeout(100);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(client::next))
                    .isInstanceOf(SocketTimeoutException.class);
            client.socket.setSoTimeout(5_000);
            disk.complete(null);
            assertThat(client.next()).isEqualTo(new Reply(0, 0, ""));
            long last = 0;
            while (last < 2) {
                last = client.next().id();
            }
            assertThat(door.stored).hasSize(2);
        }
    }

    @Test
    @Tag("C94")
    void frames_that_come_with_a_login_go_on_where_the_stream_stands() throws Exception {
        int port = open().port();
        try (StreamClient client = new StreamClient(port)) {
            client.login(login(",\"client\":\"a\""));
            client.send(frames(1, 3));
            while (client.next().id() < 3) {}
        }
        try (StreamClient client = new StreamClient(port)) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(0, login(",\"client\":\"a\"")));
            frames.writeBytes(frames(4, 5));
            client.send(frames.toByteArray());
            assertThat(client.next()).isEqualTo(new Reply(3, 0, ""));
            client.send(6, sms(6));
            Reply last = client.next();
            while (last.id() < 6) {
                last = client.next();
            }
            assertThat(last.refusal()).isEmpty();
            assertThat(door.stored).hasSize(6);
        }
    }

    @Test
    void ids_begin_at_one() throws Exception {
        int port = open().port();
        for (long id : new long[] {-1, -5, Long.MIN_VALUE + 1}) {
            try (StreamClient client = new StreamClient(port)) {
                client.login(login(""));
                client.send(id, sms(1));
                assertThat(client.next().refusal()).contains("id-order", "id " + id + ", expected 1 or more");
            }
        }
        assertThat(door.stored).isEmpty();
    }

    @Test
    void a_stream_without_a_name_may_begin_anywhere_and_takes_no_login_after_its_first_message() throws Exception {
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            client.send(41, sms(41));
            assertThat(client.next()).isEqualTo(new Reply(41, 0, ""));
            client.send(42, sms(42));
            assertThat(client.next()).isEqualTo(new Reply(42, 0, ""));
            client.send(frame(0, login("")));
            assertThat(client.next().refusal()).contains("id-order", "id 0 after 42, expected 43");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    @Tag("C94")
    void a_stream_that_there_is_no_room_for_is_refused_at_its_login_and_counted() throws Exception {
        door.noStream = "no room for another stream";
        try (StreamClient client = new StreamClient(open().port())) {
            assertThat(client.login(login(",\"client\":\"a\"")).refusal()).contains("no-stream", "no room");
            assertThat(client.isEnded()).isTrue();
            assertThat(stats.refused("no-stream").sum()).isEqualTo(1);
        }
    }

    /** As without a name, but the ids are seen in order. */
    @Test
    @Tag("C88")
    @Tag("C94")
    void a_named_stream_without_room_goes_on_in_order() throws Exception {
        AtomicInteger room = new AtomicInteger(3);
        List<String> order = new java.util.concurrent.CopyOnWriteArrayList<>();
        door.refuses = (account, sms) -> {
            if (room.getAndDecrement() > 0) {
                order.add(sms.text());
                return Optional.empty();
            }
            return Optional.of(new SendOutcome.NoCredit("acme", Duration.ofSeconds(1)));
        };
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(",\"client\":\"a\""));
            for (int n = 1; n <= 40; n++) {
                client.send(n, sms(n));
            }
            await().until(() -> room.get() < -3);
            room.set(1_000_000);
            long last = 0;
            while (last < 40) {
                Reply ack = client.next();
                assertThat(ack.refusal()).isEmpty();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
        }
        assertThat(order)
                .containsExactlyElementsOf(java.util.stream.IntStream.rangeClosed(1, 40)
                        .mapToObj(n -> "message " + n)
                        .toList());
    }

    /** Four ACKs' times of silence after an ACK: the client hears nothing, until it sends again. */
    @Test
    @Tag("S4.2")
    void acks_are_gathered_for_their_time_and_nothing_is_sent_when_nothing_is_due() throws Exception {
        try (StreamClient client =
                new StreamClient(open("", "PT0.1S", "PT5S", 50_000).port())) {
            client.login(login(""));
            long begun = System.nanoTime();
            for (int n = 1; n <= 50; n++) {
                client.send(n, sms(n));
            }
            Reply ack = client.next();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(99_000_000L);
            long last = ack.id();
            int acks = 1;
            while (last < 50) {
                Reply more = client.next();
                assertThat(last + more.skipped() + 1).isEqualTo(more.id());
                last = more.id();
                acks++;
            }
            assertThat(acks).as("one in 100 ms").isLessThan(10);
            client.socket.setSoTimeout(400);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(client::next))
                    .isInstanceOf(SocketTimeoutException.class);
            client.socket.setSoTimeout(5_000);
            client.send(51, sms(51));
            assertThat(client.next()).isEqualTo(new Reply(51, 0, ""));
        }
    }

    @Test
    @Tag("S4.10")
    void ids_out_of_order_end_the_connection_with_the_reason_after_the_acks() throws Exception {
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(1, sms(1)));
            frames.writeBytes(frame(3, sms(3)));
            client.send(frames.toByteArray());
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            Reply refusal = client.next();
            assertThat(refusal.id()).isEqualTo(3);
            assertThat(refusal.refusal()).contains("\"code\":\"id-order\"", "expected 2");
            assertThat(client.isEnded()).isTrue();
            assertThat(stats.refused("malformed").sum()).isEqualTo(1);
        }
    }

    @Test
    @Tag("S4.10")
    void a_frame_that_is_too_large_is_refused_by_its_head() throws Exception {
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            client.send(java.util.Arrays.copyOf(frame(1, "x".repeat(1001)), 12));
            assertThat(client.next().refusal()).contains("frame-too-large", "1001", "at most 1000");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    @Tag("S4.10")
    void a_frame_as_large_as_may_be_is_taken_and_one_of_a_negative_length_refused() throws Exception {
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            String largest = sms(1).replace("}", " ".repeat(1_000 - sms(1).length()) + "}");
            client.send(1, largest);
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            byte[] head = java.util.Arrays.copyOf(frame(2, ""), 12);
            head[11] = (byte) 0x80;
            client.send(head);
            assertThat(client.next().refusal()).contains("frame-too-large", "2147483648", "at most 1000");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void streams_without_a_name_stand_side_by_side() throws Exception {
        int port = open().port();
        try (StreamClient one = new StreamClient(port);
                StreamClient other = new StreamClient(port)) {
            one.login(login(""));
            other.login(login(""));
            for (StreamClient client : List.of(one, other, one)) {
                long id = client == one && door.stored.size() > 1 ? 2 : 1;
                client.send(id, sms(id));
                assertThat(client.next()).isEqualTo(new Reply(id, 0, ""));
            }
        }
    }

    @Test
    @Tag("S-06")
    void who_has_not_logged_in_can_announce_nothing_that_is_longer_than_a_login() throws Exception {
        maxFrame = 2_000;
        int port = open().port();
        try (StreamClient stranger = new StreamClient(port);
                StreamClient client = new StreamClient(port)) {
            stranger.send(java.util.Arrays.copyOf(frame(0, "x".repeat(1_025)), 12));
            assertThat(stranger.next().refusal()).contains("frame-too-large", "1025", "at most 1024 before the login");
            assertThat(stranger.isEnded()).isTrue();

            ByteArrayOutputStream atOnce = new ByteArrayOutputStream();
            atOnce.writeBytes(frame(0, login("")));
            atOnce.writeBytes(frame(1, sms(1).replace("message", "m".repeat(1_400))));
            client.send(atOnce.toByteArray());
            assertThat(client.next()).isEqualTo(new Reply(0, 0, ""));
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
        }
    }

    @Test
    void a_message_that_is_wrong_is_refused_by_its_id_and_the_stream_goes_on() throws Exception {
        door.refuses = (account, sms) -> sms.text().equals("message 3")
                ? Optional.of(new SendOutcome.NoRoute("no route to 46701000xxx"))
                : Optional.empty();
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(""));
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(1, sms(1)));
            frames.writeBytes(frame(2, "{\"text\":\"no to\"}"));
            frames.writeBytes(frame(3, sms(3)));
            frames.writeBytes(frame(4, sms(4)));
            client.send(frames.toByteArray());
            assertThat(client.next()).isEqualTo(new Reply(1, 0, ""));
            Reply second = client.next();
            assertThat(second.id()).isEqualTo(2);
            assertThat(second.refusal()).contains("/to");
            Reply third = client.next();
            assertThat(third.id()).isEqualTo(3);
            assertThat(third.refusal()).contains("no-route");
            assertThat(client.next()).isEqualTo(new Reply(4, 0, ""));
        }
    }

    @Test
    @Tag("C88")
    @Tag("E-09")
    void without_room_the_acks_stop_and_nothing_is_refused_or_doubled() throws Exception {
        AtomicInteger room = new AtomicInteger(3);
        Set<String> seen = new HashSet<>();
        door.refuses = (account, sms) -> room.getAndDecrement() > 0
                ? Optional.empty()
                : Optional.of(new SendOutcome.NoCredit("acme", Duration.ofSeconds(1)));
        try (StreamClient client =
                new StreamClient(open("", "PT0.005S", "PT0.1S", 5).port())) {
            client.login(login(""), frames(1, 20));
            await().until(() -> room.get() < -5);
            assertThat(door.stored).hasSize(3);
            room.set(1_000_000);
            long last = 0;
            while (last < 20) {
                Reply ack = client.next();
                assertThat(ack.refusal()).isEmpty();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
            door.stored
                    .values()
                    .forEach(stored -> assertThat(seen.add(stored.sms().text())).isTrue());
            assertThat(seen).hasSize(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"client\":\"a\""})
    @Tag("C88")
    @Tag("E-09")
    void what_was_taken_is_acknowledged_while_the_rest_of_its_batch_waits_for_room(String named) throws Exception {
        AtomicInteger room = room(3);
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(named));
            client.send(frames(1, 20));
            long last = 0;
            while (last < 3) {
                Reply ack = client.next();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
            assertThat(last).isEqualTo(3);
            await().until(() -> room.get() < -1);
            room.set(1_000_000);
            while (last < 20) {
                Reply ack = client.next();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
        }
        assertThat(door.stored).hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"client\":\"a\"", ",\"client\":\"a\",\"ack\":\"each\""})
    @Tag("C94")
    @Tag("E-09")
    void a_refusal_does_not_wait_for_what_comes_behind_it_in_its_batch(String named) throws Exception {
        room(4);
        try (StreamClient client = new StreamClient(open().port())) {
            client.login(login(named));
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frames(1, 2));
            frames.writeBytes(frame(3, "{\"text\":\"no to\"}"));
            frames.writeBytes(frames(4, 20));
            client.send(frames.toByteArray());
            long last = 0;
            while (last < 5) {
                Reply reply = client.next();
                assertThat(last + reply.skipped() + 1).isEqualTo(reply.id());
                assertThat(last < 3 && reply.id() > 3).as("3 is passed over").isFalse();
                assertThat(reply.refusal().contains("/to")).isEqualTo(reply.id() == 3);
                last = reply.id();
            }
            assertThat(last).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"client\":\"a\""})
    @Tag("C88")
    @Tag("E-09")
    void what_was_taken_is_acknowledged_when_the_bridge_closes_with_the_rest_waiting_for_room(String named)
            throws Exception {
        AtomicInteger room = room(3);
        try (StreamClient client =
                new StreamClient(open("", "PT1H", "PT5S", 100).port())) {
            client.login(login(named));
            client.send(frames(1, 20));
            await().until(() -> room.get() < -1);
            client.send(frames(21, 100)); // nobody reads these
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> intake.stop(Duration.ofSeconds(5)));
            assertThat(client.next()).isEqualTo(new Reply(3, 2, ""));
            assertThat(client.isEnded()).isTrue();
            client.close();
            stopped.join();
        }
        assertThat(door.stored).hasSize(3);
    }

    @Test
    @Tag("C94")
    void a_connection_whose_name_is_taken_over_offers_nothing_again() throws Exception {
        AtomicInteger room = room(3);
        int port = open().port();
        try (StreamClient first = new StreamClient(port);
                StreamClient second = new StreamClient(port)) {
            first.login(login(",\"client\":\"a\""));
            first.send(frames(1, 20));
            await().until(() -> room.get() < -1);
            assertThat(second.login(login(",\"client\":\"a\"")).id()).isEqualTo(3);
            Reply told = first.next();
            while (told.refusal().isEmpty()) {
                assertThat(told.id()).isLessThanOrEqualTo(3);
                told = first.next();
            }
            assertThat(told.refusal()).contains("taken-over");
            assertThat(first.isEnded()).isTrue();
            room.set(1_000_000);
            second.send(4, sms(104));
            assertThat(second.next()).isEqualTo(new Reply(4, 0, ""));
        }
        assertThat(door.stored.values().stream().map(stored -> stored.sms().text()))
                .containsExactlyInAnyOrder("message 1", "message 2", "message 3", "message 104");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"client\":\"a\"", ",\"ack\":\"each\""})
    @Tag("S4.9")
    void who_sends_no_more_gets_the_acks_of_all_whole_frames_and_then_the_end(String more) throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        try (StreamClient client = new StreamClient(open().port())) {
            door.hold(disk);
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frames.writeBytes(frame(0, login(more)));
            frames.writeBytes(frames(1, 20));
            frames.writeBytes(java.util.Arrays.copyOf(frame(21, sms(21)), 20));
            client.send(frames.toByteArray());
            client.socket.shutdownOutput();
            disk.complete(null);
            assertThat(client.next()).isEqualTo(new Reply(0, 0, ""));
            long last = 0;
            while (last < 20) {
                Reply ack = client.next();
                assertThat(last + ack.skipped() + 1).isEqualTo(ack.id());
                last = ack.id();
            }
            assertThat(client.isEnded()).isTrue();
            await().until(() -> intake.connections() == 0);
        }
        assertThat(door.stored).hasSize(20);
    }

    @Test
    @Tag("C88")
    void who_sends_no_more_while_there_is_no_room_gets_the_acks_of_what_was_taken_and_then_the_end() throws Exception {
        AtomicInteger room = room(3);
        try (StreamClient client =
                new StreamClient(open("", "PT1H", "PT5S", 100).port())) {
            client.login(login(""));
            client.send(frames(1, 20));
            await().until(() -> room.get() < -1);
            client.socket.shutdownOutput();
            assertThat(client.next()).isEqualTo(new Reply(3, 2, ""));
            assertThat(client.isEnded()).isTrue();
            await().until(() -> intake.connections() == 0);
        }
        assertThat(door.stored).hasSize(3);
    }

    @Test
    void who_sends_no_more_and_waits_for_nothing_is_ended_at_once() throws Exception {
        int port = open("", "PT1H", "PT1H", 100).port();
        try (StreamClient stranger = new StreamClient(port);
                StreamClient client = new StreamClient(port)) {
            client.login(login(""));
            stranger.socket.shutdownOutput();
            client.socket.shutdownOutput();
            assertThat(stranger.isEnded()).isTrue();
            assertThat(client.isEnded()).isTrue();
            await().until(() -> intake.connections() == 0);
        }
    }

    @Test
    @Tag("S-06")
    void who_resets_its_connection_after_its_last_octet_is_gone_although_the_disk_is_still_waited_for()
            throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        StreamClient client = new StreamClient(open().port());
        client.login(login(""));
        door.hold(disk);
        client.send(1, sms(1));
        client.socket.shutdownOutput();
        await().until(() -> door.calls.get() > 0);
        assertThat(intake.connections()).isEqualTo(1);
        client.socket.setSoLinger(true, 0);
        client.close();
        await().until(() -> intake.connections() == 0);
        disk.complete(null);
        await().until(() -> door.stored.size() == 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("S-06")
    void who_is_at_its_end_and_never_reads_keeps_no_connection(boolean shut) throws Exception {
        CompletableFuture<Void> disk = new CompletableFuture<>();
        door.refuses = (account, sms) -> Optional.of(new SendOutcome.NoRoute("no route".repeat(100)));
        int port = open("", "PT0.005S", "PT0.2S", 50_000).port();
        try (StreamClient client = new StreamClient(port)) {
            door.holdMessages(disk);
            client.login(login(""), frames(1, 20_000));
            if (shut) {
                client.socket.shutdownOutput();
            } else {
                client.send(frame(30_000, "a gap"));
            }
            AtomicLong seen = new AtomicLong();
            await().during(Duration.ofMillis(300))
                    .until(() -> seen.getAndSet(door.calls.get()) == door.calls.get() && seen.get() > 0);
            disk.complete(null);
            await().until(() -> intake.connections() == 0);
        }
    }

    @Test
    void without_a_key_that_opens_there_is_no_stream() throws Exception {
        int port = open().port();
        try (StreamClient client = new StreamClient(port)) {
            client.send(1, sms(1));
            assertThat(client.next().refusal()).contains("login-first");
            assertThat(client.isEnded()).isTrue();
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login("{\"key\":\"sb_0000_wrong\"}").refusal()).contains("wrong-key");
            assertThat(client.isEnded()).isTrue();
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login("{\"key\":7}").refusal()).contains("\\\"key\\\" is not a string");
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login("{\"kye\":\"x\"}").refusal()).contains("unknown field", "kye");
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login(login("") + "{}").refusal()).contains("stands after the login's JSON");
        }
        try (StreamClient client = new StreamClient(port)) {
            assertThat(client.login("{\"ack\":\"each\",\"ack\":\"batch\"}").refusal())
                    .contains("names a field twice");
        }
        assertThat(door.stored).isEmpty();
    }

    @Test
    @Tag("S-06")
    void connections_beyond_the_limit_are_closed() throws Exception {
        int port = open().port();
        StreamClient[] clients = new StreamClient[10];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new StreamClient(port);
        }
        await().until(() -> intake.connections() == 10);
        try (StreamClient more = new StreamClient(port)) {
            assertThat(more.isEnded()).isTrue();
        }
        for (StreamClient client : clients) {
            client.close();
        }
    }
}
