package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.smppbridge.Memory;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Binds that come at a fixed rate and go in every way: with unbind, without, in the middle of a PDU, before an answer. */
class EsmeChurnTest {
    private static final int PER_SECOND = 200;
    private static final int PEERS = 4;

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private EsmeBed bed;
    private final AtomicInteger cycles = new AtomicInteger();
    private final List<Throwable> faults = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        bed.close();
    }

    /** What binds may leave behind. */
    private record Left(long sessions, List<String> loops, int threads, long descriptors, long memory) {
        static Left now(ThreadsSince since) throws Exception {
            return new Left(
                    Memory.objects(Session.class.getName()),
                    since.names("esme-"),
                    since.namesButOfTools().size(),
                    ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                            .getOpenFileDescriptorCount(),
                    Memory.held());
        }
    }

    @Test
    @Timeout(60)
    @Tag("E-05")
    void two_hundred_binds_a_second_leave_no_session_thread_or_descriptor_behind(TestReporter reporter)
            throws Exception {
        churn(reporter, Duration.ofSeconds(4), 0); // too short to make up for much
    }

    @Test
    @Timeout(900)
    @Tag("long")
    @Tag("E-05")
    void two_hundred_binds_a_second_for_ten_minutes_leave_no_session_thread_or_descriptor_behind(TestReporter reporter)
            throws Exception {
        churn(reporter, Duration.ofMinutes(10), 0.95 * PER_SECOND);
    }

    /** @param least binds a second: those that come late are made up for, where there is time; the rate is told in any case */
    private void churn(TestReporter reporter, Duration time, double least) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 100");
        run(Duration.ofSeconds(1)); // every way once, and each loop has begun
        Left before = Left.now(since);
        int begun = cycles.get();
        long start = System.nanoTime();
        run(time);
        double seconds = (System.nanoTime() - start) / 1e9;
        int binds = cycles.get() - begun;
        Left after = Left.now(since);
        String words = String.format(
                "%.0f binds a second for %.0f s; sessions left %d, threads %+d, descriptors %+d, memory %+d KiB",
                binds / seconds,
                seconds,
                after.sessions,
                after.threads - before.threads,
                after.descriptors - before.descriptors,
                (after.memory - before.memory) >> 10);
        System.out.println("E-05: " + words);
        assertThat(binds).as("as many as were due").isEqualTo((int) (PER_SECOND * time.toSeconds()));
        assertThat(binds / seconds).as("a second").isGreaterThan(least);
        assertThat(after.sessions).isZero();
        assertThat(bed.server.binds()).containsEntry("shop", 0);
        assertThat(before.loops)
                .as("none but those, of which one may have gone")
                .containsAll(after.loops);
        assertThat(after.threads).isLessThanOrEqualTo(before.threads);
        assertThat(after.descriptors).isLessThanOrEqualTo(before.descriptors);
        assertThat(after.memory - before.memory).isLessThan(8L << 20);
        Tried.times(binds).lost(after.sessions).note(words).tell(reporter);
    }

    /** Each peer binds when its time has come; one that is late makes up for it. */
    private void run(Duration time) throws Exception {
        int each = (int) (PER_SECOND * time.toSeconds() / PEERS);
        List<Thread> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            int mode = i;
            Thread peer = new Thread(() -> come(mode, each), "test-peer-" + i);
            peers.add(peer);
            peer.start();
        }
        for (Thread peer : peers) {
            peer.join(time.plusSeconds(60).toMillis());
            assertThat(peer.isAlive()).isFalse();
        }
        assertThat(faults).isEmpty();
        await().until(() -> bed.server.connections() == 0);
        await().untilAsserted(() -> assertThat(Memory.objects(Session.class.getName()))
                .as("sessions")
                .isZero());
        bed.sent.clear();
    }

    private void come(int first, int count) {
        long due = System.nanoTime();
        try {
            for (int i = 0; i < count; i++, due += TimeUnit.SECONDS.toNanos(PEERS) / PER_SECOND) {
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                bind((first + i) % PEERS, cycles.incrementAndGet());
            }
        } catch (IOException | AssertionError e) {
            faults.add(e);
        }
    }

    private void bind(int way, int number) throws IOException {
        try (RawPeer peer = bed.bound(way == 0 ? RawPeer.RX : RawPeer.TRX, "shop")) {
            switch (way) {
                case 0, 1 ->
                    assertThat(peer.write(RawPeer.bare(0x06, 5)).read().command())
                            .isEqualTo(0x80000006);
                case 2 -> peer.write(new byte[] {0, 0, 0});
                default -> peer.write(RawPeer.submit("Acme", "46701234567", 0, "x", number));
            }
        }
    }
}
