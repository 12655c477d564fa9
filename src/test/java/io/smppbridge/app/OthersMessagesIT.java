package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.QuickPassword;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of one account that wait, and another account that asks for them and for ids around theirs, at the doors of a whole bridge. */
@Timeout(300)
@Tag("crowd")
class OthersMessagesIT {
    private static final int WAITING = 100;
    private static final int AT_ONCE = 100;
    private static final long UNUSED = TaskId.first(1_000_000_000_000L);
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9A-Z]{13})\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final KeyHash.NewKey owner = KeyHash.create(new SecureRandom());
    private final KeyHash.NewKey other = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    private CarrierBed bed;
    private List<Long> waiting;

    @BeforeEach
    void send() throws Exception {
        String hash = QuickPassword.hash("secret");
        CarrierBed.Plan plan =
                CarrierBed.with(directory, 1).of(0, "rate", "0.2").node("esme.e.port", "0");
        for (Map.Entry<String, KeyHash.NewKey> account :
                Map.of("owner", owner, "other", other).entrySet()) {
            String prefix = "account." + account.getKey() + '.';
            plan.node(prefix + "key-hash", account.getValue().hash().toString())
                    .node(prefix + "esme.system-id", account.getKey())
                    .node(prefix + "esme.password-hash", hash);
        }
        bed = plan.start().bound();
        bed.audit.alsoCalledFromOutside();
        waiting = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            String body = "{\"to\":\"+" + CarrierBed.prefix(0) + (1000 + i) + "\",\"from\":\"Acme\",\"text\":\"x\"}";
            HttpResponse<String> answer = client.send(
                    request("", owner)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
            Matcher id = ID.matcher(answer.body());
            assertThat(id.find()).as(answer.body()).isTrue();
            waiting.add(TaskId.parse(id.group(1)).value());
        }
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    @Tag("S-02")
    void a_thousand_ids_around_anothers_are_answered_over_http_as_if_they_did_not_exist(TestReporter reporter)
            throws Exception {
        probe(1_000, reporter);
    }

    @Test
    @Tag("S-02")
    @Tag("long")
    void ten_thousand_ids_around_anothers_are_answered_over_http_as_if_they_did_not_exist(TestReporter reporter)
            throws Exception {
        probe(10_000, reporter);
    }

    private void probe(int count, TestReporter reporter) throws Exception {
        List<Long> ids = around(count);
        Map<String, Integer> others = new TreeMap<>();
        for (String way : List.of("GET ", "GET /explain", "PATCH ", "DELETE ")) {
            String nothing = ask(way, UNUSED, other).get(20, TimeUnit.SECONDS);
            assertThat(nothing).startsWith("404 ");
            for (int from = 0; from < ids.size(); from += AT_ONCE) {
                List<CompletableFuture<String>> answers =
                        ids.subList(from, Math.min(ids.size(), from + AT_ONCE)).stream()
                                .map(id -> ask(way, id, other))
                                .toList();
                for (CompletableFuture<String> answer : answers) {
                    String told = answer.get(20, TimeUnit.SECONDS);
                    if (!told.equals(nothing)) {
                        others.merge(way + ' ' + told, 1, Integer::sum);
                    }
                }
            }
        }
        Tried.times(4L * ids.size())
                .lost(others.size())
                .note(WAITING + " of the ids are messages of the other account")
                .tell(reporter);
        assertThat(others).isEmpty();
        untouched();
    }

    @Test
    @Tag("S-26")
    @Tag("S-02")
    void an_esme_is_told_of_anothers_messages_what_it_is_told_of_none(TestReporter reporter) throws Exception {
        SMPPSession session = new SMPPSession(
                "127.0.0.1",
                bed.bridge.esmePort("e"),
                new BindParameter(
                        BindType.BIND_TRX,
                        "other",
                        "secret",
                        "",
                        TypeOfNumber.UNKNOWN,
                        NumberingPlanIndicator.UNKNOWN,
                        ""));
        session.setTransactionTimer(20_000);
        List<Long> ids = around(2 * WAITING);
        List<String> nothing = operations(session, UNUSED);
        assertThat(nothing).doesNotContain("0");
        for (long id : ids) {
            assertThat(operations(session, id)).isEqualTo(nothing);
        }
        session.unbindAndClose();
        Tried.times(3L * ids.size())
                .note("query_sm, cancel_sm and replace_sm: " + nothing)
                .tell(reporter);
        untouched();
    }

    /** The statuses of a query_sm, a cancel_sm and a replace_sm. */
    private static List<String> operations(SMPPSession session, long id) throws Exception {
        TypeOfNumber ton = TypeOfNumber.ALPHANUMERIC;
        NumberingPlanIndicator npi = NumberingPlanIndicator.UNKNOWN;
        String text = new TaskId(id).toString();
        return List.of(
                status(() -> session.queryShortMessage(text, ton, npi, "Acme")),
                status(() -> session.cancelShortMessage("", text, ton, npi, "Acme", ton, npi, "")),
                status(() -> session.replaceShortMessage(
                        text, ton, npi, "Acme", null, null, new RegisteredDelivery(0), (byte) 0, new byte[] {'y'})));
    }

    private interface Operation {
        void run() throws Exception;
    }

    private static String status(Operation operation) throws Exception {
        try {
            operation.run();
            return "0";
        } catch (NegativeResponseException no) {
            return Integer.toHexString(no.getCommandStatus());
        }
    }

    /** Those that are messages, and as many around them as it takes. */
    private List<Long> around(int count) {
        List<Long> ids = new ArrayList<>(waiting);
        for (long step = 1; ids.size() < count; step++) {
            for (int i = 0; i < waiting.size() && ids.size() < count; i++) {
                long neighbour = waiting.get(i) + (step % 2 == 0 ? step / 2 : -(step + 1) / 2);
                ids.add(neighbour);
            }
        }
        return ids;
    }

    /** Their owner still has them, and may still cancel the last one. */
    private void untouched() throws Exception {
        for (long id : waiting) {
            assertThat(ask("GET ", id, owner).get(20, TimeUnit.SECONDS))
                    .startsWith("200 ")
                    .doesNotContain("CANCELLED");
        }
        assertThat(ask("DELETE ", waiting.get(WAITING - 1), owner).get(20, TimeUnit.SECONDS))
                .startsWith("200 ");
    }

    /** Status and body, without the id. */
    private CompletableFuture<String> ask(String way, long id, KeyHash.NewKey key) {
        String text = new TaskId(id).toString();
        HttpRequest request = request('/' + text + way.substring(way.indexOf(' ') + 1), key)
                .header("Content-Type", "application/json")
                .method(
                        way.substring(0, way.indexOf(' ')),
                        way.startsWith("PATCH") ? BodyPublishers.ofString("{\"text\":\"y\"}") : BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, BodyHandlers.ofString())
                .thenApply(answer -> answer.statusCode() + " " + answer.body().replace(text, "*"));
    }

    private HttpRequest.Builder request(String rest, KeyHash.NewKey key) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bed.bridge.httpPort() + "/v1/messages" + rest))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key.key().reveal());
    }
}
