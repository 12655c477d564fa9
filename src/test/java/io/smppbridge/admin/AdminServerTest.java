package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.admin.AdminSources.Reload;
import io.smppbridge.http.Router.Access;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.stats.SmscStats;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class AdminServerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    @TempDir
    Path directory;

    private Given given;
    private AdminServer server;
    private String key;

    @BeforeEach
    void open() throws Exception {
        given = new Given(directory).busy();
        server = given.open("");
        key = AdminKey.read(directory).orElseThrow().reveal();
    }

    @AfterEach
    void close() {
        given.close();
    }

    private HttpResponse<String> ask(String method, String path, String body, String bearer) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!bearer.isEmpty()) {
            request.header("authorization", "Bearer " + bearer);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return ask("GET", path, "", "");
    }

    private JsonNode pulled(String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = ask(method, path, body, key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return mapper.readTree(answer.body());
    }

    private static String id(int n) {
        return new TaskId(Given.dead(n).id()).toString();
    }

    @Test
    @Tag("G-07")
    void readiness_and_health_say_what_stands_in_the_way_and_a_dead_carrier_does_not() throws Exception {
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        JsonNode health = mapper.readTree(get("/health").body());
        assertThat(health.path("status").asText()).isEqualTo("degraded");
        assertThat(health.path("components").findValuesAsText("name"))
                .containsExactly("intake", "smsc:telia", "smsc:tele2", "webhook:main", "log");
        assertThat(health.path("components").path(2).path("detail").asText()).contains("RINVPASWD");
        given.obstacles.add("disk full");
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        HttpResponse<String> failed = get("/health");
        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(failed.body()).contains("\"status\":\"failed\"").contains("disk full");
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    /** In between polls there is no bind, and nothing is wrong. */
    @Test
    @Tag("C34")
    void an_smsc_whose_poll_is_refused_is_degraded_though_it_takes_messages() throws Exception {
        given.config = given.configWith("smsc.telia.bind = transmitter\nsmsc.telia.receive = poll\n", "telia");
        SmscStats.BindState poll = given.stats.smsc("telia").bind("rx-1");
        assertThat(telia().path("status").asText()).isEqualTo("ok");
        poll.failing = true;
        poll.text = "refused RINVPASWD, next try in 60 s";
        assertThat(telia().path("status").asText()).isEqualTo("degraded");
        assertThat(telia().path("detail").asText())
                .startsWith("receipts and MO do not come: ")
                .contains("rx-1: refused RINVPASWD");
        poll.failing = false;
        assertThat(telia().path("status").asText()).isEqualTo("ok");
    }

    private JsonNode telia() throws Exception {
        JsonNode component =
                mapper.readTree(get("/health").body()).path("components").path(1);
        assertThat(component.path("name").asText()).isEqualTo("smsc:telia");
        return component;
    }

    /** Only the platform's listener has a description of its paths. */
    @Test
    void an_unknown_path_is_not_said_to_be_described_where_it_is_not() throws Exception {
        assertThat(get("/openapi.yaml").statusCode()).isEqualTo(404);
        HttpResponse<String> answer = get("/nothing");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("no such path").doesNotContain("openapi");
    }

    @Test
    void a_disk_without_room_for_the_key_keeps_no_bridge_from_its_messages_and_levers_stay_shut() throws Exception {
        String before = key;
        server.stop(Duration.ofSeconds(1));
        Files.createDirectories(directory.resolve("admin.key.tmp/taken"));
        server = given.open("");
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/status", "", before).statusCode()).isEqualTo(401);
    }

    @Test
    void metrics_are_there_for_prometheus() throws Exception {
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.headers().firstValue("content-type")).hasValue(MetricsPage.TYPE);
        assertThat(answer.body()).contains("smpp_bridge_submitted_total{smsc=\"telia\"} 1000.0\n");
    }

    @Test
    void the_status_holds_what_a_person_wants_to_see() throws Exception {
        JsonNode status = pulled("GET", "/status", "", 200);
        JsonNode telia = status.path("smscs").path(0);
        assertThat(telia.path("name").asText()).isEqualTo("telia");
        assertThat(telia.path("bag").path("oldestSeconds").asDouble()).isEqualTo(90.0);
        assertThat(telia.path("rate").path("contract").asDouble()).isEqualTo(5.0);
        assertThat(telia.path("answer").path("p99Ms").asDouble()).isEqualTo(20.0);
        assertThat(telia.path("binds").path(0).path("text").asText()).isEqualTo("bound since 12:00");
        assertThat(status.path("smscs").path(1).path("holdUp").asText()).isEqualTo("no bind");
        assertThat(status.path("endpoints").path(0).path("dead").asLong()).isEqualTo(2);
        assertThat(status.path("journal").path("openMessages").asLong()).isEqualTo(310);
        assertThat(status.path("ended").path("DELIVERED").asLong()).isEqualTo(700);
        assertThat(status.toString()).doesNotContain("s3cret");
    }

    @Test
    @Tag("S-49")
    void a_number_is_erased_by_an_order_that_is_listed_and_needs_the_key() throws Exception {
        assertThat(ask("POST", "/erase", "{}", "sb_0000000000000000_guess").statusCode())
                .isEqualTo(401);
        String order = "{\"number\":\"+46709999999\",\"withdraw\":true}";
        assertThat(pulled("POST", "/erase", order, 202).path("id").asText()).isEqualTo(id(3));
        assertThat(given.held).containsExactly("46709999999 withdraw");
        for (String wrong : List.of("{}", "{\"number\":\"Acme\"}", "{\"number\":\"12\"}")) {
            pulled("POST", "/erase", wrong, 400);
        }
        JsonNode orders = pulled("GET", "/erase", "", 200).path("orders");
        assertThat(orders).hasSize(1);
        assertThat(orders.get(0).path("last").asText()).isEqualTo("567");
        assertThat(orders.get(0).path("remaining").asInt()).isEqualTo(2);
    }

    @Test
    @Tag("S-44")
    void status_and_levers_need_the_key_also_on_loopback() throws Exception {
        for (String path : List.of("/status", "/dead", "/held", "/erase", "/receipts/unmatched", "/log-level")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(401);
            Tried.times(1).refused(1).keep();
        }
        for (String path : List.of(
                "/reload",
                "/dead/replay",
                "/dead/drop",
                "/held/" + id(1) + "/resend",
                "/receipts/unmatched/rejoin",
                "/receipts/unmatched/drop",
                "/consent/list",
                "/consent/add",
                "/consent/remove",
                "/log-level")) {
            assertThat(ask("POST", path, "{}", "sb_0000000000000000_guess").statusCode())
                    .as(path)
                    .isEqualTo(401);
            Tried.times(1).refused(1).keep();
        }
        assertThat(given.held).isEmpty();
    }

    @Test
    void what_would_become_of_a_message_is_told_as_binds_are_now() throws Exception {
        JsonNode said = pulled("POST", "/route", "{\"to\":\"+46701234567\",\"text\":\"Hello\"}", 200);
        assertThat(said.path("lines").toString())
                .contains("route all (order 100): takes it", "tier 1: SMSC telia, bound", "it would go to SMSC telia");
        assertThat(said.path("taken").asBoolean()).isTrue();
        pulled("POST", "/route", "{\"to\":\"Bob\"}", 400);
    }

    @Test
    void held_messages_are_listed_also_those_of_one_smsc() throws Exception {
        for (String path : List.of("/held", "/receipts/unmatched")) {
            assertThat(pulled("GET", path + "?smsc=tele2", "", 200)
                            .path("count")
                            .asLong())
                    .isZero();
            assertThat(pulled("GET", path + "?smsc=telia", "", 200)
                            .path("count")
                            .asLong())
                    .isEqualTo(3);
        }
        JsonNode said = pulled("GET", "/held", "", 200);
        assertThat(said.path("count").asLong()).isEqualTo(3);
        JsonNode held = said.path("held").path(0);
        assertThat(held.path("id").asText()).isEqualTo(id(3));
        assertThat(held.path("smsc").asText()).isEqualTo("telia");
        assertThat(held.path("acceptedAt").asText()).isEqualTo(Given.NOW.toString());
    }

    @Test
    @Tag("S-44")
    void without_a_configured_key_each_start_makes_one_that_only_the_owner_can_read() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(AdminKey.FILE))))
                .isEqualTo("rw-------");
        given.close();
        server = new Given(directory).open("");
        String next = AdminKey.read(directory).orElseThrow().reveal();
        assertThat(next).isNotEqualTo(key);
        assertThat(ask("GET", "/status", "", key).statusCode()).isEqualTo(401);
        assertThat(ask("GET", "/status", "", next).statusCode()).isEqualTo(200);
        server.stop(Duration.ofSeconds(1));
    }

    @Test
    @Tag("S-44")
    void with_a_configured_hash_its_key_opens_and_no_file_is_left() throws Exception {
        given.close();
        KeyHash.NewKey made = KeyHash.create(new Random(1));
        Files.createFile(directory.resolve("admin.key.tmp")); // of a start that was killed
        server = new Given(directory).open(made.hash().toString());
        assertThat(AdminKey.read(directory)).isEmpty();
        assertThat(directory.resolve("admin.key.tmp")).doesNotExist();
        assertThat(ask("GET", "/status", "", made.key().reveal()).statusCode()).isEqualTo(200);
        server.stop(Duration.ofSeconds(1));
    }

    @Test
    @Tag("S-44")
    void a_web_page_cannot_read_through_a_rebound_name() throws Exception {
        assertThat(raw("GET /metrics HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /metrics HTTP/1.1\r\nhost: localhost:9090\r\nconnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    @Tag("S-44")
    void on_any_other_address_than_loopback_metrics_need_the_key_too() throws Exception {
        assertThat(AdminServer.lookingAt("127.0.0.1")).isEqualTo(Access.OPEN);
        assertThat(AdminServer.lookingAt("::1")).isEqualTo(Access.OPEN);
        assertThat(AdminServer.lookingAt("0.0.0.0")).isEqualTo(Access.KEY);
        assertThat(AdminServer.lookingAt("192.0.2.1")).isEqualTo(Access.KEY);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_reload_says_what_has_changed_or_every_fault() throws Exception {
        assertThat(pulled("POST", "/reload", "", 200).path("changes").path(0).asText())
                .isEqualTo("smsc.telia.rate: 5 -> 7 (live)");
        given.reload = new Reload.Refused(List.of("fault one", "fault two"));
        JsonNode problem = pulled("POST", "/reload", "", 422);
        given.reload = new Reload.NotNow("the bridge is stopping");
        assertThat(pulled("POST", "/reload", "", 503).path("detail").asText()).isEqualTo("the bridge is stopping");
        assertThat(problem.path("errors").findValuesAsText("detail")).containsExactly("fault one", "fault two");
    }

    @Test
    void a_command_that_finds_no_memory_beside_the_heap_is_answered_too() throws Exception {
        assertThat(pulled("POST", "/held/" + id(6) + "/resend", "", 500)
                        .path("code")
                        .asText())
                .isEqualTo("internal");
    }

    @Test
    void held_messages_are_resent_or_given_up() throws Exception {
        pulled("POST", "/held/" + id(1) + "/resend", "", 200);
        pulled("POST", "/held/" + id(3) + "/giveup", "", 200);
        pulled("POST", "/held/" + id(2) + "/resend", "", 404);
        pulled("POST", "/held/nonsense/resend", "", 404);
        assertThat(pulled("POST", "/held/" + id(4) + "/giveup", "", 503)
                        .path("code")
                        .asText())
                .as("what may be done later")
                .isEqualTo("busy");
        assertThat(given.held)
                .containsExactly(id(1) + " resend", id(3) + " giveup", id(2) + " resend", id(4) + " giveup");
    }

    @Test
    @Tag("C74")
    void receipts_without_a_message_are_listed_joined_and_dropped() throws Exception {
        JsonNode said = pulled("GET", "/receipts/unmatched", "", 200);
        assertThat(said.path("count").asInt()).isEqualTo(3);
        assertThat(said.path("unmatched").path(0).toString())
                .isEqualTo("{\"id\":\"" + id(3) + "\",\"smsc\":\"telia\",\"messageId\":\"4d\",\"stat\":\"UNDELIV\","
                        + "\"err\":\"027\",\"at\":\"" + Given.NOW + "\"}");
        String two = "{\"ids\":[\"" + id(3) + "\",\"" + id(4) + "\"]}";
        JsonNode joined = pulled("POST", "/receipts/unmatched/rejoin", two, 200);
        assertThat(joined.path("receipts").asInt()).isEqualTo(1);
        assertThat(joined.path("indexing").asBoolean()).isTrue();
        assertThat(pulled("POST", "/receipts/unmatched/drop", two, 200)
                        .path("receipts")
                        .asInt())
                .isEqualTo(2);
        assertThat(given.gone).hasSize(2);
        for (String lever : List.of("rejoin", "drop")) {
            assertThat(pulled("POST", "/receipts/unmatched/" + lever, "{\"ids\":[\"" + id(5) + "\"]}", 503)
                            .path("code")
                            .asText())
                    .as("what may be done later")
                    .isEqualTo("busy");
        }
        for (String wrong : List.of("", "[]", "{", "{\"ids\":\"x\"}", "{\"ids\":[\"?\"]}")) {
            pulled("POST", "/receipts/unmatched/drop", wrong, 400);
        }
    }

    @Test
    @Tag("C104")
    void those_who_want_no_messages_are_listed_added_and_removed() throws Exception {
        JsonNode said = pulled("POST", "/consent/list", "{}", 200);
        assertThat(said.path("count").asInt()).isEqualTo(1);
        assertThat(said.path("optedOut").path(0).toString())
                .isEqualTo("{\"number\":\"46701234567\",\"sender\":\"72404\",\"account\":\"\",\"since\":\"" + Given.NOW
                        + "\"}");
        assertThat(pulled("POST", "/consent/list", "{\"number\":\"+46709999999\"}", 200)
                        .path("optedOut"))
                .isEmpty();
        String one = "{\"number\":\"+46701234567\",\"sender\":\"72404\"}";
        assertThat(pulled("POST", "/consent/add", one, 200).path("changed").asBoolean())
                .isFalse();
        assertThat(pulled("POST", "/consent/remove", one, 200).path("changed").asBoolean())
                .isTrue();
        pulled("POST", "/consent/add", "{\"number\":\"46709999999\",\"account\":\"local\"}", 200);
        assertThat(given.held)
                .containsExactly("46701234567 72404 out", "46701234567 72404 in", "46709999999 local out");
        for (String wrong : List.of(
                "",
                "{}",
                "{\"number\":\"Bob\"}",
                "{\"number\":\"46701234567\",\"sender\":\"a much too long sender\"}",
                "{\"number\":\"46701234567\",\"sender\":\"a\",\"account\":\"b\"}")) {
            pulled("POST", "/consent/add", wrong, 400);
        }
    }

    @Test
    @Tag("C104")
    void nobody_is_opted_out_of_an_account_that_is_not_configured_but_in_again() throws Exception {
        String typo = "{\"number\":\"46709999999\",\"account\":\"shpo\"}";
        assertThat(pulled("POST", "/consent/add", typo, 422).path("detail").asText())
                .isEqualTo("account shpo is not configured");
        assertThat(given.held).isEmpty();
        pulled("POST", "/consent/remove", typo, 200);
        pulled("POST", "/consent/add", typo.replace("shpo", given.config.node().middlewareAccount()), 200);
        assertThat(given.held).containsExactly("46709999999 shpo in", "46709999999 local out");
    }

    @Test
    void dead_events_are_listed_replayed_and_dropped() throws Exception {
        assertThat(pulled("GET", "/dead", "", 200).path("dead").findValuesAsText("id"))
                .containsExactly(id(8), id(9));
        assertThat(pulled("GET", "/dead", "", 200)
                        .path("counts")
                        .path("webhook:main")
                        .asInt())
                .isEqualTo(2);
        String one = "{\"endpoint\":\"webhook:main\",\"ids\":[\"" + id(8) + "\"]}";
        assertThat(pulled("POST", "/dead/drop", one, 200).path("events").asInt())
                .isEqualTo(1);
        assertThat(given.gone).containsExactly(Given.dead(8).id());
        String all = "{\"endpoint\":\"webhook:main\",\"all\":true}";
        assertThat(pulled("POST", "/dead/replay", all, 200).path("events").asInt())
                .isEqualTo(1);
        for (String wrong : List.of(
                "", "[]", "{", "{\"all\":true}", "{\"endpoint\":\"x\"}", "{\"endpoint\":\"x\",\"ids\":[\"?\"]}")) {
            pulled("POST", "/dead/replay", wrong, 400);
        }
    }

    @Test
    @Tag("S2.14")
    void one_module_has_a_log_level_of_its_own_while_others_keep_theirs() throws Exception {
        Logger module = LoggerFactory.getLogger("io.smppbridge.admin.Any");
        Logger other = LoggerFactory.getLogger("io.smppbridge.intake.Any");
        boolean before = other.isDebugEnabled();
        try {
            pulled("POST", "/log-level", "{\"module\":\"admin\",\"level\":\"trace\"}", 200);
            assertThat(pulled("GET", "/log-level", "", 200).at("/modules/admin").asText())
                    .isEqualTo("trace");
            assertThat(module.isTraceEnabled()).isTrue();
            assertThat(other.isDebugEnabled()).isEqualTo(before);
            pulled("POST", "/log-level", "{\"module\":\"nowhere\",\"level\":\"trace\"}", 400);
            pulled("POST", "/log-level", "{\"module\":\"admin\",\"level\":\"loud\"}", 400);
            assertThat(pulled("POST", "/log-level", "level=debug", 400)
                            .path("detail")
                            .asText())
                    .startsWith("expected JSON such as");
        } finally {
            pulled("POST", "/log-level", "{\"module\":\"admin\",\"level\":\"inherit\"}", 200);
        }
        assertThat(module.isTraceEnabled()).isFalse();
        assertThat(pulled("GET", "/log-level", "", 200).path("modules").isEmpty())
                .isTrue();
    }

    @Test
    void the_log_level_changes_while_it_runs() throws Exception {
        String before = LogSetup.level();
        try {
            pulled("POST", "/log-level", "{\"level\":\"error\"}", 200);
            assertThat(pulled("GET", "/log-level", "", 200).path("level").asText())
                    .isEqualTo("error");
            pulled("POST", "/log-level", "{\"level\":\"loud\"}", 400);
        } finally {
            LogSetup.level(before);
        }
    }
}
