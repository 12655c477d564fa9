package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.app.BridgeException;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A process that may open few files, and a crowd that connects. */
class DescriptorsIT {
    private static final int CROWD = 1_000;
    private static final int MESSAGES = 6_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    @Tag("B-12")
    void with_no_descriptor_left_journal_and_binds_go_on_and_new_callers_come_in_once_there_are(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b"))) {
            URI livez = URI.create("http://127.0.0.1:" + freePort() + "/livez");
            bed.with("admin.enabled", "true").with("admin.port", Integer.toString(livez.getPort()));
            Child child = bed.launch("/bin/sh", "-c", "ulimit -n " + limit() + "; exec \"$@\"", "sh")
                    .awaitReady();
            assertThat(bed.platform.post(child.httpPort(), 1, 100)).isTrue();
            List<SocketChannel> crowd = crowd(child.httpPort());
            // More than a segment: the journal has to open files, too.
            for (int from = 101; from <= MESSAGES; from += 100) {
                assertThat(bed.platform.post(child.httpPort(), from, 100))
                        .as("from %d: %s", from, child.log())
                        .isTrue();
            }
            assertThat(status(livez))
                    .as("a supervisor that looks amid the crowd")
                    .isEqualTo(200);
            Ledger amid = bed.settled(PATIENCE);
            for (SocketChannel one : crowd) {
                one.close();
            }
            long start = System.nanoTime();
            Platform newcomer = new Platform(bed.callers, bed.platform.key());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> newcomer.post(child.httpPort(), 100_000, 10));
            Duration back = Duration.ofNanos(System.nanoTime() - start);
            Ledger ledger = bed.settled(PATIENCE);
            bed.report("B-12, newcomers again after " + back.toMillis() + " ms", ledger);
            assertThat(amid.isExact()).as("amid the crowd: %s", amid).isTrue();
            assertThat(back).isLessThan(Duration.ofSeconds(5));
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            for (PortReport port : bed.sim.report()) {
                assertThat(port.sessions().total())
                        .as("binds of %s", port.name())
                        .isEqualTo(1);
            }
            Tried.times(ledger.accepted())
                    .faults(CROWD)
                    .lost(ledger.lost().size())
                    .doubled(ledger.dup())
                    .note(limit() + " descriptors, 1,000 connects; newcomers again after " + back.toMillis() + " ms")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("B-12")
    void a_start_with_too_few_descriptors_to_let_anybody_in_ends_at_once_with_2_and_what_to_do() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"));
                RunningBridge bridge = RunningBridge.run(
                        directory, bed.write(), List.of("/bin/sh", "-c", "ulimit -n 159; exec \"$@\"", "sh"))) {
            assertThat(bridge.awaitExit(60)).as(bridge.output()).isEqualTo(BridgeException.CONFIGURATION);
            assertThat(bridge.output())
                    .contains("bridge: the limit of open files and sockets is 159, expected 160 at least")
                    .contains("raise it (ulimit -n, LimitNOFILE of a unit)")
                    .doesNotContain("went wrong inside");
        }
    }

    /** 200 for a bridge with the jars it is packaged with; those of the tests, which the JVM keeps open too, come on top. */
    private static long limit() {
        long jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .count();
        return Math.max(200, 160 + jars);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** On a connection of its own. */
    private static int status(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Connections that say nothing and stay; those that find no place are not waited for. */
    private static List<SocketChannel> crowd(int port) throws IOException {
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            SocketChannel one = SocketChannel.open();
            one.configureBlocking(false);
            one.connect(new InetSocketAddress("127.0.0.1", port));
            crowd.add(one);
        }
        return crowd;
    }
}
