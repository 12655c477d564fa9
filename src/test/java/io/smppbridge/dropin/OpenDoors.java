package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MiddleWare;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Gate;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Router;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Kannel's and Jasmin's forms on one listener, for the user {@code u} with the password {@code p}, in front of a middle ware of a test's own. */
final class OpenDoors implements AutoCloseable {
    private final Logins logins;
    private final HttpServer server;
    /** By a clock that stands. */
    private final AccountRates rates = new AccountRates(new LongAdder(), () -> 0);

    OpenDoors(Path directory, MiddleWare behind) throws IOException {
        BridgeConfig config = config(directory);
        logins = new Logins(config.accounts().values(), Ticker.SYSTEM, new SecureRandom());
        Router.Builder routes = Router.builder();
        new KannelDoor(logins, config.accounts()::get, account -> behind, rates, InstantSource.system()).addTo(routes);
        new JasminDoor(logins, config.accounts()::get, account -> behind, rates, InstantSource.system()).addTo(routes);
        Duration within = Duration.ofSeconds(40);
        HttpOptions options = new HttpOptions(
                "drop-in", "127.0.0.1", 0, 1, 10, new Sizes(30_000, 8_192), new Deadlines(within, within, within));
        Gate nobody = (authorization, peer) -> new Gate.Verdict.Closed();
        server = HttpServer.start(options, routes.build(), nobody, reason -> {}, InstantSource.system(), Ticker.SYSTEM);
    }

    private static BridgeConfig config(Path directory) throws IOException {
        Path file = Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.system-id = a",
                        "smsc.a.password = a",
                        "smsc.a.rate = 1",
                        "account.one.dropin.user = u",
                        "account.one.dropin.password-hash = " + QuickPassword.hash("p")));
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        return ((LoadOutcome.Loaded) outcome).config();
    }

    /** So many messages, and no more. */
    void limit(int messages) {
        rates.apply(Map.of("one", (double) messages));
    }

    int port() {
        return server.port();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
        logins.close();
    }
}
