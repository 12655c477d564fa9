package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.esme.RawPeer.Pdu;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
    private static final int THROTTLED = 0x58;
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

    @Test
    @Tag("E-03")
    @Tag("S-24")
    void a_hundred_thousand_messages_sent_blindly_are_throttled_one_by_one_within_bounded_memory() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.window = 5");
        bed.hold = true;
        int blind = 100_000;
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Thread writer = new Thread(() -> write(peer, blind + 5), "blind");
            writer.start();
            for (int i = 6; i <= blind + 5; i++) {
                Pdu answer = peer.read();
                assertThat(answer.status()).isEqualTo(THROTTLED);
                assertThat(answer.sequence()).isEqualTo(i);
            }
            writer.join();
            assertThat(bed.sent).hasSize(5);
            assertThat(bed.held).hasSizeLessThanOrEqualTo(5);
            bed.release();
            for (int i = 1; i <= 5; i++) {
                assertThat(peer.read().sequence()).isEqualTo(i);
            }
        }
    }

    private static void write(RawPeer peer, int count) {
        try {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            for (int i = 1; i <= count; i++) {
                block.write(RawPeer.submit("Acme", TO, 0, "x", i));
                if (block.size() > 16_384 || i == count) {
                    peer.write(block.toByteArray());
                    block.reset();
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** All on one event loop, and each with more to say than it can take: four keep to 256 KiB without an answer, one to nothing. */
    @Test
    @Tag("S2.13")
    void one_that_floods_takes_no_more_turns_than_each_of_the_others() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "intake.esme.threads = 1", "account.shop.esme.rate = 0.001");
        List<Talker> talkers = new ArrayList<>();
        try {
            talkers.add(new Talker(bed.port(), 1 << 30));
            for (int i = 0; i < 4; i++) {
                talkers.add(new Talker(bed.port(), 256 << 10));
            }
            talkers.forEach(Talker::start);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> talkers.stream().allMatch(talker -> talker.answered.get() > 20_000));
            long[] before =
                    talkers.stream().mapToLong(talker -> talker.answered.get()).toArray();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> talkers.get(0).answered.get() - before[0] > 200_000);
            long[] took = new long[before.length];
            long sum = 0;
            for (int i = 0; i < took.length; i++) {
                took[i] = talkers.get(i).answered.get() - before[i];
                sum += took[i];
            }
            long fair = sum / took.length;
            System.out.printf(
                    "S2.13: answers to the one that floods %d, to the others %s%n",
                    took[0], List.of(took[1], took[2], took[3], took[4]));
            for (long one : took) {
                assertThat(one).isBetween(fair * 9 / 10, fair * 11 / 10);
            }
        } finally {
            talkers.forEach(Talker::close);
        }
    }

    /** An ESME that always has more to say, in blocks of equal messages, and reads every answer. */
    private static final class Talker {
        private static final int ANSWER = 16;

        private final AtomicLong answered = new AtomicLong();
        private final byte[] block;
        private final int messages;
        private final Semaphore room;
        private final Socket socket;
        private volatile boolean closed;

        private Talker(int port, int octetsAtOnce) throws IOException {
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            int count = 0;
            while (octets.size() < 16_000) {
                octets.write(RawPeer.submit("Acme", TO, 0, "x".repeat(140), 1));
                count++;
            }
            block = octets.toByteArray();
            messages = count;
            room = new Semaphore(octetsAtOnce / block.length * count);
            socket = new Socket("127.0.0.1", port);
            socket.getOutputStream().write(RawPeer.bind(RawPeer.TX, "shop", "secret", 1));
            InputStream in = socket.getInputStream();
            int length = in.read() << 24 | in.read() << 16 | in.read() << 8 | in.read();
            in.readNBytes(length - 4);
        }

        private void start() {
            Thread writer = new Thread(this::write, "talker-writer");
            Thread reader = new Thread(this::read, "talker-reader");
            writer.setDaemon(true);
            reader.setDaemon(true);
            writer.start();
            reader.start();
        }

        private void write() {
            try {
                while (!closed) {
                    if (room.tryAcquire(messages, 1, TimeUnit.SECONDS)) {
                        socket.getOutputStream().write(block);
                    }
                }
            } catch (IOException | InterruptedException e) {
                closed = true;
            }
        }

        private void read() {
            byte[] answers = new byte[64 << 10];
            int rest = 0;
            try {
                InputStream in = socket.getInputStream();
                for (int n = in.read(answers); n >= 0; n = in.read(answers)) {
                    int whole = (rest + n) / ANSWER;
                    rest = (rest + n) % ANSWER;
                    answered.addAndGet(whole);
                    room.release(whole);
                }
            } catch (IOException e) {
                closed = true;
            }
        }

        private void close() {
            closed = true;
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
