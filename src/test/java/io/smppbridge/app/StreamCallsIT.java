package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.smppbridge.settings.KeyHash;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often either end of a stream asks the kernel to read or write its connection, as strace counts. */
@Timeout(240)
@Tag("long")
class StreamCallsIT {
    private static final Path STRACE = Path.of("/usr/bin/strace");
    private static final int MESSAGES = 100_000;
    private static final double MOST = 0.1;

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"StreamClient.java", "stream_client.py"})
    @Tag("S4.8")
    void both_ends_read_and_write_many_messages_at_once(String client) throws Exception {
        assumeThat(Files.isExecutable(STRACE)).as("%s is not installed", STRACE).isTrue();
        Path ours = directory.resolve("bridge.trace");
        Path theirs = directory.resolve("client.trace");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("bag", "200000") // For all of them: nobody is there to take any.
                .node("intake.http.enabled", "false")
                .node("intake.tcp.enabled", "true")
                .node("intake.tcp.port", Integer.toString(port))
                .node("account.platform.key-hash", key.hash().toString());
        try (ServerSocket nobody = new ServerSocket(0)) {
            Path config = plan.write(List.of(nobody.getLocalPort()));
            try (Child bridge = new Child(traced(ours), "run", config.toString())) {
                Path output = directory.resolve("client.log");
                Process sender = new ProcessBuilder(command(client, theirs, port))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                try {
                    assertThat(sender.waitFor(180, TimeUnit.SECONDS))
                            .as(Files.readString(output))
                            .isTrue();
                } finally {
                    sender.descendants().forEach(ProcessHandle::destroyForcibly);
                    sender.destroyForcibly();
                }
                assertThat(Files.readString(output)).startsWith(MESSAGES + " safe, 0 refused");
                double server = calls(ours, port) / (double) MESSAGES;
                double sent = calls(theirs, port) / (double) MESSAGES;
                System.out.printf(
                        Locale.ROOT,
                        "S4.8: reads and writes of the connection for each message: bridge %.4f, %s %.4f (%s)%n",
                        server,
                        client,
                        sent,
                        Files.readString(output).trim());
                assertThat(server).isPositive().isLessThanOrEqualTo(MOST);
                assertThat(sent).isPositive().isLessThanOrEqualTo(MOST);
            }
        }
    }

    private static List<String> traced(Path trace) {
        return List.of(
                STRACE.toString(),
                "-f",
                "--seccomp-bpf",
                "-yy",
                "-o",
                trace.toString(),
                "-e",
                "trace=read,write,readv,writev,recvfrom,sendto,recvmsg,sendmsg");
    }

    private List<String> command(String client, Path trace, int port) {
        List<String> words = new ArrayList<>(traced(trace));
        if (client.endsWith(".py")) {
            words.add("/usr/bin/env");
            words.add("python3");
        } else {
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.add("-Xmx256m");
        }
        words.add(Path.of("examples", client).toAbsolutePath().toString());
        words.addAll(List.of(
                "127.0.0.1",
                Integer.toString(port),
                key.key().reveal(),
                "orders",
                "+" + CarrierBed.prefix(0) + "000001",
                Integer.toString(MESSAGES)));
        return words;
    }

    /** Calls on connections of that port; one that another thread interrupts stands on two lines, with its connection on the first. */
    private static long calls(Path trace, int port) throws Exception {
        Pattern connection = Pattern.compile("\\(\\d+<TCP(v6)?:\\S*:" + port + "\\b");
        try (Stream<String> lines = Files.lines(trace, java.nio.charset.StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> connection.matcher(line).find()).count();
        }
    }
}
