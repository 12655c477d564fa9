package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.smppbridge.Messages.CarrierPart;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The document and the handler say the same: every documented answer is provoked and checked, and nothing else is answered. */
class OpenApiTest {
    private static final String MESSAGE = "{\"to\":\"46701234567\",\"text\":\"x\"}";
    private static final String CHANGE = "{\"text\":\"other\",\"validity\":60,\"schedule\":\"2026-11-21T08:00:00Z\"}";
    private static final String UNKNOWN = "/v1/messages/0000000000ABC";

    private Bed bed;
    private JsonNode document;
    private Schema schema;

    /** Provokes one documented answer. */
    private interface Scenario {
        HttpResponse<String> provoke() throws Exception;
    }

    @BeforeEach
    void open() throws Exception {
        bed = new Bed(new Bed.Limits(100, 1 << 16, 1000, Duration.ofSeconds(1), Duration.ofMillis(900)));
        HttpResponse<String> served = bed.get("/openapi.yaml");
        assertThat(served.headers().firstValue("content-type")).hasValue("application/yaml");
        document = new YAMLMapper().readTree(served.body());
        schema = new Schema(document);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void every_documented_answer_is_given_as_documented() throws Exception {
        Map<String, Scenario> scenarios = scenarios();
        assertThat(scenarios.keySet()).containsExactlyInAnyOrderElementsOf(documented());
        for (Map.Entry<String, Scenario> scenario : scenarios.entrySet()) {
            String[] name = scenario.getKey().split(" ");
            HttpResponse<String> response = scenario.getValue().provoke();
            assertThat(response.statusCode())
                    .as(scenario.getKey() + ": " + response.body())
                    .isEqualTo(Integer.parseInt(name[1]));
            check(scenario.getKey(), response, operation(name[0]).at("/responses/" + name[1]));
            bed.door.refuses = (account, sms) -> Optional.empty();
            bed.door.withdrawals = id -> Withdrawal.CANCELLED;
            bed.door.changes = FakeDoor.CHANGED;
            bed.obstacles.set(List.of());
        }
    }

    /** openapi-generator writes Java that no compiler takes for a boolean with a {@code const} or an {@code enum}. */
    @Test
    void no_boolean_of_the_document_has_a_constant_which_clients_are_generated_with_that_do_not_compile() {
        List<String> bound = new ArrayList<>();
        for (JsonNode holder : document.findParents("type")) {
            if (holder.get("type").asText().equals("boolean") && (holder.has("const") || holder.has("enum"))) {
                bound.add(holder.toString());
            }
        }
        assertThat(bound).isEmpty();
        assertThat(document.at("/components/schemas/Repeated/properties/repeated/type")
                        .asText())
                .isEqualTo("boolean");
    }

    @Test
    @Tag("C82")
    void a_change_reaches_the_door_and_its_faults_are_told_with_pointers() throws Exception {
        String own = "/v1/messages/" + Bed.json(bed.post(MESSAGE)).get("id").asText();
        List<Change> seen = new ArrayList<>();
        bed.door.changes = change -> {
            seen.add(change);
            return new Changed.Invalid(List.of(new SendOutcome.Fault("text", "too-many-parts", "takes 99 parts")));
        };
        assertThat(Bed.json(patch(own, CHANGE)).at("/errors/0/pointer").asText())
                .isEqualTo("/text");
        assertThat(seen)
                .containsExactly(new Change(
                        Optional.of("other"),
                        Optional.of(Duration.ofSeconds(60)),
                        Optional.of(Instant.parse("2026-11-21T08:00:00Z"))));
        for (String bad : List.of("{}", "{\"text\":1}", "{\"text\":\"a\",\"text\":\"b\"}", "{\"to\":\"467\"}")) {
            assertThat(patch(own, bad).statusCode()).as(bad).isEqualTo(422);
        }
        for (String bad : List.of("", "[]", "{\"text\":\"a\"", "nothing")) {
            assertThat(patch(own, bad).statusCode()).as(bad).isEqualTo(400);
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    @Tag("C82")
    void the_faults_of_a_change_are_told_as_those_of_a_message() throws Exception {
        String own = "/v1/messages/" + Bed.json(bed.post(MESSAGE)).get("id").asText();
        Map<String, String> faults = new LinkedHashMap<>();
        faults.put("{\"foo\":{\"a\":1}}", "/foo unknown-field");
        faults.put("{\"foo\":1}", "/foo unknown-field");
        faults.put("{\"text\":1}", "/text wrong-type expected a string");
        faults.put("{\"validity\":1.5}", "/validity wrong-type expected whole seconds or a string such as 5m");
        faults.put("{\"validity\":1e40}", "/validity bad-value expected 1 s to 30 days");
        faults.put("{\"validity\":1e-9}", "/validity wrong-type");
        faults.put("{\"validity\":1e999999999}", "/validity bad-value expected 1 s to 30 days");
        faults.put("{\"validity\":100e2147483647}", "/validity bad-value expected 1 s to 30 days");
        faults.put("{\"validity\":1e99999999999}", "/validity wrong-type");
        faults.put("{\"validity\":99999999999999999999}", "/validity bad-value expected 1 s to 30 days");
        faults.put("{\"validity\":" + "9".repeat(100) + "}", "/validity bad-value expected 1 s to 30 days");
        faults.put("{\"text\":\"a\",\"text\":\"b\"}", "/text duplicate-field");
        for (Map.Entry<String, String> one : faults.entrySet()) {
            HttpResponse<String> answer = patch(own, one.getKey());
            assertThat(answer.statusCode()).as(one.getKey()).isEqualTo(422);
            JsonNode errors = Bed.json(answer).get("errors");
            assertThat(errors).as(one.getKey()).hasSize(1);
            assertThat(errors.at("/0/pointer").asText()
                            + ' '
                            + errors.at("/0/code").asText()
                            + ' '
                            + errors.at("/0/detail").asText())
                    .startsWith(one.getValue());
        }
        assertThat(patch(own, "{\"validity\":60.0}").statusCode()).isEqualTo(200);
        assertThat(patch(own, "text/plain", CHANGE).statusCode()).isEqualTo(415);
        assertThat(patch(own, "Application/JSON; charset=utf-8", CHANGE).statusCode())
                .isEqualTo(200);
    }

    @Test
    @Tag("C86")
    void a_repeated_request_is_answered_as_documented_alone_and_in_a_list() throws Exception {
        String named = "{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"c\"}";
        for (String body : List.of(named, named, "[" + named + "," + MESSAGE + "]")) {
            HttpResponse<String> response = bed.post(body);
            assertThat(response.statusCode()).isEqualTo(202);
            check("example", response, operation("send").at("/responses/202"));
        }
    }

    @Test
    void what_the_smsc_says_is_shown_as_documented() throws Exception {
        String own = "/v1/messages/" + Bed.json(bed.post(MESSAGE)).get("id").asText();
        bed.door.carrier = List.of(
                new CarrierPart(1, "abc1", "delivered", "261121003438000+", 0, ""),
                new CarrierPart(2, "abc2", "", "", 0, "command_status 0x67 RQUERYFAIL"));

        HttpResponse<String> response = bed.get(own + "?query=smsc");

        check("find", response, operation("find").at("/responses/200"));
        assertThat(Bed.json(response).at("/carrier/parts/0/state").asText()).isEqualTo("delivered");
        assertThat(Bed.json(response).at("/carrier/parts/1/fault").asText()).contains("RQUERYFAIL");
        assertThat(Bed.json(bed.get(own)).has("carrier")).isFalse();
    }

    @Test
    void every_example_is_sound_by_the_schema_and_accepted_by_the_handler() throws Exception {
        JsonNode content = operation("send").at("/requestBody/content");
        JsonNode json = content.get("application/json");
        List<JsonNode> values = new ArrayList<>();
        json.get("examples").forEach(example -> values.add(example.get("value")));
        assertThat(values).hasSizeGreaterThan(4);
        for (JsonNode value : values) {
            assertThat(schema.faults(json.get("schema"), value)).as("%s", value).isEmpty();
            HttpResponse<String> response = bed.post(value.toString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
            check("example", response, operation("send").at("/responses/202"));
        }
        HttpResponse<String> lines = bed.post(
                "application/x-ndjson",
                content.at("/application~1x-ndjson/examples/lines/value").asText());
        assertThat(Bed.json(lines).get("accepted").asInt()).isEqualTo(2);
    }

    @Test
    void schema_and_handler_agree_on_what_a_message_is() throws Exception {
        JsonNode message = document.at("/components/schemas/Message");
        assertThat(document.at("/info/description").asText()).contains("UTF-16");
        for (String body : List.of(
                "{\"text\":\"x\"}",
                "{\"to\":\"46701234567\"}",
                "{\"to\":\"46701234567\",\"text\":\"\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"binaryHex\":\"00\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"encoding\":\"utf8\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"priority\":\"HIGH\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"validity\":2592001}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"validity\":\"5w\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"receipt\":null}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"tags\":{\"a\":1}}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"tags\":[]}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"callback\":\"" + "c".repeat(65) + "\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"" + "c".repeat(65) + "\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"\"}",
                "{\"to\":\"46701234567\",\"binaryHex\":\"0\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"udh\":\"\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"" + "\ud83d\ude00".repeat(33) + "\"}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"tags\":{\"" + "t".repeat(129) + "\":\"1\"}}",
                "{\"to\":\"46701234567\",\"text\":\"x\",\"other\":1}")) {
            assertThat(schema.faults(message, Bed.JSON.readTree(body))).as(body).isNotEmpty();
            assertThat(bed.post(body).statusCode()).as(body).isEqualTo(422);
        }
    }

    @Test
    void schema_and_handler_agree_on_every_length_of_time_and_every_number() throws Exception {
        List<String> bodies = new ArrayList<>();
        for (String time :
                ("0 0s 0m 0h 0d 00 1 1s 1m 1h 1d 01d 9 10 999999 1000000 1999999 2000000 2499999 2589999 2590000 2591999"
                                + " 2592000 2592000s 2592001 2592001s 2600000 3000000 43200m 43201m 43300m 50000m 720h 721h 730h 800h 30d 31d"
                                + " 000000030d 0000000030d 0000000030 00000000030 999999999d 9999999999 1w 1D +1")
                        .split(" ")) {
            bodies.add("{\"to\":\"46701234567\",\"text\":\"x\",\"validity\":\"" + time + "\"}");
        }
        for (String number : List.of(
                "",
                " ",
                "+",
                "467",
                "+467",
                " 467 ",
                "467 0",
                "4x",
                "1".repeat(20),
                "1".repeat(21),
                "+" + "1".repeat(16))) {
            bodies.add("{\"text\":\"x\",\"to\":\"" + number + "\"}");
        }
        bodies.add("{\"to\":\"467\",\"text\":\"x\",\"sourcePort\":1}");
        bodies.add("{\"to\":\"467\",\"text\":\"x\",\"sourcePort\":1,\"destinationPort\":2}");
        bodies.add("{\"to\":\"467\",\"text\":\"x\",\"tlvs\":{\"\":\"00\"}}");
        bodies.add("{\"to\":\"467\",\"text\":\"x\",\"tlvs\":{\"" + "t".repeat(65) + "\":\"00\"}}");
        for (String body : bodies) {
            boolean sound = schema.faults(document.at("/components/schemas/Message"), Bed.JSON.readTree(body))
                    .isEmpty();
            assertThat(bed.post(body).statusCode()).as(body).isEqualTo(sound ? 202 : 422);
        }
        assertThat(schema.faults(document.at("/components/schemas/Change"), Bed.JSON.readTree("{}")))
                .isNotEmpty();
    }

    @Test
    void a_destination_that_is_none_is_told_as_a_destination() throws Exception {
        for (String wrong : List.of("46701234567890x", "Acme", "+46x", "+", "1".repeat(21))) {
            assertThat(Bed.json(bed.post("{\"text\":\"x\",\"to\":\"" + wrong + "\"}"))
                            .at("/errors/0/detail")
                            .asText())
                    .as(wrong)
                    .contains("digits")
                    .doesNotContain("sender");
        }
    }

    private Map<String, Scenario> scenarios() throws Exception {
        Map<String, Scenario> all = new LinkedHashMap<>();
        String id = Bed.json(bed.post(MESSAGE)).get("id").asText();
        String own = "/v1/messages/" + id;
        all.put("send 202", () -> bed.post("[" + MESSAGE + ",{}]"));
        all.put("send 400", () -> bed.post("{"));
        all.put("send 401", () -> keyless("/v1/messages", "POST"));
        all.put("send 408", () -> raw("Content-Length: 9\r\n\r\n{"));
        all.put("send 409", () -> {
            bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"c\"}");
            return bed.post("{\"to\":\"46701234567\",\"text\":\"y\",\"clientRef\":\"c\"}");
        });
        all.put("send 413", () -> bed.post("x".repeat(70_000)));
        all.put("send 415", () -> bed.post("text/plain", "x"));
        all.put("send 422", () -> bed.post("{}"));
        all.put("send 429", () -> refused(new NoCredit("acme", Duration.ofSeconds(1))));
        all.put("send 503", () -> refused(new NotAccepting("draining", Duration.ofSeconds(1))));
        all.put("send 504", () -> {
            CompletableFuture<Void> held = new CompletableFuture<>();
            bed.door.hold(held);
            try {
                return raw("Content-Length: " + MESSAGE.length() + "\r\n\r\n" + MESSAGE);
            } finally {
                held.complete(null);
            }
        });
        all.put("find 200", () -> bed.get(own));
        all.put("find 400", () -> bed.get(own + "?query=moon"));
        all.put("find 401", () -> keyless(own, "GET"));
        all.put("find 404", () -> bed.get(UNKNOWN));
        all.put("cancel 200", () -> bed.delete(own));
        all.put("cancel 401", () -> keyless(own, "DELETE"));
        all.put("cancel 404", () -> bed.delete(UNKNOWN));
        all.put("cancel 409", () -> {
            bed.door.withdrawals = any -> Withdrawal.TOO_LATE;
            return bed.delete(own);
        });
        all.put("cancel 504", () -> {
            bed.door.withdrawals = any -> Withdrawal.UNANSWERED;
            return bed.delete(own);
        });
        all.put("change 200", () -> patch(own, CHANGE));
        all.put("change 400", () -> patch(own, "{"));
        all.put(
                "change 401",
                () -> bed.send(HttpRequest.newBuilder(bed.uri(own))
                        .method("PATCH", HttpRequest.BodyPublishers.ofString(CHANGE))));
        all.put("change 404", () -> patch(UNKNOWN, CHANGE));
        all.put("change 409", () -> changed(own, new Changed.Refused(Withdrawal.TOO_LATE)));
        all.put("change 422", () -> patch(own, "{\"to\":\"1\",\"validity\":\"5w\",\"text\":\"\"}"));
        all.put("change 504", () -> changed(own, new Changed.Refused(Withdrawal.UNANSWERED)));
        all.put("explain 200", () -> bed.get(own + "/explain"));
        all.put("explain 401", () -> keyless(own + "/explain", "GET"));
        all.put("explain 404", () -> bed.get(UNKNOWN + "/explain"));
        all.put("livez 200", () -> keyless("/livez", "GET"));
        all.put("readyz 200", () -> keyless("/readyz", "GET"));
        all.put("readyz 503", () -> {
            bed.obstacles.set(List.of("starting"));
            return keyless("/readyz", "GET");
        });
        all.put("openapi 200", () -> bed.get("/openapi.yaml"));
        all.put("openapi 401", () -> keyless("/openapi.yaml", "GET"));
        all.put("version 200", () -> bed.get("/version"));
        all.put("version 401", () -> keyless("/version", "GET"));
        for (String one : List.of(
                "send POST /v1/messages",
                "find GET " + own,
                "cancel DELETE " + own,
                "change PATCH " + own,
                "explain GET " + own + "/explain",
                "livez GET /livez",
                "readyz GET /readyz",
                "openapi GET /openapi.yaml",
                "version GET /version")) {
            ofAnyRequest(all, one.split(" "));
        }
        all.put("change 408", () -> raw("PATCH " + own, "Content-Length: 9\r\n\r\n{"));
        all.put("change 413", () -> patch(own, "x".repeat(70_000)));
        all.put("change 415", () -> patch(own, "text/plain", CHANGE));
        all.put("find 429", () -> wrongKeys(own, "GET"));
        all.put("cancel 429", () -> wrongKeys(own, "DELETE"));
        all.put("change 429", () -> wrongKeys(own, "PATCH"));
        all.put("explain 429", () -> wrongKeys(own + "/explain", "GET"));
        return all;
    }

    /** What may be wrong with a request of every kind: named, its method, its path. */
    private void ofAnyRequest(Map<String, Scenario> all, String... request) {
        String name = request[0];
        String path = request[2];
        if (Set.of("GET", "DELETE").contains(request[1])) {
            all.putIfAbsent(
                    name + " 400",
                    () -> bed.send(bed.request(path).method(request[1], HttpRequest.BodyPublishers.ofString("x"))));
        }
        all.put(
                name + " 405",
                () -> bed.send(bed.request(path).method("PUT", HttpRequest.BodyPublishers.ofString("x"))));
        all.put(name + " 417", () -> raw(request[1] + ' ' + path, "Expect: wonders\r\nConnection: close\r\n\r\n"));
        all.put(
                name + " 431",
                () -> bed.send(bed.request(path)
                        .header("X-Long", "x".repeat(9_000))
                        .method(request[1], HttpRequest.BodyPublishers.noBody())));
    }

    private HttpResponse<String> refused(SendOutcome outcome) throws Exception {
        bed.door.refuses = (account, sms) -> Optional.of(outcome);
        return bed.post(MESSAGE);
    }

    private HttpResponse<String> patch(String path, String body) throws Exception {
        return patch(path, "application/json", body);
    }

    private HttpResponse<String> patch(String path, String type, String body) throws Exception {
        return bed.send(bed.request(path)
                .header("Content-Type", type)
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> changed(String path, Changed answer) throws Exception {
        bed.door.changes = any -> answer;
        return patch(path, CHANGE);
    }

    private HttpResponse<String> keyless(String path, String method) throws Exception {
        return bed.send(HttpRequest.newBuilder(bed.uri(path)).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    private HttpResponse<String> wrongKeys(String path, String method) throws Exception {
        for (int i = 0; i < 10; i++) {
            bed.send(HttpRequest.newBuilder(bed.uri("/version")).header("Authorization", "Bearer wrong" + i));
        }
        return bed.send(HttpRequest.newBuilder(bed.uri(path))
                .header("Authorization", "Bearer wrong")
                .method(method, HttpRequest.BodyPublishers.noBody()));
    }

    /** For answers that a proper client never sees. */
    private HttpResponse<String> raw(String rest) throws IOException {
        return raw("POST /v1/messages", rest);
    }

    private HttpResponse<String> raw(String request, String rest) throws IOException {
        return new RawResponse(bed.raw(request + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-a\r\n"
                + "Content-Type: application/json\r\n" + rest));
    }

    private void check(String name, HttpResponse<String> response, JsonNode documented) throws IOException {
        JsonNode answer = schema.resolve(documented);
        String type = response.headers().firstValue("content-type").orElse("");
        JsonNode content = answer.get("content").get(type);
        assertThat(content).as(name + ": " + type + " is documented").isNotNull();
        if (type.endsWith("json")) {
            assertThat(schema.faults(content.get("schema"), Bed.json(response)))
                    .as(name + ": " + response.body())
                    .isEmpty();
        }
        if (answer.has("headers") && !name.startsWith("send 202") && !name.equals("example")) {
            answer.get("headers")
                    .fieldNames()
                    .forEachRemaining(header -> assertThat(response.headers().firstValue(header))
                            .as(name + ": " + header)
                            .isPresent());
        }
    }

    private Set<String> documented() {
        Set<String> all = new TreeSet<>();
        document.get("paths")
                .forEach(path -> path.forEach(operation -> {
                    if (operation.has("responses")) {
                        operation
                                .get("responses")
                                .fieldNames()
                                .forEachRemaining(status ->
                                        all.add(operation.get("operationId").asText() + " " + status));
                    }
                }));
        return all;
    }

    private JsonNode operation(String id) {
        for (JsonNode path : document.get("paths")) {
            for (JsonNode operation : path) {
                if (operation.path("operationId").asText().equals(id)) {
                    return operation;
                }
            }
        }
        throw new IllegalArgumentException(id);
    }
}
