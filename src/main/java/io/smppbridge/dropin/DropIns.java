package io.smppbridge.dropin;

import io.smppbridge.MiddleWare;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.handback.Handback;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Gate;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Router;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.DropInConfig;
import io.smppbridge.settings.HttpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * The listeners that speak as other gateways do: {@link #open}, {@link #apply} when accounts change, {@link #stop}. Limits of connections,
 * bodies and times are those of the HTTP intake.
 */
@OwnedBy("the bridge's start, reload and stop, one at a time")
public final class DropIns {
    private static final Duration IDLE = Duration.ofSeconds(75);
    /** Octets of a first line, as Jasmin takes them: here a text stands in it, of which a letter may take six. */
    private static final int MAX_LINE = 16_384;

    private final DropInConfig config;
    private final Handback handback;
    private final Logins logins;
    private final CallbackClient client = new CallbackClient();
    private final Map<String, AccountConfig> accounts = new ConcurrentHashMap<>();
    private final Map<String, MiddleWare> ways = new ConcurrentHashMap<>();
    private final Map<String, Callbacks> callbacks = new HashMap<>();
    private final Map<String, HttpServer> servers = new HashMap<>();

    /**
     * What they work with.
     *
     * @param door where messages go
     * @param stats counts what finds no room at their listeners
     * @param handback where their events come from
     * @param rates what each account may ask for
     */
    public record Surroundings(
            PlatformDoor door,
            BridgeStats stats,
            Handback handback,
            AccountRates rates,
            InstantSource clock,
            Ticker ticker,
            SecureRandom random) {}

    private DropIns(DropInConfig config, Collection<AccountConfig> given, Surroundings with) {
        this.config = config;
        this.handback = with.handback();
        this.logins = new Logins(given, with.ticker(), with.random());
        apply(given);
    }

    /**
     * Opens those that are enabled.
     *
     * @param limits of connections, bodies and times, and what a positive answer promises
     * @throws IOException if an address cannot be had; the message says which
     */
    public static DropIns open(
            DropInConfig config, HttpConfig limits, Collection<AccountConfig> accounts, Surroundings with)
            throws IOException {
        DropIns opened = new DropIns(config, accounts, with);
        try {
            Durability durability = Durability.valueOf(limits.durability().name());
            if (config.kannel().enabled()) {
                Router.Builder routes = new KannelDoor(
                                opened.logins,
                                opened.accounts::get,
                                account -> opened.way(with.door(), account, "kannel", durability),
                                with.rates(),
                                with.clock())
                        .addTo(Router.builder());
                opened.start("intake-kannel", config.kannel(), limits, routes.build(), with);
            }
            if (config.jasmin().enabled()) {
                Router.Builder routes = new JasminDoor(
                                opened.logins,
                                opened.accounts::get,
                                account -> opened.way(with.door(), account, "jasmin", durability),
                                with.rates(),
                                with.clock())
                        .addTo(Router.builder());
                opened.start("intake-jasmin", config.jasmin(), limits, routes.build(), with);
            }
            return opened;
        } catch (IOException | RejectedExecutionException e) {
            opened.stop(Duration.ZERO);
            throw e;
        }
    }

    private MiddleWare way(PlatformDoor door, String account, String intake, Durability durability) {
        return ways.computeIfAbsent(intake + ' ' + account, k -> door.middleWare(account, intake, durability));
    }

    private void start(String name, DropInConfig.Listener listener, HttpConfig limits, Router routes, Surroundings with)
            throws IOException {
        HttpOptions options = new HttpOptions(
                name,
                listener.host(),
                listener.port(),
                1,
                limits.connections(),
                new Sizes(limits.maxBody(), limits.maxHeader(), MAX_LINE),
                new Deadlines(limits.headerWithin(), limits.requestWithin(), IDLE));
        Gate nobody = (authorization, peer) -> new Gate.Verdict.Closed();
        servers.put(
                name,
                HttpServer.start(
                        options,
                        routes,
                        nobody,
                        reason -> with.stats().refused(reason).increment(),
                        with.clock(),
                        with.ticker()));
    }

    /** Takes accounts over: users, passwords and callback hosts hold from the next request on. */
    public void apply(Collection<AccountConfig> given) {
        logins.replace(given);
        Map<String, AccountConfig> users = new HashMap<>();
        given.stream()
                .filter(account -> !account.dropIn().user().isEmpty())
                .forEach(account -> users.put(account.name(), account));
        accounts.putAll(users); // those that are gone stay for requests under way: nobody opens them any more
        callbacks.keySet().removeIf(name -> {
            boolean gone = !users.containsKey(name);
            if (gone) {
                handback.close(Handback.callbacks(name));
            }
            return gone;
        });
        users.forEach((name, account) -> {
            Callbacks known = callbacks.get(name);
            if (known == null) {
                Callbacks made = new Callbacks(client, account, config.callbackWithin(), config.callbacks());
                made.onRoom(handback.outlet(Handback.callbacks(name), made));
                callbacks.put(name, made);
            } else {
                known.account(account);
            }
        });
    }

    /** Port of Kannel's listener; -1 when it is not enabled. */
    public int kannelPort() {
        return port("intake-kannel");
    }

    /** Port of Jasmin's listener; -1 when it is not enabled. */
    public int jasminPort() {
        return port("intake-jasmin");
    }

    private int port(String name) {
        HttpServer server = servers.get(name);
        return server == null ? -1 : server.port();
    }

    /** Refuses new requests, answers those under way, closes. Events that are not told yet stay in the journal. */
    public void stop(Duration within) {
        servers.values().forEach(server -> server.stop(within));
        callbacks.keySet().forEach(name -> handback.close(Handback.callbacks(name)));
        logins.close();
        client.close();
    }
}
