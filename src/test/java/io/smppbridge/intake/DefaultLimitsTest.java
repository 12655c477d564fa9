package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Tried;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.HttpConfig;
import io.smppbridge.settings.LoadOutcome;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Each limit of the HTTP intake as it is when nobody sets it: what is just within it passes, what is just beyond it does not. */
@Tag("S-06")
class DefaultLimitsTest {
    private static final String ONE = "{\"to\":\"46701234567\",\"text\":\"x\"}";
    private static final int MIB = 1 << 20;

    private final AtomicLong nanos = new AtomicLong();

    @TempDir
    Path directory;

    private Bed bed;

    @BeforeEach
    void open() throws Exception {
        Path file = Files.writeString(directory.resolve("bridge.properties"), """
                intake.http.port = 0
                smsc.one.host = 127.0.0.1
                smsc.one.system-id = a
                smsc.one.password = b
                smsc.one.rate = 1
                """);
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        HttpConfig defaults = ((LoadOutcome.Loaded) outcome).config().http();
        bed = new Bed(defaults, nanos::get);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void sizes(TestReporter reporter) throws Exception {
        List<Integer> within = List.of(
                header(8 << 10), emptyHeaders(2_000), body(MIB), chunked(MIB), depth(32), batch(1_000), lines(1_000));
        List<Integer> beyond = List.of(
                header((8 << 10) + 1),
                emptyHeaders(2_050),
                body(MIB + 1),
                chunked(MIB + 1),
                depth(33),
                batch(1_001),
                lines(1_001));

        assertThat(within).containsExactly(202, 202, 202, 202, 422, 202, 202);
        assertThat(beyond).containsExactly(431, 431, 413, 413, 400, 413, 413);
        assertThat(bed.door.stored).hasSize(2_004);
        Tried.times(within.size() + beyond.size()).refused(beyond.size()).tell(reporter);
    }

    @Test
    void a_head_may_take_five_seconds_and_no_longer(TestReporter reporter) throws Exception {
        String head = head("Content-Length: " + ONE.length());
        assertThat(slowly(head.substring(0, 40), Duration.ofMillis(4_950), head.substring(40) + ONE))
                .startsWith("HTTP/1.1 202");
        assertThat(slowly(head.substring(0, 40), Duration.ofMillis(5_050), ""))
                .startsWith("HTTP/1.1 408")
                .contains("head-too-slow");
        Tried.times(2).refused(1).tell(reporter);
    }

    @Test
    void a_request_may_take_half_a_minute_and_no_longer(TestReporter reporter) throws Exception {
        String begun = head("Content-Length: " + ONE.length()) + ONE.substring(0, 5);
        assertThat(slowly(begun, Duration.ofMillis(29_950), ONE.substring(5))).startsWith("HTTP/1.1 202");
        assertThat(slowly(begun, Duration.ofMillis(30_050), ""))
                .startsWith("HTTP/1.1 408")
                .contains("body-too-slow");
        Tried.times(2).refused(1).tell(reporter);
    }

    /** Octets of header lines without their ends. */
    private int emptyHeaders(int lines) throws IOException {
        return status(bed.raw(
                "POST /v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-a\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + ONE.length() + "\r\nConnection: close\r\n" + "a:\r\n".repeat(lines)
                        + "\r\n" + ONE));
    }

    private int header(int octets) throws IOException {
        List<String> usual = List.of(
                "Host: x",
                "Authorization: Bearer key-a",
                "Content-Type: application/json",
                "Content-Length: " + ONE.length(),
                "Connection: close",
                "X-Fill: ");
        String fill = "y".repeat(octets - String.join("", usual).length() - 2 * usual.size());
        return status(bed.raw("POST /v1/messages HTTP/1.1\r\n" + String.join("\r\n", usual) + fill + "\r\n\r\n" + ONE));
    }

    private int body(int octets) throws Exception {
        return bed.post(ONE + " ".repeat(octets - ONE.length())).statusCode();
    }

    private int chunked(int octets) throws Exception {
        byte[] body = (ONE + " ".repeat(octets - ONE.length())).getBytes(StandardCharsets.US_ASCII);
        return bed.send(bed.request("/v1/messages")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArrays(List.of(body))))
                .statusCode();
    }

    /** Of a tag that holds lists in lists: a fault of the message itself as long as the JSON is read at all. */
    private int depth(int levels) throws Exception {
        int lists = levels - 2;
        String tags = ",\"tags\":{\"a\":" + "[".repeat(lists) + "]".repeat(lists) + "}}";
        return bed.post(ONE.substring(0, ONE.length() - 1) + tags).statusCode();
    }

    private int batch(int messages) throws Exception {
        return bed.post("[" + (ONE + ",").repeat(messages - 1) + ONE + "]").statusCode();
    }

    private int lines(int messages) throws Exception {
        return bed.post("application/x-ndjson", (ONE + "\n").repeat(messages)).statusCode();
    }

    /** Says the beginning, lets that time pass, says the rest unless it has been answered, and hears the answer. */
    private String slowly(String begun, Duration passes, String rest) throws Exception {
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            await().during(Duration.ofMillis(200)).until(() -> bed.intake.connections() > 0);
            nanos.addAndGet(passes.toNanos());
            if (!rest.isEmpty()) {
                Duration sweeps = Duration.ofMillis(600);
                await().during(sweeps).until(() -> socket.getInputStream().available() == 0);
                socket.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
            }
            return Bed.readAll(socket.getInputStream());
        }
    }

    private static String head(String framing) {
        return "POST /v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-a\r\n"
                + "Content-Type: application/json\r\nConnection: close\r\n" + framing + "\r\n\r\n";
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 ".length() + 3));
    }
}
