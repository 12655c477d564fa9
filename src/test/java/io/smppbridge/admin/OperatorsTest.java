package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Logged;
import io.smppbridge.Tried;
import io.smppbridge.http.Router.Access;
import io.smppbridge.http.Router.Offer;
import io.smppbridge.settings.KeyHash;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators with keys of their own: what each may, what is noted of it, and a reload that takes it away. */
class OperatorsTest {
    /** What each lever and each view asks for. */
    private static final Map<String, String> NEEDED = new TreeMap<>(Map.ofEntries(
            Map.entry("GET /status", "read"),
            Map.entry("POST /route", "read"),
            Map.entry("GET /held", "read"),
            Map.entry("GET /dead", "read"),
            Map.entry("GET /erase", "read"),
            Map.entry("GET /log-level", "read"),
            Map.entry("GET /pdulog", "read"),
            Map.entry("GET /receipts/unmatched", "read"),
            Map.entry("POST /held/{id}/resend", "operate"),
            Map.entry("POST /held/{id}/giveup", "operate"),
            Map.entry("POST /dead/replay", "operate"),
            Map.entry("POST /dead/drop", "operate"),
            Map.entry("POST /receipts/unmatched/rejoin", "operate"),
            Map.entry("POST /receipts/unmatched/drop", "operate"),
            Map.entry("POST /consent/add", "operate"),
            Map.entry("POST /consent/remove", "operate"),
            Map.entry("POST /pdulog", "operate"),
            Map.entry("POST /log-level", "operate"),
            Map.entry("POST /reload", "configure"),
            Map.entry("POST /erase", "configure"),
            Map.entry("POST /consent/list", "content")));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, KeyHash.NewKey> keys = new TreeMap<>();
    private final Logged log = Logged.ours();

    @TempDir
    Path directory;

    private Given given;
    private AdminServer server;

    @BeforeEach
    void open() throws Exception {
        Random random = new Random(46);
        for (String right : List.of("read", "operate", "configure", "content")) {
            keys.put(right, KeyHash.create(random));
        }
        given = new Given(directory).busy();
        given.config = given.configWith(operators("read", "operate", "configure", "content"), "telia", "tele2");
        server = given.open("");
    }

    @AfterEach
    void close() {
        log.close();
        given.close();
    }

    /** Each is called by his right, and has it alone. */
    private String operators(String... rights) {
        return List.of(rights).stream()
                .map(right -> "operator.%1$s.key-hash = %2$s\noperator.%1$s.rights = %1$s\n"
                        .formatted(right, keys.get(right).hash()))
                .collect(Collectors.joining());
    }

    private HttpResponse<String> ask(String method, String path, String body, String who) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(20))
                .header("authorization", "Bearer " + keys.get(who).key().reveal())
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Tag("S-46")
    void no_lever_and_no_view_is_without_a_right() {
        assertThat(server.offers().stream()
                        .filter(offer -> offer.access() == Access.KEY)
                        .map(offer -> offer.method() + " " + offer.path()))
                .containsExactlyInAnyOrderElementsOf(NEEDED.keySet());
    }

    @Test
    @Tag("S-46")
    void each_operator_may_look_and_beyond_that_what_his_rights_say() throws Exception {
        for (String operator : keys.keySet()) {
            for (Offer offer : server.offers()) {
                String needed = NEEDED.getOrDefault(offer.method() + " " + offer.path(), "read");
                HttpResponse<String> answer =
                        ask(offer.method(), offer.path().replace("{id}", "nothing"), "{}", operator);
                boolean may = needed.equals("read") || needed.equals(operator);
                assertThat(answer.statusCode() != 403)
                        .as("%s asks for %s %s: %s", operator, offer.method(), offer.path(), answer.body())
                        .isEqualTo(may);
                assertThat(answer.statusCode()).isNotEqualTo(401);
                Tried.times(1).refused(may ? 0 : 1).keep();
            }
        }
        assertThat(given.held).isEmpty();
    }

    @Test
    @Tag("S-46")
    void who_is_refused_hears_what_it_takes_and_the_log_who_tried() throws Exception {
        HttpResponse<String> answer = ask("POST", "/reload", "{}", "operate");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .contains("right-missing")
                .contains("this needs the right configure, and operator operate has read, operate")
                .contains("operator.operate.rights");
        assertThat(log.lines()).contains("POST /reload refused to operator operate, who has no right to configure");
    }

    @Test
    @Tag("S-46")
    void numbers_and_texts_are_for_those_who_may_see_contents_and_each_view_is_noted() throws Exception {
        String unmasked = "{\"smsc\":\"telia\",\"unmasked\":true,\"seconds\":60}";
        given.pduLogs.tap("telia");
        assertThat(ask("POST", "/pdulog", unmasked, "operate").statusCode()).isEqualTo(403);
        assertThat(ask("POST", "/pdulog", unmasked, "content").statusCode())
                .as("a log is switched by who may operate")
                .isEqualTo(403);
        given.config = given.configWith(
                operators("read") + operators("operate").replace("= operate", "= operate, content"), "telia");
        assertThat(ask("POST", "/pdulog", unmasked, "operate").statusCode()).isEqualTo(200);
        assertThat(ask("POST", "/consent/list", "{}", "operate").statusCode()).isEqualTo(200);
        assertThat(log.lines())
                .anyMatch(line -> line.matches(
                        "PDU log of telia: TEXT, with texts and whole numbers until \\S+, by operator operate"))
                .anyMatch(line -> line.endsWith("who are opted out shown to operator operate"));
    }

    /** A webhook is changed in the configuration alone, which a reload brings into force. */
    @Test
    @Tag("S-43")
    void a_changed_webhook_comes_into_force_by_who_may_configure_and_the_log_says_by_whom() throws Exception {
        for (String operator : List.of("read", "operate", "content")) {
            assertThat(ask("POST", "/reload", "{}", operator).statusCode()).isEqualTo(403);
            Tried.times(1).refused(1).keep();
        }
        assertThat(ask("POST", "/reload", "{}", "configure").statusCode()).isEqualTo(200);
        assertThat(log.lines()).contains("reload asked for by operator configure: 1 changes");
        Tried.times(1).keep();
    }

    @Test
    @Tag("S-46")
    void a_reload_locks_out_whom_the_configuration_does_not_name_any_more_and_takes_rights_away() throws Exception {
        assertThat(ask("POST", "/log-level", "{}", "operate").statusCode()).isEqualTo(400);
        assertThat(ask("GET", "/status", "", "content").statusCode()).isEqualTo(200);
        given.config = given.configWith(
                operators("read", "configure") + operators("operate").replace("= operate", "="), "telia", "tele2");
        assertThat(ask("GET", "/status", "", "content").statusCode()).isEqualTo(401);
        assertThat(ask("GET", "/status", "", "operate").statusCode()).isEqualTo(200);
        assertThat(ask("POST", "/log-level", "{}", "operate").statusCode()).isEqualTo(403);
    }
}
