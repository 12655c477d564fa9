package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Certificates;
import io.smppbridge.Memory;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many binds, and binds by TLS. */
class EsmeCrowdTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path directory;

    private final ThreadsSince since = ThreadsSince.now();
    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
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
    void threads_do_not_follow_binds_and_nothing_stays_of_those_that_have_gone(TestReporter reporter) throws Exception {
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
        Tried.times(600)
                .note("threads with 300 binds: " + withTen.size() + ", as with 10")
                .tell(reporter);
    }

    @Test
    @Timeout(900)
    @Tag("long")
    @Tag("E-01")
    void ten_thousand_idle_binds_cost_little(TestReporter reporter) throws Exception {
        bed = EsmeBed.with(
                directory,
                List.of("shop", "active"),
                "account.shop.esme.binds = 10000",
                "esme.e.connections = 20000",
                "esme.e.enquire-link = 5s");
        int count = 10_000;
        slowest(); // everything is warm from here on
        double alone = slowest();
        long before = Memory.held();
        String words;
        try (CrowdProcess crowd =
                CrowdProcess.start(bed.port(), "shop", count)) { // the other ends have a process of their own
            assertThat(crowd.line()).isEqualTo("BOUND " + count);
            assertThat(bed.server.binds()).containsEntry("shop", count);
            double crowded = slowest();
            long more = Memory.held() - before;
            words = String.format(
                    "%d KiB more memory, threads %s; p99 of a submit %.2f ms beside them, %.2f ms without",
                    more >> 10, threads(), crowded, alone);
            System.out.println("E-01: " + words);
            assertThat(more).isLessThan(300 * MIB);
            assertThat(threads().size()).isLessThanOrEqualTo(4);
            assertThat(crowd.line()).isEqualTo("ASKED " + count); // each is asked whether it lives, and answers
            assertThat(bed.server.binds()).containsEntry("shop", count);
            assertThat(crowded).isLessThanOrEqualTo(2 * alone);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> bed.server.connections() == 0);
        Tried.times(count).note(words).tell(reporter);
    }

    /**
     * The 99th percentile of a thousand submits one after the other, in milliseconds: the least of several, for other work on the machine
     * makes it worse and never better.
     */
    private double slowest() throws IOException {
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            bed.sent.clear();
            try (RawPeer active = bed.bound(RawPeer.TX, "active")) {
                least = Math.min(least, slowestOf(active, new double[1000]));
            }
        }
        return least;
    }

    private static double slowestOf(RawPeer active, double[] millis) throws IOException {
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            active.write(RawPeer.submit("Acme", "46701234567", 0, "x", i)).read();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[989];
    }

    private List<RawPeer> binds(int count) throws IOException {
        List<RawPeer> peers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            peers.add(bed.bound(RawPeer.RX, "shop"));
        }
        return peers;
    }

    private List<String> threads() {
        return since.names("esme-");
    }

    private static void close(RawPeer peer) {
        try {
            peer.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
