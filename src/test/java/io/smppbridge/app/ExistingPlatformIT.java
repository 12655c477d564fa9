package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.smppbridge.InboundListener;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Platforms that were written for another way of sending: the same classes, to the line, over the old way and over the bridge. Only the
 * place that puts them together differs.
 */
@Timeout(60)
@Tag("S1.2")
@Tag("crowd")
class ExistingPlatformIT {
    private static final String SUBSCRIBER = "46701234567";
    private static final List<String> SAID = List.of("VOTE anna", "vote BERTIL", "what?");
    private static final List<String> ANSWERED =
            List.of("Thank you for voting for anna", "Thank you for voting for bertil", "Send VOTE and a name");

    @TempDir
    Path directory;

    /** Knows nothing of who sends for it: calls {@code send(number, text)}, and is called for each message. */
    private static final class VotingPlatform {
        private final BiConsumer<String, String> sms;

        VotingPlatform(BiConsumer<String, String> sms) {
            this.sms = sms;
        }

        void received(String from, String text) {
            sms.accept(from, answer(text));
        }

        static String answer(String text) {
            String[] words = text.strip().toLowerCase(java.util.Locale.ROOT).split("\\s+", 2);
            return words[0].equals("vote") && words.length == 2
                    ? "Thank you for voting for " + words[1]
                    : "Send VOTE and a name";
        }
    }

    /** The same trade over HTTP: posts {@code to} and {@code text} as JSON, and is posted {@code from} and {@code text}. */
    private static final class HttpPlatform implements AutoCloseable {
        private final HttpServer ear =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        private final ObjectMapper json = new ObjectMapper();
        private volatile URI gateway = URI.create("http://127.0.0.1:1/");
        private volatile String key = "";

