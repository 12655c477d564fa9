package io.smppbridge.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Tried;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole run at {@code log.level = debug}, with good and bad passwords and keys, searched for what must not be seen. */
@Timeout(90)
@Tag("crowd")
class SecretsIT {
    private static final String PASSWORD = "pa5Sw0Zq";
    private static final String WRONG_PASSWORD = "wr0NgPwX";
    private static final String HOOK_SECRET = "h00kS3cretMarkerQZ77";
    private static final String WRONG_KEY = "wr0ngKeyMarkerQZ78wr0ngKeyMarkerQZ78";
    private static final String TEXT = "Your code is oUtMarker4711";
    private static final String UCS2 = "Ваш кодМаркер 4712";
    private static final String LONG = "lOngMarker4713 ".repeat(30);
    private static final String REFUSED = "rEfusedMarker4714";
    private static final String MO = "iNboundMarker4715";
    private static final String NUMBER = "46701239876";
    private static final String MO_NUMBER = "46701234321";

    private final HttpClient client = HttpClient.newHttpClient();
    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    @Test
    @Tag("C105")
    @Tag("S-50")
    @Tag("S-48")
    void a_debug_run_shows_no_text_password_key_or_whole_number_anywhere(TestReporter reporter) throws Exception {
        SimulatorConfig carriers =
                SimulatorConfig.forTests("a", "b").withAccount("acme", PASSWORD).with("receipt-after", "5ms");
        int adminPort = freePort();
        try (Bed bed = new Bed(directory, carriers)) {
            bed.with("log.level", "debug")
                    .with("admin.enabled", "true")
                    .with("admin.port", Integer.toString(adminPort))
                    .with("smsc.a.password", PASSWORD)
                    .with("smsc.b.password", WRONG_PASSWORD)
                    .with("route.all.smsc", "a")
                    .with("account.shop.key-hash", key.hash().toString())
                    .with("webhook.hook.secret", HOOK_SECRET);
            Path config = bed.write();
            List<String> seen = new ArrayList<>();
            String adminKey;
            try (RunningBridge bridge = RunningBridge.run(directory, config)) {
                adminKey = traffic(bed, bridge, adminPort, seen);
                bridge.terminate();
                assertThat(bridge.awaitExit(30)).isZero();
                seen.add(bridge.output());
            }
            long files = left(seen);
            try (RunningBridge print = RunningBridge.command(directory, "config", config.toString())) {
                assertThat(print.awaitExit(30)).isZero();
                seen.add(print.output());
            }
            String all = String.join("\n", seen);
            assertThat(all)
                    .as("the run was a debug run, with traffic, a refused bind and a thread dump")
                    .contains("submit_sm", "deliver_sm", "Full thread dump", "# TYPE ", "xxx")
                    .containsPattern("(?i)password");
            assertNowhere(all, adminKey);
            Tried.times(all.length())
                    .note("octets of output, answers, command line and " + files + " files")
                    .tell(reporter);
        }
    }

    /** Everything once that could give something away. @return the operator's key of this run */
    private String traffic(Bed bed, RunningBridge bridge, int adminPort, List<String> seen) throws Exception {
        URI messages = URI.create("http://127.0.0.1:" + bridge.httpPort() + "/v1/messages");
        for (String text : List.of(TEXT, UCS2, LONG)) {
            assertThat(post(messages, key.key().reveal(), body(text, "final"))).startsWith("202 ");
        }
        List<String> errors = List.of(
                post(messages, WRONG_KEY, body(REFUSED, "final")),
                post(messages, key.key().reveal(), body(REFUSED, "of course")),
                post(messages, key.key().reveal(), "{\"text\":\"" + REFUSED));
        assertThat(errors).extracting(each -> each.substring(0, 4)).containsExactly("401 ", "422 ", "400 ");
        seen.addAll(errors);
        seen.add(Files.readString(Path.of("/proc", Long.toString(bridge.pid()), "cmdline"), ISO_8859_1));
        bed.sim.first().sendMo(MO_NUMBER, "72404", MO);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> bed.hook.seen().stream().filter(e -> e.taken()).count() >= 4);
        bridge.awaitOutput(Pattern.compile("submit_sm"));
        bridge.awaitOutput(Pattern.compile("(?i)password"));
        bridge.signal("QUIT");
        bridge.awaitOutput(Pattern.compile("Full thread dump"));
        String adminKey =
                Files.readString(directory.resolve("journal/admin.key")).strip();
        seen.add(get(adminPort, "/metrics", adminKey));
        seen.add(get(adminPort, "/status", adminKey));
        seen.add(get(adminPort, "/health", adminKey));
        return adminKey;
    }

    /** Adds what the run has left on the disk but for the journal's contents, the operator's key, the configuration, and what the carriers wrote down. */
    private long left(List<String> seen) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> open = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName()
                            .toString()
                            .matches("segment-.*|admin\\.key|bridge\\.properties|carriers.*\\.jsonl"))
                    .toList();
            for (Path file : open) {
                seen.add(Files.readString(file, ISO_8859_1));
            }
            return open.size();
        }
    }

    private void assertNowhere(String all, String adminKey) {
        String lower = all.toLowerCase(Locale.ROOT);
        for (String secret : List.of(
                PASSWORD,
                WRONG_PASSWORD,
                HOOK_SECRET,
                WRONG_KEY,
                key.key().reveal(),
                adminKey,
                "oUtMarker4711",
                "кодМаркер",
                "lOngMarker4713",
                REFUSED,
                MO,
                NUMBER,
                MO_NUMBER)) {
            byte[] octets = secret.getBytes(StandardCharsets.UTF_8);
            byte[] ucs2 = secret.getBytes(StandardCharsets.UTF_16BE);
            // Without the last group, which depends on what follows.
            String base64 = Base64.getEncoder().encodeToString(octets);
            for (String form : List.of(
                    secret,
                    HexFormat.of().formatHex(octets),
                    HexFormat.of().formatHex(ucs2),
                    base64.substring(0, octets.length / 3 * 4))) {
                int at = lower.indexOf(form.toLowerCase(Locale.ROOT));
                assertThat(at < 0 ? "" : all.substring(Math.max(0, at - 200), Math.min(all.length(), at + 80)))
                        .as("what begins with %s.. is seen", secret.substring(0, 4))
                        .isEmpty();
            }
        }
    }

    private static String body(String text, String receipt) {
        return "{\"to\":\"+" + NUMBER + "\",\"from\":\"Acme\",\"text\":\"" + text + "\",\"receipt\":\"" + receipt
                + "\"}";
    }

    /** Status and body. */
    private String post(URI to, String bearer, String body) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(to)
                        .timeout(Duration.ofSeconds(20))
                        .header("Authorization", "Bearer " + bearer)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private String get(int port, String path, String bearer) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(20))
                        .header("Authorization", "Bearer " + bearer)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
