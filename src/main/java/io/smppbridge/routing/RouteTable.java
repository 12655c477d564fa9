package io.smppbridge.routing;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RouteConfig;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RoutingConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The routing table: rules in order, the first that fits wins; or, where the configuration says so, of those with the same order the one
 * with the longest prefix. Immutable, but for each route's turn.
 *
 * <p>Prefixes of all rules stand in one tree of digits, so that finding a route takes a step for each digit of the destination and not
 * one for each rule.
 */
@ThreadSafe
public final class RouteTable {
    private static final int NO_RULE = Integer.MAX_VALUE;

    private final Route[] routes;
    private final int[] orders;
    private final boolean longest;
    private final Set<Failover> failover = EnumSet.noneOf(Failover.class);
    /** Rules with a prefix that ends there, in order. */
    private final PrefixTree<int[]> tree = new PrefixTree<>();

    private final PrefixTree<String> networks = new PrefixTree<>();

    /** Of rules alone, without tables of numbers. */
    public RouteTable(List<RouteConfig> rules) {
        this(RoutingConfig.of(rules));
    }

    /** @param config the rules as written; tried by their order, then as they stand */
    public RouteTable(RoutingConfig config) {
        config.operators().forEach(row -> networks.put(row.prefix(), row.network(), (known, later) -> later));
        Prices prices = new Prices(config.prices());
        longest = config.longestPrefix();
        List<RouteConfig> sorted = new ArrayList<>(config.routes());
        sorted.sort(Comparator.comparingInt(RouteConfig::order));
        routes = sorted.stream().map(rule -> new Route(rule, networks, prices)).toArray(Route[]::new);
        sorted.forEach(rule -> failover.addAll(rule.target().failover()));
        orders = sorted.stream().mapToInt(RouteConfig::order).toArray();
        for (int rule = 0; rule < routes.length; rule++) {
            List<String> prefixes = sorted.get(rule).match().prefixes();
            if (prefixes.isEmpty()) {
                add("", rule);
            }
            for (String prefix : prefixes) {
                add(prefix.startsWith("+") ? prefix.substring(1) : prefix, rule);
            }
        }
    }

    /** Whether any message may come to this SMSC. */
    public boolean leadsTo(String smsc) {
        return routes().stream().anyMatch(route -> route.smscs().contains(smsc));
    }

    /** The routes in the order in which they are tried. */
    public List<Route> routes() {
        return List.of(routes);
    }

    /**
     * The route for a message.
     *
     * @param nowMs the time that hours of routes are about, in milliseconds since 1970
     * @return {@link Route#NONE} when no rule fits
     */
    public Route find(String account, OutboundSms sms, long nowMs) {
        String number = sms.to().number();
        int best = NO_RULE;
        var node = tree.root();
        for (int i = 0; !tree.isEnd(node); i++) {
            Optional<int[]> rules = node.value();
            if (rules.isPresent()) {
                best = first(rules.get(), best, account, sms, nowMs);
            }
            if (i == number.length()) {
                break;
            }
            node = tree.step(node, number.charAt(i));
        }
        return best == NO_RULE ? Route.NONE : routes[best];
    }

    /** Whether any route moves a message on because of this. */
    public boolean mayFailOver(Failover because) {
        return failover.contains(because);
    }

    /** The route of that name, for a message that was given to it; {@link Route#NONE} when the configuration has it no more. */
    public Route named(String name) {
        return Arrays.stream(routes)
                .filter(route -> route.name().equals(name))
                .findFirst()
                .orElse(Route.NONE);
    }

    /** Why each route does or does not take a message, and what the one that does would choose from. Changes nothing. */
    public RouteDecision explain(String account, OutboundSms sms, long nowMs) {
        return RouteDecision.of(this, networks, account, sms, nowMs);
    }

    /** Says what was looked for in vain, for the platform. */
    public static String noRoute(String account, Address from, Address to) {
        return "no route for destination " + to.masked() + (from.number().isEmpty() ? "" : " from " + from.masked())
                + ", account " + account + ": add a route.<name>.prefix that fits, or a route without prefix";
    }

    private int first(int[] rules, int best, String account, OutboundSms sms, long nowMs) {
        for (int rule : rules) {
            if (!beats(rule, best)) {
                return best;
            }
            if (routes[rule].misfit(account, sms, nowMs).isEmpty()) {
                return rule;
            }
        }
        return best;
    }

    /** Whether a rule found with a longer prefix comes before the best with a shorter one. */
    private boolean beats(int rule, int best) {
        return best == NO_RULE || (longest ? orders[rule] <= orders[best] : rule < best);
    }

    private void add(String prefix, int rule) {
        tree.put(prefix, new int[] {rule}, (known, more) -> {
            if (known[known.length - 1] == rule) {
                return known;
            }
            int[] both = Arrays.copyOf(known, known.length + 1);
            both[known.length] = rule;
            return both;
        });
    }
}
