package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reference clients of the stream intake, as they stand in {@code examples}, against a bridge that is killed under them. */
@Timeout(120)
@Tag("crowd")
class StreamIT {
    private static final int WINDOW = 20;
    private static final int MESSAGES = 4_000;

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    @Test
    @Tag("C94")
    @Tag("S4.9")
    @Tag("S4.11")
    void the_java_client_loses_and_doubles_nothing_while_the_bridge_is_killed() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        killedUnder(
                1,
                List.of(
                        java.toString(),
                        "-Xmx256m",
                        Path.of("examples", "StreamClient.java")
                                .toAbsolutePath()
                                .toString()));
    }

    @Test
    @Tag("C94")
    @Tag("S4.11")
    void the_python_client_loses_and_doubles_nothing_while_the_bridge_is_killed() throws Exception {
        Path python = Path.of("/usr/bin/env");
        Assumptions.assumeTrue(
                new ProcessBuilder(python.toString(), "python3", "--version")
                                .start()
                                .waitFor()
                        == 0,
                "needs python3");
        killedUnder(
                1,
                List.of(
                        python.toString(),
                        "python3",
                        Path.of("examples", "stream_client.py").toAbsolutePath().toString()));
    }

    private void killedUnder(int kills, List<String> client) throws Exception {
        int port = freePort();
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("window", Integer.toString(WINDOW))
                .each("bag", "2000")
                .each("uncertain-wait", "1s")
                .node("intake.http.enabled", "false")
                .node("pipeline.client-refs", "100")
                .node("intake.tcp.enabled", "true")
                .node("intake.tcp.port", Integer.toString(port))
                .node("account.platform.key-hash", key.hash().toString());
        try (SmscSimulator simulator = plan.startSimulator()) {
            Path config = plan.write(
                    simulator.ports().stream().map(SimulatedPort::number).toList());
            Path output = directory.resolve("client.log");
            ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(client));
            builder.command()
                    .addAll(List.of(
                            "127.0.0.1",
                            Integer.toString(port),
                            key.key().reveal(),
                            "orders",
                            "+" + CarrierBed.prefix(0) + "000001",
                            Integer.toString(MESSAGES)));
            Child bridge = new Child(List.of(), "run", config.toString());
            Process sender = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                for (int kill = 1; kill <= kills; kill++) {
                    long until = (long) MESSAGES * kill / (kills + 1);
                    await().atMost(Duration.ofSeconds(30))
                            .until(() -> simulator.first().submits().size() >= until);
                    bridge.kill();
                    bridge = new Child(List.of(), "run", config.toString());
                }
                assertThat(sender.waitFor(60, TimeUnit.SECONDS))
                        .as(Files.readString(output))
                        .isTrue();
                assertThat(Files.readString(output)).startsWith(MESSAGES + " safe, 0 refused");
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> texts(simulator).size() >= MESSAGES);
            } finally {
                sender.destroyForcibly();
                bridge.close();
            }
            Map<String, Long> texts = texts(simulator);
            long twice = texts.values().stream().filter(times -> times > 1).count();
            System.out.printf("C94: %d messages, %d kills, %d sent twice%n", MESSAGES, kills, twice);
            assertThat(texts).hasSize(MESSAGES);
            assertThat(texts.values()).allMatch(times -> times <= 2);
            assertThat(twice).as("no more than the window for each kill").isLessThanOrEqualTo(kills * WINDOW);
        }
    }

    private static Map<String, Long> texts(SmscSimulator simulator) {
        return simulator.first().submits().stream()
                .collect(Collectors.groupingBy(ReceivedSubmit::text, Collectors.counting()));
    }

    /** The same across restarts, so that the client finds the bridge again. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
