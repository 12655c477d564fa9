package io.smppbridge.routing;

import io.smppbridge.OutboundSms;
import java.util.ArrayList;
import java.util.List;

/**
 * How the table decides about a message, for people.
 *
 * @param network MCC and MNC of the destination by the table of operators; empty when it is not known
 * @param looks every route in the order in which it is tried
 * @param route the name of the route that takes it; empty for none
 * @param options its SMSCs by tier; empty without a route
 */
public record RouteDecision(String network, List<Look> looks, String route, List<List<Option>> options) {
    /**
     * One route, looked at.
     *
     * @param order of the route
     * @param misfit the first thing that the message has not, as the key of the route says it; empty when it fits
     * @param wanted what the route asks for there; empty when it fits
     */
    public record Look(String route, int order, String misfit, String wanted) {}

    /**
     * One SMSC that may be chosen.
     *
     * @param price what it costs there; empty where prices do not decide
     */
    public record Option(String smsc, int weight, String price) {}

    public RouteDecision {
        looks = List.copyOf(looks);
        options = options.stream().map(List::copyOf).toList();
    }

    static RouteDecision of(
            RouteTable table, PrefixTree<String> networks, String account, OutboundSms sms, long nowMs) {
        String number = sms.to().number();
        Route chosen = table.find(account, sms, nowMs);
        List<Look> looks = new ArrayList<>();
        for (Route route : table.routes()) {
            List<String> prefixes = route.config().match().prefixes();
            boolean begins = prefixes.isEmpty() || prefixes.stream().anyMatch(number::startsWith);
            String misfit = begins ? route.misfit(account, sms, nowMs) : "prefix";
            looks.add(new Look(
                    route.name(),
                    route.config().order(),
                    misfit,
                    Wanted.of(route.config().match(), misfit, nowMs)));
        }
        List<List<Option>> options = new ArrayList<>();
        for (Tier tier : chosen.tiers()) {
            List<Option> of = new ArrayList<>();
            for (int i = 0; i < tier.size(); i++) {
                String price = tier.price(number, i).map(p -> p.toPlainString()).orElse(tier.isByPrice() ? "none" : "");
                of.add(new Option(tier.smsc(i), tier.weight(i), price));
            }
            options.add(of);
        }
        return new RouteDecision(networks.longest(number).orElse(""), looks, chosen.name(), options);
    }
}
