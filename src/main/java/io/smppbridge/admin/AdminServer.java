package io.smppbridge.admin;

import io.smppbridge.http.Exchange;
import io.smppbridge.http.Health;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Problem;
import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.http.Router.Offer;
import io.smppbridge.settings.AdminConfig;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Rounds;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's listener.
 *
 * <p>Who may what: {@code /livez} and {@code /readyz} anybody, they name nothing. {@code /health}, {@code /metrics} and {@code /version}
 * anybody on the same machine when it listens on loopback (and the request names a loopback host, so that no web page can ask through a
 * browser); otherwise whoever has a key. {@code /status} and all levers always need one. The one whose hash is configured may all, or, when
 * none is, the one in {@link AdminKey#FILE}, which is new at each start; each operator's what {@link Right}s he has.
 */
@ThreadSafe
public final class AdminServer {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final String JSON = "application/json";

    private final AdminSources sources;
    private final MetricsPage metrics;
    private final StatusReport status;
    private final HealthReport health;
    private final LeverRoutes levers;
    private final HttpServer server;
    private final ScheduledExecutorService sampler =
            Executors.newSingleThreadScheduledExecutor(work -> NamedThreads.single("admin-rates", work));

    private AdminServer(AdminConfig config, String chiefsHash, AdminSources sources, InstantSource clock, Ticker ticker)
            throws IOException {
        this.sources = sources;
        Rates rates = new Rates(sources.stats(), ticker);
        metrics = new MetricsPage(new BridgeMetrics(sources, rates), sources.version());
        status = new StatusReport(sources, rates, clock, ticker);
        health = new HealthReport(sources, status);
        levers = new LeverRoutes(sources);
        HttpOptions options = new HttpOptions(
                        "admin-http",
                        config.host(),
                        config.port(),
                        1,
                        64,
                        new Sizes(1 << 20, 16 << 10),
                        new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(75)))
                .letInLongest(); // a supervisor that is sent away would end a bridge that works
        try {
            server = HttpServer.start(
                    options,
                    routes(lookingAt(config.host())),
                    new OperatorGate(chiefsHash, sources.config(), ticker),
                    reason -> {}, // operators' own, and no messages
                    clock,
                    ticker);
        } catch (IOException | RejectedExecutionException e) {
            stopOthers();
            throw e;
        }
        long first = Rounds.next(ticker.nanos(), Rounds.EVERY);
        sampler.scheduleAtFixedRate(rates::sample, first, Rounds.EVERY.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Opens the listener.
     *
     * @param journalDirectory where {@link AdminKey} leaves the key when the configuration names no hash
     * @throws IOException if the address cannot be had; the message says which
     */
    public static AdminServer open(
            AdminConfig config, Path journalDirectory, AdminSources sources, InstantSource clock, Ticker ticker)
            throws IOException {
        String hash = config.keyHash();
        if (hash.isEmpty()) {
            hash = left(journalDirectory).toString();
        } else {
            AdminKey.forget(journalDirectory);
        }
        return new AdminServer(config, hash, sources, clock, ticker);
    }

    /** Of the key in the journal directory; where it cannot be left, as on a full disk, of one that nobody has: what waits is more urgent. */
    private static KeyHash left(Path journalDirectory) {
        SecureRandom random = new SecureRandom();
        try {
            return AdminKey.make(journalDirectory, random);
        } catch (IOException e) {
            LOG.error(
                    "no operator's key until a restart, so health and metrics only, no status and no levers: {} cannot be written: {}",
                    journalDirectory.resolve(AdminKey.FILE),
                    e.toString());
            return KeyHash.create(random).hash();
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** What it answers. */
    List<Offer> offers() {
        return server.router().offers();
    }

    /** Closes; waits at most that long for requests under way. */
    public void stop(Duration within) {
        server.stop(within);
        stopOthers();
    }

    private void stopOthers() {
        sampler.shutdownNow();
        levers.stop();
        metrics.close();
    }

    /** Who may look at health and metrics on a listener at that address. */
    static Access lookingAt(String host) throws IOException {
        return InetAddress.getByName(host).isLoopbackAddress() ? Access.OPEN : Access.KEY;
    }

    private Router routes(Access looking) {
        boolean loopback = looking == Access.OPEN;
        Router.Builder open = Health.addTo(Router.builder(), sources.readiness())
                .get("/health", looking, nearby(loopback, this::health))
                .get(
                        "/metrics",
                        looking,
                        nearby(loopback, exchange -> exchange.answer(200, MetricsPage.TYPE, metrics.scrape())))
                .get("/version", looking, nearby(loopback, this::version));
        OperatorRoutes routes = new OperatorRoutes(open, new Rights(sources.config()))
                .get("/status", Right.READ, exchange -> exchange.answer(200, JSON, status.write(exchange.json())));
        new RouteQuestions(levers, sources).addTo(routes);
        levers.addTo(routes);
        new PduLogRoutes(sources.levers().pduLogs()).addTo(routes);
        return open.build();
    }

    private void health(Exchange exchange) {
        var out = exchange.json();
        boolean taking = health.write(out);
        exchange.answer(taking ? 200 : 503, JSON, out);
    }

    private void version(Exchange exchange) {
        exchange.answer(
                200,
                JSON,
                exchange.json()
                        .object()
                        .field("name", "smpp-bridge")
                        .field("version", sources.version())
                        .end());
    }

    /** Refuses what is open to the whole machine when another host's name was asked for, as a rebound DNS name makes browsers do. */
    private static Router.Handler nearby(boolean loopback, Router.Handler handler) {
        return exchange -> {
            if (!loopback || isLoopbackName(exchange.header("host"))) {
                handler.handle(exchange);
            } else {
                exchange.answer(Problem.of(
                        403, "other-host", "ask as localhost or 127.0.0.1, or set admin.host and admin.key-hash"));
            }
        };
    }

    static boolean isLoopbackName(String host) {
        String name = host.endsWith("]") ? host : host.replaceFirst(":\\d{1,5}$", "");
        return name.equalsIgnoreCase("localhost")
                || name.equals("[::1]")
                || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}
