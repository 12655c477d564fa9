package io.smppbridge.routing;

import io.smppbridge.Address;
import io.smppbridge.settings.RouteConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The routing table: rules in order, the first that fits wins. Immutable, but for each route's turn.
 *
 * <p>Prefixes of all rules stand in one tree of digits, so that finding a route takes a step for each digit of the destination and not
 * one for each rule.
 */
@ThreadSafe
public final class RouteTable {
    private static final int[] NO_RULES = {};

    private static final class Node {
        final Node[] digits = new Node[10];
        /** Rules with a prefix that ends here, in order. */
        int[] rules = NO_RULES;
    }

    private final Route[] routes;
    private final Node root = new Node();

    /** @param configs the rules as written; tried by their order, then as they stand */
    public RouteTable(List<RouteConfig> configs) {
        List<RouteConfig> sorted = new ArrayList<>(configs);
        sorted.sort(Comparator.comparingInt(RouteConfig::order));
        routes = sorted.stream().map(Route::new).toArray(Route[]::new);
        for (int rule = 0; rule < routes.length; rule++) {
            List<String> prefixes = sorted.get(rule).prefixes();
            if (prefixes.isEmpty()) {
                add("", rule);
            }
            for (String prefix : prefixes) {
                add(prefix.startsWith("+") ? prefix.substring(1) : prefix, rule);
            }
        }
    }

    /** The routes in the order in which they are tried. */
    public List<Route> routes() {
        return List.of(routes);
    }

    /**
     * The route for a message.
     *
     * @return {@link Route#NONE} when no rule fits
     */
    public Route find(String account, Address from, Address to) {
        String number = to.number();
        int best = first(root, Integer.MAX_VALUE, account, from);
        Node node = root;
        for (int i = 0; i < number.length(); i++) {
            int digit = number.charAt(i) - '0';
            node = digit < 0 || digit > 9 ? null : node.digits[digit];
            if (node == null) {
                break;
            }
            best = first(node, best, account, from);
        }
        return best == Integer.MAX_VALUE ? Route.NONE : routes[best];
    }

    /** Says what was looked for in vain, for the platform. */
    public static String noRoute(String account, Address from, Address to) {
        return "no route for destination " + to.masked() + (from.number().isEmpty() ? "" : " from " + from.masked())
                + ", account " + account + ": add a route.<name>.prefix that fits, or a route without prefix";
    }

    private int first(Node node, int best, String account, Address from) {
        for (int rule : node.rules) {
            if (rule >= best) {
                return best;
            }
            if (routes[rule].fits(account, from.number())) {
                return rule;
            }
        }
        return best;
    }

    private void add(String prefix, int rule) {
        Node node = root;
        for (int i = 0; i < prefix.length(); i++) {
            int digit = prefix.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException("route prefix \"" + prefix + "\", expected digits");
            }
            if (node.digits[digit] == null) {
                node.digits[digit] = new Node();
            }
            node = node.digits[digit];
        }
        int[] rules = node.rules;
        if (rules.length == 0 || rules[rules.length - 1] != rule) {
            node.rules = Arrays.copyOf(rules, rules.length + 1);
            node.rules[rules.length] = rule;
        }
    }
}
