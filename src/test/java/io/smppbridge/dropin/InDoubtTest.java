package io.smppbridge.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Gate;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Router;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neither gateway has a word for a message that may be sent or not; whoever is refused asks again, and would have it sent twice. */
class InDoubtTest {
    private static final String KANNEL = "/cgi-bin/sendsms?username=u&password=p&text=x&to=";
    private static final String JASMIN = "/send?username=u&password=p&content=x&to=";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Logins logins;
    private HttpServer server;

    @BeforeEach
    void open() throws Exception {
        BridgeConfig config = config();
        logins = new Logins(config.accounts().values(), Ticker.SYSTEM, new SecureRandom());
        MiddleWare failing = new Failing();
        AccountRates rates = new AccountRates(new LongAdder(), Ticker.SYSTEM);
        Router.Builder routes = Router.builder();
        new KannelDoor(logins, config.accounts()::get, account -> failing, rates, InstantSource.system()).addTo(routes);
        new JasminDoor(logins, config.accounts()::get, account -> failing, rates, InstantSource.system()).addTo(routes);
        Duration within = Duration.ofSeconds(10);
        HttpOptions options = new HttpOptions("in-doubt", "127.0.0.1", 0, 1, 10, 10_000, 8_192, within, within, within);
        Gate nobody = (authorization, peer) -> new Gate.Verdict.Closed();
        server = HttpServer.start(options, routes.build(), nobody, InstantSource.system(), Ticker.SYSTEM);
    }

    @AfterEach
    void close() {
        server.stop(Duration.ZERO);
        logins.close();
    }

    @Test
    void the_connection_ends_without_an_answer() throws Exception {
        assertThat(get(KANNEL + "46701").statusCode()).isEqualTo(503);
        assertThat(get(JASMIN + "46701").statusCode()).isEqualTo(403);
        assertThat(batch("46701").statusCode()).isEqualTo(200);

        assertThatThrownBy(() -> get(KANNEL + "46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(KANNEL + "46701+46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(JASMIN + "46702")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> batch("46702")).isInstanceOf(IOException.class);
    }

    @Test
    void what_was_answered_before_on_that_connection_is_told() throws Exception {
        get(KANNEL + "46701"); // the password is known from here on
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String first = "GET " + KANNEL + "46701 HTTP/1.1\r\nhost: x\r\n\r\n";
            socket.getOutputStream().write((first + first.replace("46701", "46702")).getBytes(UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(all).containsOnlyOnce("HTTP/1.1 503");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> batch(String to) throws Exception {
        String body = "{\"messages\":[{\"to\":\"" + to + "\",\"content\":\"x\"}]}";
        return client.send(
                HttpRequest.newBuilder(uri("/secure/sendbatch"))
                        .header("authorization", "Basic dTpw")
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private BridgeConfig config() throws IOException {
        Path file = Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.system-id = a",
                        "smsc.a.password = a",
                        "smsc.a.rate = 1",
                        "account.one.dropin.user = u",
                        "account.one.dropin.password-hash = " + PasswordHash.create("p", new SecureRandom())));
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw new AssertionError(faulty.faults());
        }
        return ((LoadOutcome.Loaded) outcome).config();
    }

    /** Its journal fails while it writes what is for 46702. */
    private static final class Failing implements MiddleWare {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            done.accept(list.stream()
                    .map(sms -> new SendOutcome.NotAccepting(
                            "the journal has failed",
                            Duration.ofSeconds(5),
                            sms.to().number().equals("46702")))
                    .toArray(SendOutcome[]::new));
        }

        @Override
        public void listen(InboundListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
