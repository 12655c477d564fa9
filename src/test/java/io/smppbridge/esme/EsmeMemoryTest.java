package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.Tried;
import io.smppbridge.esme.RawPeer.Pdu;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ESMEs that write and do not read, or do not stop writing, cost of memory: heap, and what Netty has beside it. */
@Timeout(60)
class EsmeMemoryTest {
    private static final long MIB = 1 << 20;
    /** What Netty's buffers may take and keep, whatever is read: a quarter of a KiB a message sent blindly, of which none could be kept so. */
    private static final long BUFFERS = 24 * MIB;

    private static final int THROTTLED = 0x58;
    private static final String TO = "46701234567";

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    /** An ESME that never reads: writes until nobody takes it. */
    private static final class Deaf {
        private final SocketChannel channel = SocketChannel.open();
        private final ByteBuffer questions = ByteBuffer.wrap(times(RawPeer.bare(0x15, 7), 1_000));
        private long written;

        Deaf(int port) throws IOException {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            channel.write(ByteBuffer.wrap(RawPeer.bind(RawPeer.TRX, "shop", "secret", 1)));
        }

        /** Writes what is taken now; whether anything was. */
        boolean write() throws IOException {
            channel.configureBlocking(false);
            long before = written;
            for (int n = 1; n > 0; ) {
                questions.position((int) (written % questions.capacity()));
                n = channel.write(questions);
                written += n;
            }
            return written > before;
        }

        boolean isClosed() {
            try {
                questions.position((int) (written % questions.capacity()));
                written += channel.write(questions);
                return false;
            } catch (IOException e) {
                return true;
            }
        }
    }

    @Test
    @Tag("E-02")
    void of_each_session_that_reads_nothing_at_most_a_mebibyte_is_kept_and_others_are_served(TestReporter reporter)
            throws Exception {
        int first = 10; // of these the buffers come that all share
        int sessions = 40;
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 100", "esme.e.answer-within = 60s");
        List<Deaf> deaf = new ArrayList<>();
        try (RawPeer other = bed.bound(RawPeer.TRX, "shop")) {
            paused(deaf, first);
            long before = Memory.held();
            paused(deaf, sessions);
            long each = (Memory.held() - before) / (sessions - first);
            assertThat(bed.server.binds())
                    .as("all of them paused, none closed yet")
                    .containsEntry("shop", sessions + 1);
            assertThat(other.write(RawPeer.bare(0x15, 8)).read().sequence()).isEqualTo(8);
            var shorter = bed.config(List.of("shop"), "account.shop.esme.binds = 100", "esme.e.answer-within = 100ms");
            assertThat(bed.server.apply(shorter.esme(), shorter.accounts().values()))
                    .isEmpty();
            await().untilAsserted(() -> assertThat(deaf).allMatch(Deaf::isClosed));
            await().until(() -> bed.server.binds().get("shop") == 1);
            assertThat(other.write(RawPeer.bare(0x15, 9)).read().sequence()).isEqualTo(9);
            long written = deaf.stream().mapToLong(one -> one.written).sum();
            String words = sessions + " sessions: " + (each >> 10) + " KiB kept of each, after "
                    + written / 16 / sessions + " enquire_link that it had read no answer to; all closed";
            System.out.println("E-02: " + words);
            assertThat(each).isLessThanOrEqualTo(MIB);
            Tried.times(written / 16).faults(sessions).note(words).tell(reporter);
        } finally {
            for (Deaf one : deaf) {
                one.channel.close();
            }
        }
    }

    /** Brings their number to so many, and waits until none of them can write any more. */
    private void paused(List<Deaf> deaf, int sessions) throws IOException {
        while (deaf.size() < sessions) {
            deaf.add(new Deaf(bed.port()));
        }
        await().until(() -> bed.server.binds().get("shop") == sessions + 1);
        await().atMost(Duration.ofSeconds(30)).during(Duration.ofMillis(300)).until(() -> {
            boolean taken = false;
            for (Deaf one : deaf) {
                taken |= one.write();
            }
            return !taken;
        });
    }

    private static byte[] times(byte[] pdu, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            out.writeBytes(pdu);
        }
        return out.toByteArray();
    }

    @Test
    @Tag("E-03")
    @Tag("S-24")
    void a_hundred_thousand_messages_sent_blindly_are_throttled_one_by_one_within_bounded_memory(TestReporter reporter)
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.window = 5");
        bed.hold = true;
        int blind = 100_000;
        int throttled = 0;
        long most = 0;
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Thread writer = new Thread(() -> write(peer, blind + 5), "test-blind");
            writer.start();
            long before = 0;
            for (int i = 6; i <= blind + 5; i++) {
                Pdu answer = peer.read();
                assertThat(answer.status()).isEqualTo(THROTTLED);
                assertThat(answer.sequence()).isEqualTo(i);
                throttled++;
                if (i % 10_000 == 0) {
                    before = before == 0 ? Memory.held() : before;
                    most = Math.max(most, Memory.held() - before);
                }
            }
            writer.join();
            assertThat(bed.sent).hasSize(5);
            assertThat(bed.held).hasSizeLessThanOrEqualTo(5);
            bed.release();
            for (int i = 1; i <= 5; i++) {
                assertThat(peer.read().sequence()).isEqualTo(i);
            }
        }
        System.out.println("E-03: at most " + (most >> 10) + " KiB more than after the first 10,000");
        assertThat(most).isLessThan(BUFFERS);
        Tried.times(blind + 5)
                .refused(throttled)
                .note("window 5: at most " + (most >> 10) + " KiB more memory than after the first 10,000")
                .tell(reporter);
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
}
