package io.smppbridge.intake;

import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Health;
import io.smppbridge.http.Health.Readiness;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.KeyGate;
import io.smppbridge.http.KeyRing;
import io.smppbridge.http.Keys;
import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.HttpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The platform's way in by HTTP and JSON: {@link #open} and it listens; {@link #stop} refuses new requests, lets those that wait for the
 * disk be answered, and closes.
 *
 * <p>Keys may change while it runs ({@link #accounts}). Everything else of {@link HttpConfig} holds until it is opened anew.
 */
@ThreadSafe
public final class HttpIntake {
    /** Its name in the metrics and in {@link PlatformDoor#middleWare}. */
    public static final String NAME = "http";

    /** How long a connection without a request is kept. */
    private static final Duration IDLE = Duration.ofSeconds(75);

    private final Map<String, MiddleWare> middleWares = new ConcurrentHashMap<>();
    private final Map<String, Messages> messages = new ConcurrentHashMap<>();
    private final PlatformDoor door;
    private final Durability durability;
    private final KeyGate gate;
    private final HttpServer server;

    /**
     * What the intake works with.
     *
     * @param door where messages go
     * @param stats counts what is refused before it reaches the door
     * @param readiness what stands in the way of taking messages, for {@code /readyz}
     * @param clock for schedules and dates
     * @param ticker for deadlines
     * @param version the bridge's, for {@code /version}
     */
    public record Surroundings(
            PlatformDoor door,
            BridgeStats stats,
            Readiness readiness,
            InstantSource clock,
            Ticker ticker,
            String version) {}

    private HttpIntake(HttpConfig config, Keys keys, AccountRates rates, Surroundings with) throws IOException {
        door = with.door();
        durability = Durability.valueOf(config.durability().name());
        gate = new KeyGate(keys, with.ticker());
        HttpOptions options = new HttpOptions(
                "intake-http",
                config.host(),
                config.port(),
                config.threads(),
                config.connections(),
                new Sizes(config.maxBody(), config.maxHeader()),
                new Deadlines(config.headerWithin(), config.requestWithin(), IDLE));
        server = HttpServer.start(
                options,
                routes(config, rates, with),
                gate,
                reason -> with.stats().refused(reason).increment(),
                with.clock(),
                with.ticker());
    }

    /**
     * Opens the listener.
     *
     * @param accounts whose keys open it
     * @param rates what each of them may ask for
     * @throws IOException if the address cannot be had; the message says which
     */
    public static HttpIntake open(
            HttpConfig config, Collection<AccountConfig> accounts, AccountRates rates, Surroundings with)
            throws IOException {
        return open(config, ring(accounts), rates, with);
    }

    /** As the other, with the keys looked up elsewhere. */
    public static HttpIntake open(HttpConfig config, Keys keys, AccountRates rates, Surroundings with)
            throws IOException {
        return new HttpIntake(config, keys, rates, with);
    }

    private Router routes(HttpConfig config, AccountRates rates, Surroundings with) {
        FullBags full = new FullBags(door::refusesAll, with.stats(), with.ticker());
        SendHandler send = new SendHandler(
                account -> middleWares.computeIfAbsent(account, a -> door.middleWare(a, NAME, durability)),
                full,
                new BodyReader(config.maxBatch(), config.maxDepth(), false),
                rates,
                with.stats(),
                with.clock());
        MessageRoutes questions = new MessageRoutes(account -> messages.computeIfAbsent(account, door::messages));
        byte[] document = resource("/openapi.yaml");
        return Health.addTo(Router.builder(), with.readiness())
                .post("/v1/messages", Access.KEY, full, send)
                .get("/v1/messages/{id}", Access.KEY, rates.each(questions::find))
                .delete("/v1/messages/{id}", Access.KEY, rates.each(questions::cancel))
                .patch("/v1/messages/{id}", Access.KEY, rates.each(new ChangeHandler(questions, with.clock())))
                .get("/v1/messages/{id}/explain", Access.KEY, rates.each(questions::explain))
                .get("/openapi.yaml", Access.KEY, exchange -> exchange.answer(200, "application/yaml", document))
                .get(
                        "/version",
                        Access.KEY,
                        exchange -> exchange.answer(
                                200,
                                Answers.JSON,
                                exchange.json()
                                        .object()
                                        .field("name", "smpp-bridge")
                                        .field("version", with.version())
                                        .end()))
                .build();
    }

    /** Replaces the accounts' keys: old ones stop opening at once. */
    public void accounts(Collection<AccountConfig> accounts) {
        gate.replace(ring(accounts));
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Connections that are open now. */
    public int connections() {
        return server.connections();
    }

    /** Refuses new work, answers what is asked already, closes; waits at most that long. */
    public void stop(Duration within) {
        server.stop(within);
    }

    static Keys ring(Collection<AccountConfig> accounts) {
        Map<String, List<String>> hashes = new HashMap<>();
        accounts.forEach(account -> hashes.put(account.name(), account.keyHashes()));
        return new KeyRing(hashes);
    }

    private static byte[] resource(String path) {
        try (InputStream in = HttpIntake.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is missing from the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
