package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.esme.RawPeer.Pdu;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one ESME may take from the others: places, the turn of its event loop, and the last word. */
@Timeout(60)
class EsmeFairnessTest {
    private static final String TO = "46701234567";
    private static final int RALYBND = 0x05;
    private static final int UNBIND = 0x06;
    private static final int UNBIND_RESP = 0x80000006;

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    @Tag("S2.1")
    @Tag("S-24")
    void the_sixty_fifth_of_sixty_four_binds_is_refused_with_its_status_until_one_leaves() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 64");
        List<RawPeer> pool = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                pool.add(bed.bound(RawPeer.TRX, "shop"));
            }
            for (int mode : new int[] {RawPeer.TX, RawPeer.RX, RawPeer.TRX}) {
                try (RawPeer more = new RawPeer(bed.port())) {
                    Pdu answer =
                            more.write(RawPeer.bind(mode, "shop", "secret", 7)).read();
                    assertThat(answer.status()).isEqualTo(RALYBND);
                    assertThat(answer.sequence()).isEqualTo(7);
                }
            }
            assertThat(bed.server.binds()).containsEntry("shop", 64);
            pool.remove(0).close();
            await().until(() -> bed.server.binds().get("shop") == 63);
            pool.add(bed.bound(RawPeer.TRX, "shop"));
            assertThat(bed.server.binds()).containsEntry("shop", 64);
        } finally {
            for (RawPeer peer : pool) {
                peer.close();
            }
        }
    }

    @Test
    @Tag("S2.12")
    @Tag("C31")
    void an_unbind_is_answered_after_all_else_and_before_the_close_three_hundred_times() throws Exception {
        lastWords(300);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    @Tag("S2.12")
    @Tag("C31")
    void an_unbind_is_answered_after_all_else_and_before_the_close_ten_thousand_times() throws Exception {
        lastWords(10_000);
    }

    /** Six sessions at a time. */
    private void lastWords(int sessions) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 100");
        int peers = 6;
        ExecutorService all = Executors.newFixedThreadPool(peers);
        try {
            List<Future<Integer>> said = new ArrayList<>();
            for (int i = 0; i < peers; i++) {
                said.add(all.submit((Callable<Integer>) () -> {
                    int answered = 0;
                    for (int session = 0; session < sessions / peers; session++) {
                        answered += saysGoodbye(session) ? 1 : 0;
                    }
                    return answered;
                }));
            }
            int answered = 0;
            for (Future<Integer> one : said) {
                answered += one.get();
            }
            assertThat(answered).isEqualTo(sessions / peers * peers);
        } finally {
            all.shutdownNow();
        }
        await().until(() -> bed.server.connections() == 0);
    }

    /** Messages, an unbind and nothing more, in one write; whether the last that comes before the end is the answer to the unbind. */
    private boolean saysGoodbye(int messages) throws IOException {
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            int count = messages % 5;
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            for (int i = 1; i <= count; i++) {
                octets.write(RawPeer.submit("Acme", TO, 0, "x", i));
            }
            octets.write(RawPeer.bare(UNBIND, count + 1));
            peer.write(octets.toByteArray());
            for (int i = 1; i <= count; i++) {
                assertThat(peer.read().sequence()).isEqualTo(i);
            }
            Pdu last = peer.read();
            return last.command() == UNBIND_RESP && last.sequence() == count + 1 && last.status() == 0;
        }
    }

    /**
     * All on one event loop, which is held until everybody's octets are in the sockets: of the one that floods as many as the system takes,
     * of the others 256 KiB each. Then whose turn it is shows at the door, and nobody's thread has a say in it.
     */
    @Test
    @Tag("S2.13")
    void one_that_floods_takes_no_more_turns_than_each_of_the_others() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "intake.esme.threads = 1", "account.shop.esme.window = 1000");
        List<Talker> talkers = new ArrayList<>();
        int[] took = new int[5];
        try (RawPeer holder = bed.bound(RawPeer.TX, "shop")) {
            for (int i = 0; i < took.length; i++) {
                talkers.add(new Talker(bed.port(), i, i == 0 ? 2 << 20 : 256 << 10));
            }
            for (int round = 1; round <= 20; round++) {
                oneRound(holder, talkers, took, round);
            }
        } finally {
            for (Talker talker : talkers) {
                talker.close();
            }
        }
        int fair = Arrays.stream(took).sum() / took.length;
        System.out.printf(
                "S2.13: messages taken of the one that floods %d, of the others %s%n",
                took[0], Arrays.toString(Arrays.copyOfRange(took, 1, took.length)));
        assertThat(fair).isGreaterThan(20_000);
        for (int one : took) {
            assertThat(one).isBetween(fair * 9 / 10, fair * 11 / 10);
        }
    }

    /** Adds what was taken of each while all of them had more. */
    private void oneRound(RawPeer holder, List<Talker> talkers, int[] took, int round) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        bed.refusal = sms -> {
            if (sms.from().number().equals("Hold")) {
                held.countDown();
                awaitQuietly(go);
            }
            return Optional.empty();
        };
        holder.write(RawPeer.submit("Hold", TO, 0, "x", round));
        assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
        bed.sent.clear();
        int[] brought = new int[talkers.size()];
        int all = 0;
        for (int i = 0; i < brought.length; i++) {
            brought[i] = talkers.get(i).fill();
            all += brought[i];
        }
        assertThat(brought[0]).as("the flood").isGreaterThan(2 * brought[1]);
        go.countDown();
        int expected = all;
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    for (Talker talker : talkers) {
                        talker.readAnswers();
                    }
                    return bed.sent.size() == expected;
                });
        holder.read();
        int[] left = brought.clone();
        for (OutboundSms sms : bed.sent) {
            int who = sms.from().number().charAt(1) - '0';
            took[who]++;
            if (--left[who] == 0) {
                return;
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An ESME that fills its socket with equal messages, and reads the answers when it is told to. */
    private static final class Talker implements AutoCloseable {
        private final SocketChannel socket;
        private final ByteBuffer message;
        private final ByteBuffer answers = ByteBuffer.allocate(64 << 10);
        private final int most;

        private Talker(int port, int number, int most) throws IOException {
            this.most = most;
            message = ByteBuffer.wrap(RawPeer.submit("T" + number, TO, 0, "x".repeat(140), 1));
            message.position(message.limit());
            socket = SocketChannel.open();
            socket.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 20);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.write(ByteBuffer.wrap(RawPeer.bind(RawPeer.TX, "shop", "secret", 1)));
            answers.limit(16);
            while (answers.hasRemaining()) {
                socket.read(answers);
            }
            socket.configureBlocking(false);
        }

        /** @return how many messages are whole in the socket, and were not before */
        private int fill() throws IOException {
            int octets = 0;
            int whole = 0;
            while (octets < most) {
                if (!message.hasRemaining()) {
                    message.rewind();
                }
                int written = socket.write(message);
                if (written == 0) {
                    break;
                }
                octets += written;
                whole += message.hasRemaining() ? 0 : 1;
            }
            return whole;
        }

        private void readAnswers() throws IOException {
            while (socket.read(answers.clear()) > 0) {
                // What they say is not the question.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
