package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.records.Trail;
import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Rewriting;
import io.smppbridge.routing.Route;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RoutingConfig.Loops;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where messages can go and who may send them: one consistent picture, swapped as a whole when the configuration changes, so that each
 * message sees one version.
 */
final class Lanes {
    /** A bag of which less than one part in so many is free is nearly full. */
    private static final int NEARLY = 10;

    private final Map<String, Lane> byName;
    private final Lane[] byNumber;
    /** Where routes lead. */
    private final Lane[] ends;

    private final Optional<Refusal> allFull;
    private final Ways ways;
    private final Map<String, Trail> trails;
    private final Map<String, AccountConfig> accounts;
    private final Webhooks webhooks;
    private final Takers takers;
    private final String inProcessAccount;
    private final InboundRoutes inbound;
    private final Duration validity;
    /** Whether any account may have typographic characters replaced: mostly none, and nobody need be looked up. */
    private final boolean anySmart;

    private final Map<String, String> esmes = new HashMap<>();
    private final Route.Choice choice = Route.Choice.of(this::isUp, this::takesCredit);

    Lanes(
            Map<String, Lane> byName,
            Ways ways,
            Map<String, AccountConfig> accounts,
            Set<String> webhooks,
            String inProcessAccount,
            InboundRoutes inbound,
            Duration validity) {
        this.inbound = inbound;
        this.validity = validity;
        this.byName = Map.copyOf(byName);
        this.ways = ways;
        this.trails = ways.routes().routes().stream()
                .collect(Collectors.toUnmodifiableMap(Route::name, route -> new Trail(route.name(), List.of())));
        this.accounts = new LinkedHashMap<>(accounts);
        this.anySmart = accounts.values().stream().anyMatch(AccountConfig::smart);
        this.webhooks = new Webhooks(webhooks, accounts.values());
        this.inProcessAccount = inProcessAccount;
        this.takers = new Takers(inbound, accounts, webhooks, inProcessAccount);
        accounts.forEach((name, account) -> esmes.put(name, Endpoints.esme(name)));
        int most = byName.values().stream().mapToInt(Lane::number).max().orElse(0);
        this.byNumber = new Lane[most + 1];
        byName.values().forEach(lane -> byNumber[lane.number()] = lane);
        this.ends = byName.values().stream()
                .filter(lane -> !lane.retired() && ways.routes().leadsTo(lane.name()))
                .toArray(Lane[]::new);
        String names = Arrays.stream(ends).map(Lane::name).sorted().collect(Collectors.joining(", "));
        this.allFull =
                ends.length == 0 ? Optional.empty() : Optional.of(new NoCredit(names, Admission.FULL_AGAIN_AFTER));
    }

    /** The first picture. */
    static Lanes of(BridgeConfig config, LaneNumbers numbers, BridgeStats stats, long nowMs) {
        String inProcess = config.node().middlewareAccount();
        return of(config, Map.of(), new LoopGuard(Loops.NONE), inProcess, numbers, stats, nowMs);
    }

    /** That of another configuration; SMSCs keep their bags, those that have gone are kept as retired, and the account in process is that of the start. */
    Lanes next(BridgeConfig config, LaneNumbers numbers, BridgeStats stats, long nowMs) {
        return of(config, byName, ways.loops(), inProcessAccount, numbers, stats, nowMs);
    }

    private static Lanes of(
            BridgeConfig config,
            Map<String, Lane> before,
            LoopGuard loops,
            String inProcessAccount,
            LaneNumbers numbers,
            BridgeStats stats,
            long nowMs) {
        Map<String, Lane> byName = new HashMap<>();
        for (SmscConfig smsc : config.smscs().values()) {
            Lane known = before.get(smsc.name());
            TaskBag bag = known != null
                    ? known.bag()
                    : new TaskBag(smsc.name(), smsc.pace().bag(), nowMs);
            bag.capacity(smsc.pace().bag());
            Lane lane = Lane.of(
                    numbers.number(smsc.name()), smsc, config.routing().loops().hopTag(), bag, stats.smsc(smsc.name()));
            numbers.ids(lane.number(), lane.ids());
            byName.put(smsc.name(), lane);
        }
        before.forEach((name, lane) -> byName.putIfAbsent(name, lane.retire()));
        return new Lanes(
                byName,
                Ways.of(config.routing(), loops),
                config.accounts(),
                config.webhooks().keySet(),
                inProcessAccount,
                new InboundRoutes(config.inbound()),
                config.node().validity());
    }

    /** The life of a message that names none. */
    Duration validity() {
        return validity;
    }

