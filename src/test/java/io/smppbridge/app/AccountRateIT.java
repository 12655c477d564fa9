package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.admin.AdminKey;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.QuickPassword;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge, one of whose accounts asks for too much and whose address guesses keys. */
@Tag("crowd")
@Timeout(60)
@Tag("S-09")
class AccountRateIT {
    private static final String RATE = "5/h";
    private static final int TRIES = 40;

    @TempDir
    Path directory;

    private final KeyHash.NewKey greedy = KeyHash.create(new SecureRandom());
    private final KeyHash.NewKey other = KeyHash.create(new SecureRandom());
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private CarrierBed bed;

    @Test
    void an_account_and_an_address_are_refused_beyond_their_measure_and_the_operator_is_not(TestReporter reporter)
            throws Exception {
        try (CarrierBed started = plan().start().bound()) {
            bed = started;
            bed.audit.alsoCalledFromOutside();
            post("http", greedy.key().reveal());
            Map<String, Integer> before = many(greedy.key().reveal());
            assertThat(before.get("429")).isGreaterThan(TRIES / 2);
            assertThat(kannel().statusCode()).isEqualTo(503);
            assertThat(jasmin("send").body()).isEqualTo("Error \"User throughput exceeded\"");
            for (String question : List.of("rate", "balance")) {
                assertThat(jasmin(question).body()).isEqualTo("\"User throughput exceeded\"");
            }
            assertThat(many(other.key().reveal())).isEqualTo(Map.of("202", TRIES));

            Map<String, Integer> guesses = many("sb_0011223344556677_guess");
            assertThat(guesses.keySet()).containsExactlyInAnyOrder("401", "429");
            assertThat(operator()).contains("smpp_bridge_rejected_total{reason=\"throttled\"}");
            Tried.times(3L * TRIES)
                    .refused(before.get("429") + guesses.get("429"))
                    .tell(reporter);

            unlimited();
            assertThat(many(greedy.key().reveal())).isEqualTo(Map.of("202", TRIES));
        }
    }

    private CarrierBed.Plan plan() {
        return CarrierBed.with(directory, 1)
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .node("intake.kannel.enabled", "true")
                .node("intake.kannel.port", "0")
                .node("intake.jasmin.enabled", "true")
                .node("intake.jasmin.port", "0")
                .node("account.other.key-hash", other.hash().toString())
                .node("account.greedy.key-hash", greedy.hash().toString())
                .node("account.greedy.http.rate", RATE)
                .node("account.greedy.dropin.user", "tester")
                .node("account.greedy.dropin.password-hash", QuickPassword.hash("right"));
    }

    private void unlimited() throws Exception {
        Path file = directory.resolve("bridge.properties");
        String text = Files.readString(file);
        Files.writeString(
                file, text.replace("account.greedy.http.rate = " + RATE, "account.greedy.http.rate = unlimited"));
        assertThat(bed.bridge.reload().lines()).anyMatch(line -> line.contains("account.greedy.http.rate"));
    }

    /** Statuses of many messages one after another. */
    private Map<String, Integer> many(String key) throws Exception {
        Map<String, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < TRIES; i++) {
            HttpResponse<String> answer = post("message " + i, key);
            statuses.merge(Integer.toString(answer.statusCode()), 1, Integer::sum);
        }
        return statuses;
    }

    private HttpResponse<String> post(String text, String key) throws Exception {
        return ask(HttpRequest.newBuilder(uri(bed.bridge.httpPort(), "/v1/messages"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"to\":\"" + CarrierBed.prefix(0) + "000001\",\"from\":\"Acme\","
                        + "\"text\":\"" + text + "\"}")));
    }

    private HttpResponse<String> kannel() throws Exception {
        String message = "?username=tester&password=right&from=Acme&text=x&to=" + CarrierBed.prefix(0) + "000001";
        return ask(HttpRequest.newBuilder(uri(bed.bridge.dropInPort("kannel"), "/cgi-bin/sendsms" + message)));
    }

    private HttpResponse<String> jasmin(String question) throws Exception {
        String message = "?username=tester&password=right&from=Acme&content=x&to=" + CarrierBed.prefix(0) + "000001";
        return ask(HttpRequest.newBuilder(uri(bed.bridge.dropInPort("jasmin"), "/" + question + message)));
    }

    /** The metrics, after other questions with the operator's key, from the address that is refused elsewhere. */
    private String operator() throws Exception {
        String key = AdminKey.read(directory.resolve("journal")).orElseThrow().reveal();
        HttpResponse<String> answer = null;
        for (String path : List.of("/status", "/health", "/metrics")) {
            answer = ask(
                    HttpRequest.newBuilder(uri(bed.bridge.adminPort(), path)).header("Authorization", "Bearer " + key));
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        return answer.body();
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<String> ask(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
