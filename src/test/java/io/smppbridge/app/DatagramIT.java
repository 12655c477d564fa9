package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
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

/** The reference clients of the datagram intake, as they stand in {@code examples}, against a bridge that is killed under them. */
@Timeout(120)
@Tag("crowd")
class DatagramIT {
    private static final int WINDOW = 20;

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    @Test
    @Tag("S3.1")
    @Tag("S3.6")
    void every_acknowledged_message_of_the_java_client_is_sent_though_the_bridge_is_killed() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        killedUnder(
                1_500,
                List.of(
                        java.toString(),
                        "-Xmx256m",
                        Path.of("examples", "DatagramClient.java")
                                .toAbsolutePath()
                                .toString()));
    }

    @Test
    @Tag("long")
    @Tag("S3.6")
    void every_acknowledged_message_of_the_python_client_is_sent_though_the_bridge_is_killed() throws Exception {
        Assumptions.assumeTrue(
                new ProcessBuilder("/usr/bin/env", "python3", "--version")
                                .start()
                                .waitFor()
                        == 0,
                "needs python3");
        killedUnder(
                500,
                List.of(
                        "/usr/bin/env",
                        "python3",
                        Path.of("examples", "datagram_client.py")
                                .toAbsolutePath()
                                .toString()));
    }

    private void killedUnder(int messages, List<String> client) throws Exception {
        int port = freePort();
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("window", Integer.toString(WINDOW))
                .each("bag", "500")
                .each("uncertain-wait", "1s") // what was under way at the kill is sent again after that
                .node("intake.http.enabled", "false")
                .node("intake.datagram.enabled", "true")
                .node("intake.datagram.port", Integer.toString(port))
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
                            Integer.toString(messages)));
            Child bridge = new Child(List.of(), "run", config.toString());
            Process sender = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                await().atMost(Duration.ofSeconds(40))
                        .until(() -> simulator.first().submits().size() >= messages / 2);
                bridge.kill();
                bridge = new Child(List.of(), "run", config.toString());
                assertThat(sender.waitFor(60, TimeUnit.SECONDS))
                        .as(Files.readString(output))
                        .isTrue();
                // A client counts a message as safe only when it has been told so.
                assertThat(Files.readString(output)).startsWith(messages + " safe, 0 refused");
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(texts(simulator).size())
                                .as("messages at the SMSC, of those that the client was told are safe")
                                .isEqualTo(messages));
            } finally {
                sender.destroyForcibly();
                bridge.close();
            }
            Map<String, Long> texts = texts(simulator);
            long twice = texts.values().stream().filter(times -> times > 1).count();
            System.out.printf(
                    "datagrams: %s, one kill, %d sent twice%n",
                    Files.readString(output).strip(), twice);
            assertThat(texts).hasSize(messages);
            assertThat(texts.values()).allMatch(times -> times <= 2);
            assertThat(twice).as("no more than the window of the bind").isLessThanOrEqualTo(WINDOW);
        }
    }

    private static Map<String, Long> texts(SmscSimulator simulator) {
        return simulator.first().submits().stream()
                .collect(Collectors.groupingBy(ReceivedSubmit::text, Collectors.counting()));
    }

    /** The same across restarts, so that the client finds the bridge again. */
    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