    /** Lets the messages of an SMSC go that has been down for long, where a route has another one that lives. */
    void lookAfterDead(long nowNanos) {
        if (!ways.routes().mayFailOver(Failover.DOWN)) {
            return;
        }
        for (Lane lane : byName.values()) {
            boolean dead = !lane.retired() && lane.bag().downSince(lane.isUp(), nowNanos) > ways.downForNanos();
            lane.bag()
                    .leaving(dead
                            && ways.routes().routes().stream()
                                    .anyMatch(route -> route.failsOver(Failover.DOWN)
                                            && route.smscs().contains(lane.name())
                                            && route.any(name ->
                                                    find(name).map(Lane::isUp).orElse(false))));
        }
    }

    /** How long a receipt is awaited before a message goes on to another SMSC, where its route says so. */
    long receiptAfterMs() {
        return ways.receiptAfterMs();
    }

    /** How many submissions may be without an answer at once. */
    static long sumOfWindows(BridgeConfig config) {
        return config.smscs().values().stream()
                .mapToLong(s -> (long) s.pace().window() * s.binds().binds())
                .sum();
    }

    Optional<Lane> find(String smsc) {
        return Optional.ofNullable(named(smsc));
    }

    /** The lane of an SMSC, or null when that is not configured. */
    Lane named(String smsc) {
        return byName.get(smsc);
    }

    /** The lane with a number, or null when its SMSC is not configured. */
    Lane at(int number) {
        return number < byNumber.length ? byNumber[number] : null;
    }

    Iterable<Lane> all() {
        return byName.values();
    }

    /**
     * What any message is told while all bags that routes lead to are full; empty when one has room.
     *
     * @param nearly whether a bag also counts as full of which less than a tenth is free
     */
    Optional<Refusal> full(boolean nearly) {
        for (Lane lane : ends) {
            int needs = nearly ? Math.max(1, lane.bag().capacity() / NEARLY) : 1;
            if (lane.bag().credits() >= needs) {
                return Optional.empty();
            }
        }
        return allFull;
    }

    /** Asks for a message's SMSC whose bind stands, and takes its credit. */
    Route.Choice choice() {
        return choice;
    }

    /** Whether messages that are handed to an SMSC now have somewhere to go. */
    boolean isUp(String smsc) {
        Lane lane = byName.get(smsc);
        return lane != null && lane.isUp();
    }

    /** Takes credit for one message of an SMSC; false when it has none, or gets no messages any more. */
    boolean takesCredit(String smsc) {
        Lane lane = byName.get(smsc);
        return lane != null && !lane.retired() && lane.bag().tryAcquire(1);
    }

    RouteTable routes() {
        return ways.routes();
    }

    LoopGuard loops() {
        return ways.loops();
    }

    Rewriting rewriting() {
        return ways.rewriting();
    }

    /** The trail of a message that was not changed: made once for each route. */
    Trail trail(String route) {
        return trails.getOrDefault(route, Trail.NONE);
    }

    Map<String, AccountConfig> accounts() {
        return accounts;
    }

    Optional<AccountConfig> account(String name) {
        return Optional.ofNullable(accounts.get(name));
    }

    /** Whether typographic characters of an account's messages may be replaced. */
    boolean isSmart(String account) {
        AccountConfig known = anySmart ? accounts.get(account) : null;
        return known != null && known.smart();
    }

    /** When an account's messages wait; asked by senders for each. */
    QuietHours quietHours(String account) {
        AccountConfig known = accounts.get(account);
        return known == null ? QuietHours.NONE : known.quiet();
    }

    /** What messages may name as their callback. */
    Webhooks webhooks() {
        return webhooks;
    }

    /** Where an account's events go when a message names no callback; empty for nowhere. */
    String endpointOf(String account) {
        return takers.endpointOf(account);
    }

    /** Where the receipts of what an account sends by SMPP go. */
    String esmeOf(String account) {
        String known = esmes.get(account);
        return known != null ? known : Endpoints.esme(account);
    }

    /** Who takes a subscriber's message. */
    Takers takers() {
        return takers;
    }

    /** How what subscribers say is understood. */
    InboundRoutes inbound() {
        return inbound;
    }

    /** How subscribers' numbers are compared. */
    SubscriberNumbers subscribers() {
        return inbound.subscribers();
    }

    /** The account of messages sent in process. */
    String inProcessAccount() {
        return inProcessAccount;
    }

    /** The same without one SMSC. */
    Lanes without(String smsc) {
        Map<String, Lane> rest = copy();
        rest.remove(smsc);
        return new Lanes(rest, ways, accounts, webhooks.all(), inProcessAccount, inbound, validity);
    }

    Map<String, Lane> copy() {
        return new HashMap<>(byName);
    }

    @Override
    public String toString() {
        return Arrays.toString(byName.keySet().toArray());
    }
}