        HttpPlatform() throws IOException {
            ear.createContext("/", exchange -> {
                JsonNode message = json.readTree(exchange.getRequestBody().readAllBytes());
                send(
                        message.path("from").asText(),
                        VotingPlatform.answer(message.path("text").asText()));
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            ear.start();
        }

        private void send(String to, String text) throws IOException {
            String body =
                    json.createObjectNode().put("to", to).put("text", text).toString();
            HttpRequest request = HttpRequest.newBuilder(gateway)
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofSeconds(10))
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            try {
                int status = HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                if (status != 202) {
                    throw new IOException("the gateway answered " + status);
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            ear.stop(0);
        }
    }

    /** A platform whose rules are rows: the first word of what a subscriber says is looked up by JDBC, the answer is sent. */
    private static final class KeywordPlatform implements AutoCloseable {
        private final Connection database = DriverManager.getConnection("jdbc:h2:mem:");
        private final BiConsumer<String, String> sms;

        KeywordPlatform(BiConsumer<String, String> sms) throws SQLException {
            this.sms = sms;
            try (Statement statement = database.createStatement()) {
                statement.execute("create table keyword (word varchar(20) primary key, answer varchar(160))");
                statement.execute("insert into keyword values ('vote', 'Thank you for voting for ')");
            }
        }

        synchronized void received(String from, String text) {
            String[] words = text.strip().toLowerCase(java.util.Locale.ROOT).split("\\s+", 2);
            try (PreparedStatement query = database.prepareStatement("select answer from keyword where word = ?")) {
                query.setString(1, words[0]);
                ResultSet rows = query.executeQuery();
                sms.accept(from, rows.next() ? rows.getString(1) + words[1] : "Send VOTE and a name");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws SQLException {
            database.close();
        }
    }

    @Test
    void a_platform_with_keywords_in_a_database_over_its_old_sender() throws SQLException {
        List<String> sent = new CopyOnWriteArrayList<>();
        try (KeywordPlatform platform = new KeywordPlatform((number, text) -> sent.add(text))) {
            SAID.forEach(text -> platform.received(SUBSCRIBER, text));
        }
        assertThat(sent).isEqualTo(ANSWERED);
    }

    @Test
    void the_same_platform_with_keywords_in_a_database_over_the_bridge() throws IOException, SQLException {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"));
                Bridge bridge = Bridge.start(configuration(carrier, ""));
                KeywordPlatform platform = new KeywordPlatform(bridge.middleWare()::send)) {
            bridge.middleWare()
                    .listen(InboundListener.ofMessages(
                            it -> platform.received(it.from().number(), it.text())));
            subscribersWriteAndAreAnswered(carrier);
        }
    }

    @Test
    void a_platform_in_process_over_its_old_sender() {
        List<String> sent = new CopyOnWriteArrayList<>();
        VotingPlatform platform = new VotingPlatform((number, text) -> sent.add(text));
        SAID.forEach(text -> platform.received(SUBSCRIBER, text));
        assertThat(sent).isEqualTo(ANSWERED);
    }

    @Test
    void the_same_platform_in_process_over_the_bridge_put_together_in_four_lines() throws IOException {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"));
                Bridge bridge = Bridge.start(configuration(carrier, ""))) {
            VotingPlatform platform = new VotingPlatform(bridge.middleWare()::send);
            bridge.middleWare()
                    .listen(InboundListener.ofMessages(
                            it -> platform.received(it.from().number(), it.text())));
            subscribersWriteAndAreAnswered(carrier);
        }
    }

    @Test
    void a_platform_over_http_over_its_old_gateway() throws IOException, InterruptedException {
        List<String> sent = new CopyOnWriteArrayList<>();
        HttpServer old = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        try (HttpPlatform platform = new HttpPlatform()) {
            old.createContext("/", exchange -> {
                sent.add(platform.json
                        .readTree(exchange.getRequestBody().readAllBytes())
                        .path("text")
                        .asText());
                exchange.sendResponseHeaders(202, -1);
                exchange.close();
            });
            old.start();
            platform.gateway = URI.create("http://127.0.0.1:" + old.getAddress().getPort() + "/");
            for (String text : SAID) {
                String body = platform.json
                        .createObjectNode()
                        .put("from", SUBSCRIBER)
                        .put("text", text)
                        .toString();
                URI ear = URI.create(
                        "http://127.0.0.1:" + platform.ear.getAddress().getPort() + "/");
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(ear)
                                        .POST(HttpRequest.BodyPublishers.ofString(body))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding());
            }
        } finally {
            old.stop(0);
        }
        assertThat(sent).isEqualTo(ANSWERED);
    }

    @Test
    void the_same_platform_over_http_over_the_bridge_with_another_address_and_key() throws IOException {
        KeyHash.NewKey key = KeyHash.create(new SecureRandom());
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"));
                HttpPlatform platform = new HttpPlatform()) {
            String more = """
                    intake.http.enabled = true
                    intake.http.port = 0
                    account.voting.key-hash = %s
                    account.voting.webhook = voting
                    webhook.voting.url = http://127.0.0.1:%d/
                    webhook.voting.secret = sixteen-characters
                    webhook.voting.allow-private = true
                    webhook.voting.batch = 1
                    middleware.account = voting
                    """.formatted(key.hash(), platform.ear.getAddress().getPort());
            try (Bridge bridge = Bridge.start(configuration(carrier, more))) {
                platform.gateway = URI.create("http://127.0.0.1:" + bridge.httpPort() + "/v1/messages");
                platform.key = key.key().reveal();
                subscribersWriteAndAreAnswered(carrier);
            }
        }
    }

    private void subscribersWriteAndAreAnswered(SmscSimulator carrier) {
        for (int i = 0; i < SAID.size(); i++) {
            carrier.first().sendMo(SUBSCRIBER, "72404", SAID.get(i));
            int answers = i + 1;
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> carrier.first().submits().size() == answers);
        }
        assertThat(carrier.first().submits())
                .extracting(it -> new String(it.payload(), StandardCharsets.US_ASCII))
                .isEqualTo(ANSWERED);
        assertThat(carrier.first().submits())
                .allSatisfy(it -> assertThat(it.destination().address()).isEqualTo(SUBSCRIBER));
    }

    private Path configuration(SmscSimulator carrier, String more) throws IOException {
        String own = more.isEmpty() ? "intake.http.enabled = false\n" : more;
        return Files.writeString(directory.resolve("bridge.properties"), """
                smsc.one.host = 127.0.0.1
                smsc.one.port = %d
                smsc.one.system-id = platform
                smsc.one.password = secret
                smsc.one.rate = unlimited
                route.all.smsc = one
                journal.directory = journal
                journal.segment-size = 1M
                journal.reserve = 0
                journal.reserve-share = 0
                bridge.drain-within = 1s
                admin.enabled = false
                %s""".formatted(carrier.port(), own));
    }
}
