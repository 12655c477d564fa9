package io.smppbridge.settings;

import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RouteConfig.Share;
import io.smppbridge.settings.RoutingConfig.OperatorRow;
import io.smppbridge.settings.RoutingConfig.PriceRow;
import io.smppbridge.tlv.Tlvs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** What routes have to do with everything else, and how they are put together. */
final class RouteRules {
    private final Values values;
    private final Complaints complaints;
    private final Origin whole;

    RouteRules(Values values, Complaints complaints, Origin whole) {
        this.values = values;
        this.complaints = complaints;
        this.whole = whole;
    }

    /** @param exists complains when no SMSC, account, … has a name */
    void check(BiConsumer<Value, String> smscExists, BiConsumer<Value, String> accountExists) {
        List<String> smscs = values.names(Family.SMSC);
        Set<String> reached = new HashSet<>();
        for (Scope route : values.each(Family.ROUTE)) {
            for (String smsc : smscs(route)) {
                smscExists.accept(route.value("smsc"), smsc);
                reached.add(smsc);
            }
            if (route.sound("account")) {
                route.words("account").forEach(name -> accountExists.accept(route.value("account"), name));
            }
            tables(route);
        }
        for (Scope rule : values.each(Family.REWRITE)) {
            if (rule.sound("account")) {
                rule.words("account").forEach(name -> accountExists.accept(rule.value("account"), name));
            }
        }
        RewriteKeys.check(values, complaints);
        if (values.node().sound("routing.hop-smscs")) {
            values.node()
                    .words("routing.hop-smscs")
                    .forEach(name -> smscExists.accept(values.node().value("routing.hop-smscs"), name));
        }
        if (values.names(Family.ROUTE).isEmpty() && smscs.size() > 1) {
            complaints.fault(new ConfigFault(
                    "route.<name>.smsc",
                    ConfigFault.MISSING,
                    "at least one route, as there are " + smscs.size() + " SMSCs",
                    "for example route.all.smsc = " + String.join(", ", smscs),
                    whole));
        } else if (!values.names(Family.ROUTE).isEmpty()) {
            smscs.stream()
                    .filter(name -> !reached.contains(name))
                    .forEach(name -> complaints.warn(
                            values.of(Family.SMSC, name).value("host"),
                            "no route leads to this SMSC",
                            "name it in a route.*.smsc"));
        }
    }

    private void tables(Scope route) {
        Scope node = values.node();
        if (route.sound("operator") && !route.words("operator").isEmpty() && isUnset(node, RoutingFiles.OPERATORS)) {
            complaints.fault(route.value("operator"), "nothing without a table of operators", "set routing.operators");
        }
        if (route.sound("pick") && route.flag("pick") && isUnset(node, RoutingFiles.PRICES)) {
            complaints.fault(route.value("pick"), "turn without a table of prices", "set routing.prices");
        }
        if (route.sound("failover", "smsc")
                && !failover(route).isEmpty()
                && smscs(route).size() == 1) {
            complaints.fault(
                    route.value("failover"),
                    "nothing where there is one SMSC only",
                    "name another one in " + route.prefix() + "smsc");
        }
    }

    private static boolean isUnset(Scope node, String key) {
        return node.sound(key) && node.word(key).isEmpty();
    }

    /** The routing of a configuration without faults. */
    static RoutingConfig bind(Values values, List<OperatorRow> operators, List<PriceRow> prices) {
        List<RouteConfig> routes = new ArrayList<>();
        for (Scope route : values.each(Family.ROUTE)) {
            routes.add(new RouteConfig(
                    route.name(),
                    route.count("order"),
                    match(route, values),
                    new RouteConfig.Target(tiers(route), route.flag("pick"), failover(route))));
        }
        routes.sort(Comparator.comparingInt(RouteConfig::order));
        List<RouteConfig> only = List.of(
                new RouteConfig("only", 0, List.of(), List.of(), List.of(), List.copyOf(values.names(Family.SMSC))));
        return new RoutingConfig(
                routes.isEmpty() ? only : routes,
                values.node().flag("routing.prefix"),
                loops(values),
                values.node().time("routing.down-for"),
                values.node().time("routing.receipt-after"),
                operators,
                prices,
                RewriteKeys.rules(values),
                RewriteKeys.regions(values));
    }

    /** Only what comes in by SMPP can come round by itself. */
    private static RoutingConfig.Loops loops(Values values) {
        Scope node = values.node();
        int max = node.count("routing.loop-max");
        RoutingConfig.Counting counting = node.get("routing.loop-count", RoutingConfig.Counting.class);
        return new RoutingConfig.Loops(
                max,
                node.time("routing.loop-within"),
                counting,
                node.word("routing.hop-tlv"),
                Set.copyOf(node.words("routing.hop-smscs")),
                max > 0
                        && (counting == RoutingConfig.Counting.ALL
                                || !values.names(Family.ESME).isEmpty()));
    }

    private static RouteConfig.Match match(Scope route, Values values) {
        return new RouteConfig.Match(
                route.words("prefix"),
                route.words("account"),
                route.words("from"),
                route.words("operator"),
                route.words("first-word"),
                route.word("text"),
                tlvs(route, values),
                route.list("time", RouteConfig.Hours.class),
                route.get("time-zone", java.time.ZoneId.class));
    }

    /** A name means what the SMSCs mean by it that the route leads to. */
    private static List<RouteConfig.Tlv> tlvs(Scope route, Values values) {
        List<Tlvs> known = smscs(route).stream()
                .distinct()
                .map(smsc -> Binder.tlvs(values.of(Family.SMSC, smsc)))
                .toList();
        return route.list("tlv", RouteConfig.Tlv.class).stream()
                .map(tlv -> new RouteConfig.Tlv(tlv.name(), tlv.value(), known))
                .toList();
    }

    private static List<String> smscs(Scope route) {
        return route.sound("smsc")
                ? tiers(route).stream().flatMap(List::stream).map(Share::smsc).toList()
                : List.of();
    }

    @SuppressWarnings("unchecked") // what RouteTypes.TIERS has made
    private static List<List<Share>> tiers(Scope route) {
        return (List<List<Share>>) route.get("smsc", List.class);
    }

    @SuppressWarnings("unchecked") // what RouteTypes.FAILOVER has made
    private static Set<Failover> failover(Scope route) {
        return (Set<Failover>) route.get("failover", Set.class);
    }
}
