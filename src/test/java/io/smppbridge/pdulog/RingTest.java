package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SmallDisk;
import io.smppbridge.ThreadsSince;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What many threads lay down is read whole, of each link in its order, and what is not written is counted. */
@Tag("S2.14")
@Timeout(60)
class RingTest {
    private static final int LINKS = 4;
    private static final int PDUS = 60_000;
    /** What is enough to come round and round where there is no time for all. */
    private static final int FEW = 500;

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    /** An enquire_link, or a data_sm with a message_payload that says how long it is. */
    private static byte[] pdu(int sequence, int payload) {
        if (payload == 0) {
            return ByteBuffer.allocate(16)
                    .putInt(16)
                    .putInt(0x15)
                    .putInt(0)
                    .putInt(sequence)
                    .array();
        }
        int length = 16 + 10 + 4 + payload;
        byte[] body = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        ByteBuffer pdu = ByteBuffer.allocate(length);
        pdu.putInt(length).putInt(0x103).putInt(0).putInt(sequence).put(body);
        pdu.putShort((short) 0x0424).putShort((short) payload);
        for (int i = 0; i < payload; i++) {
            pdu.put((byte) ('a' + sequence % 26));
        }
        return pdu.array();
    }

    @Test
    void lines_of_a_link_stand_in_order_and_none_is_lost_without_being_counted() throws Exception {
        Map<String, Wish> wishes = Map.of("telia", new Wish(Form.TEXT, false, List.of()));
        PduLogConfig config = new PduLogConfig(directory, 1L << 30, 3, wishes);
        List<Thread> threads = new ArrayList<>();
        PduLogs.Status status;
        try (PduLogs logs = new PduLogs(config, InstantSource.system(), Ticker.SYSTEM)) {
            for (int i = 0; i < LINKS; i++) {
                TappedLink link = logs.tap("telia").link("bind-" + i);
                Random random = new Random(i);
                Thread writer = new Thread(() -> write(link, random), "writer-" + i);
                writer.start();
                threads.add(writer);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            logs.close(); // which waits for a short while only
            await().until(() -> since.running("pdulog").isEmpty());
            status = logs.status().get(0);
        }
        assertThat(status.written() + status.leftOut()).isEqualTo((long) LINKS * PDUS);
        assertThat(status.otherwise()).isZero();
        assertThat(status.written()).isPositive();
        Map<String, Integer> last = new HashMap<>();
        long lines = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (String line : Files.readAllLines(files.findFirst().orElseThrow(), StandardCharsets.UTF_8)) {
                String[] words = line.split(" ");
                int sequence = Integer.parseInt(words[4].substring("sequence=".length()));
                assertThat(sequence).as(line).isGreaterThan(last.getOrDefault(words[1], -1));
                last.put(words[1], sequence);
                lines++;
            }
        }
        assertThat(lines).isEqualTo(status.written());
    }

