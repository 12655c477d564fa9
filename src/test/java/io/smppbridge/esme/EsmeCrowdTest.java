package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many binds, binds that read nothing, binds that come and go, and binds by TLS. */
class EsmeCrowdTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    @Timeout(60)
    @Tag("E-02")
    void who_reads_nothing_is_read_from_no_more_and_closed_in_the_end() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "esme.e.answer-within = 500ms");
        try (RawPeer deaf = bed.bound(RawPeer.TRX, "shop");
                RawPeer other = bed.bound(RawPeer.TRX, "shop")) {
            byte[] questions = times(RawPeer.bare(0x15, 7), 1000);
            // It blocks when both sockets are full, and breaks when the server has closed.
            assertThatThrownBy(() -> {
                        while (true) {
                            deaf.write(questions);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(other.write(RawPeer.bare(0x15, 8)).read().sequence()).isEqualTo(8);
        }
    }

    private static byte[] times(byte[] pdu, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            out.writeBytes(pdu);
        }
        return out.toByteArray();
    }

    @Test
    @Timeout(60)
    void a_bind_by_tls_is_a_bind() throws Exception {
        Certificates authority = new Certificates("ca");
        Certificates.Issued issued = authority.issue("127.0.0.1", Duration.ofDays(1));
        issued.certificate(directory.resolve("chain.pem"));
        issued.key(directory.resolve("key.pem"));
        bed = EsmeBed.with(
                directory, List.of("shop"), "esme.e.tls-certificate = chain.pem", "esme.e.tls-key = key.pem");
        SSLContext context = SSLContext.getInstance("TLS");
        java.security.KeyStore store = java.security.KeyStore.getInstance(java.security.KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("server", issued.certificate());
        javax.net.ssl.TrustManagerFactory trust =
                javax.net.ssl.TrustManagerFactory.getInstance(javax.net.ssl.TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        context.init(null, trust.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", bed.port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(RawPeer.bind(RawPeer.TRX, "shop", "secret", 5));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.readInt();
            assertThat(in.readInt()).isEqualTo(0x80000009);
            assertThat(in.readInt()).isZero();
            assertThat(in.readInt()).isEqualTo(5);
        }
        try (RawPeer clear = new RawPeer(bed.port())) {
            clear.write(RawPeer.bind(RawPeer.TRX, "shop", "secret", 5));
            assertThat(clear.isClosed()).isTrue();
        }
    }

    @Test
    @Timeout(60)
    @Tag("C108")
    @Tag("E-05")
    void threads_do_not_follow_binds_and_nothing_stays_of_those_that_have_gone() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 300");
        List<RawPeer> peers = binds(10);
        List<String> withTen = threads();
        peers.addAll(binds(290));
        assertThat(bed.server.binds()).containsEntry("shop", 300);
        assertThat(threads()).isEqualTo(withTen);
        for (RawPeer peer : peers) {
            peer.close();
        }
        await().until(() -> bed.server.connections() == 0);
        assertThat(bed.server.binds()).containsEntry("shop", 0);
        binds(300).forEach(EsmeCrowdTest::close);
    }

    @Test
    @Timeout(900)
    @Tag("long")
    @Tag("E-01")
    void ten_thousand_idle_binds_cost_little() throws Exception {
        bed = EsmeBed.with(
                directory,
                List.of("shop", "active"),
                "account.shop.esme.binds = 10000",
                "esme.e.connections = 20000",
                "esme.e.enquire-link = 5s");
        int count = 10_000;
        RawPeer active = bed.bound(RawPeer.TX, "active");
        double alone = slowest(active);
        long before = heap();
        try (CrowdProcess crowd =
                CrowdProcess.start(bed.port(), "shop", count)) { // the other ends have a process of their own
            assertThat(crowd.line()).isEqualTo("BOUND " + count);
            assertThat(bed.server.binds()).containsEntry("shop", count);
            double crowded = slowest(active);
            long each = (heap() - before) / count;
            System.out.printf(
                    "E-01: %d binds: %d octets of heap each, %s threads %s;"
                            + " slowest of 1,000 submits %.1f ms, %.1f ms without them%n",
                    count, each, threads().size(), threads(), crowded, alone);
            assertThat(heap() - before).isLessThan(300 * MIB);
            assertThat(threads().size()).isLessThanOrEqualTo(4);
            assertThat(crowd.line()).isEqualTo("ASKED " + count); // each is asked whether it lives, and answers
            assertThat(bed.server.binds()).containsEntry("shop", count);
        }
        active.close();
        await().atMost(Duration.ofSeconds(60)).until(() -> bed.server.connections() == 0);
    }

    @Test
    @Timeout(900)
    @Tag("long")
    @Tag("E-05")
    void binds_that_come_and_go_leave_nothing_behind() throws Exception {
        int seconds = Integer.getInteger("esme.churn.seconds", 60);
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 100");
        bed.bound(RawPeer.TRX, "shop").close();
        await().until(() -> bed.server.connections() == 0);
        int threads = threads().size();
        long descriptors = descriptors();
        long heap = heap();
        AtomicLong cycles = new AtomicLong();
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        List<Thread> churning = new ArrayList<>();
        List<Throwable> faults = new java.util.concurrent.CopyOnWriteArrayList<>();
        for (int i = 0; i < 4; i++) {
            int mode = i;
            Thread thread = new Thread(() -> {
                try {
                    while (System.nanoTime() - end < 0) {
                        churn(mode, cycles.incrementAndGet());
                    }
                } catch (Exception | AssertionError e) {
                    faults.add(e);
                }
            });
            churning.add(thread);
            thread.start();
        }
        for (Thread thread : churning) {
            thread.join(Duration.ofSeconds(seconds + 30).toMillis());
        }
        assertThat(faults).isEmpty();
        await().until(() -> bed.server.connections() == 0);
        System.out.printf(
                "E-05: %d binds in %d s, %d a second; heap %+d KiB, descriptors %+d, threads %+d%n",
                cycles.get(),
                seconds,
                cycles.get() / seconds,
                (heap() - heap) / 1024,
                descriptors() - descriptors,
                threads().size() - threads);
        assertThat(bed.server.binds()).containsEntry("shop", 0);
        assertThat(threads().size()).isLessThanOrEqualTo(threads + 2); // event loops not yet used
        assertThat(descriptors() - descriptors).isLessThan(20);
        assertThat(heap() - heap).isLessThan(20 * MIB);
    }

    /** One bind: with unbind, without, in the middle of a PDU, or with a message that has no answer yet. */
    private void churn(int mode, long cycle) throws IOException {
        try (RawPeer peer = bed.bound(mode == 0 ? RawPeer.RX : RawPeer.TRX, "shop")) {
            switch (mode) {
                case 0, 1 ->
                    assertThat(peer.write(RawPeer.bare(0x06, 5)).read().command())
                            .isEqualTo(0x80000006);
                case 2 -> peer.write(new byte[] {0, 0, 0});
                default -> peer.write(RawPeer.submit("Acme", "46701234567", 0, "x", (int) cycle));
            }
        }
    }

    private static long descriptors() {
        return ((com.sun.management.UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }

    /** The 99th percentile of a thousand submits one after the other, in milliseconds. */
    private static double slowest(RawPeer active) throws IOException {
        double[] millis = new double[1000];
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            active.write(RawPeer.submit("Acme", "46701234567", 0, "x", i)).read();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[989];
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private List<RawPeer> binds(int count) throws IOException {
        List<RawPeer> peers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            peers.add(bed.bound(RawPeer.RX, "shop"));
        }
        return peers;
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("esme-"))
                .sorted()
                .toList();
    }

    private static void close(RawPeer peer) {
        try {
            peer.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