    @Test
    void on_a_full_disk_a_pdu_that_should_be_in_two_files_is_left_out_once() throws Exception {
        Map<String, Wish> wishes = Map.of("telia", new Wish(Form.TEXT, true, List.of()));
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "1m")) {
            SmallDisk.fill(disk.resolve("filler"));
            PduLogConfig config = new PduLogConfig(disk.resolve("."), 1L << 30, 3, wishes);
            PduLogs logs = new PduLogs(config, InstantSource.system(), Ticker.SYSTEM);
            TappedLink link = logs.tap("telia").link("bind");
            write(link, new Random(1));
            logs.close();
            await().until(() -> since.running("pdulog").isEmpty());
            PduLogs.Status status = logs.status().get(0);
            assertThat(status.written()).isZero();
            assertThat(status.leftOut()).isEqualTo(PDUS);
        }
    }

    /** Some alone, some several at once, some long, each with what was meant by it. */
    private static void write(TappedLink link, Random random) {
        int sequence = 0;
        while (sequence < PDUS) {
            int together = Math.min(PDUS - sequence, 1 + random.nextInt(4));
            ByteBuffer all = ByteBuffer.allocate(together * 1_100);
            for (int i = 0; i < together; i++) {
                int payload = random.nextInt(8) == 0 ? 1 + random.nextInt(1_000) : 0;
                byte[] pdu = pdu(sequence, payload);
                if (payload > 0) {
                    byte[] text = java.util.Arrays.copyOfRange(pdu, 30, pdu.length);
                    link.composed(0x103, sequence, link.composing().part().message(text));
                }
                all.put(pdu);
                sequence++;
            }
            link.out(all.array(), all.position(), System.nanoTime());
        }
    }

    /** As many as there is time for: on one core each look at a full or an empty ring costs a turn of everybody else. */
    @Test
    void what_is_claimed_is_read_whole_and_in_its_order_round_and_round() throws Exception {
        Ring ring = new Ring(1 << 12);
        ring.open();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        int[] given = new int[2];
        List<FutureTask<Integer>> claimed = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            byte whose = (byte) i;
            FutureTask<Integer> task = new FutureTask<>(() -> claim(ring, whose, end));
            claimed.add(task);
            new Thread(task, "claimer-" + i).start();
        }
        try {
            while (!Thread.currentThread().isInterrupted()
                    && !(claimed.stream().allMatch(FutureTask::isDone) && ring.isEmpty())) {
                int at = ring.next();
                if (at == Ring.NONE) {
                    ring.free();
                    Thread.yield();
                    continue;
                }
                byte whose = ring.octets()[at];
                int number = ByteBuffer.wrap(ring.octets()).getInt(at + 1);
                assertThat(number).isEqualTo(given[whose]++);
                int length = ring.taken(at);
                assertThat(ring.octets()[at + length - 1]).isEqualTo(whose);
                if (number % 7 == 0) {
                    ring.free();
                }
            }
            for (int i = 0; i < 2; i++) {
                assertThat(claimed.get(i).get()).isEqualTo(given[i]);
            }
        } finally {
            claimed.forEach(task -> task.cancel(true));
        }
    }

    /** @return how many */
    private static int claim(Ring ring, byte whose, long end) {
        Random random = new Random(whose);
        int number = 0;
        while (number < FEW || number < PDUS && System.nanoTime() - end < 0) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the test is over");
            }
            int length = 6 + random.nextInt(300);
            int at = ring.claim(length);
            if (at == Ring.NONE) {
                Thread.yield();
                continue;
            }
            ByteBuffer.wrap(ring.octets(), at, length).put(whose).putInt(number++);
            ring.octets()[at + length - 1] = whose;
            ring.commit(at, length, null);
        }
        return number;
    }

    @Test
    void a_structure_is_found_whatever_was_composed_in_between_and_the_oldest_is_forgotten() {
        Awaited awaited = new Awaited();
        Book.Found found = new Book.Found();
        byte[] said = new byte[2_000];
        for (int i = 0; i < 3 * Awaited.MOST; i++) {
            said[0] = (byte) i;
            awaited.put(key(i), said, 0, 1 + i % 2_000);
        }
        awaited.take(key(1), found);
        assertThat(found.meantLength).as("forgotten").isZero();
        for (int i = 3 * Awaited.MOST - 1; i >= 2 * Awaited.MOST; i -= 3) {
            awaited.take(key(i), found);
            assertThat(found.meantLength).isEqualTo(1 + i % 2_000);
            assertThat(found.meant[found.meantFrom]).isEqualTo((byte) i);
            awaited.take(key(i), found);
            assertThat(found.meantLength).as("taken").isZero();
        }
        said[0] = 99;
        awaited.put(key(2 * Awaited.MOST), said, 0, 5);
        awaited.take(key(2 * Awaited.MOST), found);
        assertThat(found.meant[found.meantFrom]).as("the last of two").isEqualTo((byte) 99);
        awaited.clear();
        awaited.take(key(2 * Awaited.MOST + 1), found);
        assertThat(found.meantLength).isZero();
    }

    private static long key(int sequence) {
        return 4L << 32 | sequence;
    }
}
