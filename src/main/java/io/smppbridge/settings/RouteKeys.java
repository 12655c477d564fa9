package io.smppbridge.settings;

import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.ordered;

import java.util.List;

/** The keys of routes. */
final class RouteKeys {
    static final List<KeySpec> TABLE = List.of(
            key(
                            "smsc",
                            RouteTypes.TIERS,
                            "",
                            "SMSCs that its messages go to, in turn or by weight; those after > serve when none before can")
                    .mandatorily(),
            key(
                    "order",
                    count(0, 1_000_000),
                    "100",
                    "routes are tried from the lowest on, equal ones in the order of the file"),
            key("prefix", Types.DIGITS, "", "the destination begins with one of these; empty for any"),
            key("account", Types.NAMES, "", "the message comes from one of these accounts; empty for any"),
            key("from", Types.WORDS, "", "the message names one of these senders; empty for any"),
            key(
                    "operator",
                    RouteTypes.NETWORKS,
                    "",
                    "the destination belongs to one of these countries (MCC) or networks (MCC and MNC) by routing.operators; empty for any"),
            key(
                    "first-word",
                    Types.WORDS,
                    "",
                    "the text begins with one of these words, in any case; octets, such as an ESME's, have none; empty for any"),
            key(
                    "text",
                    RouteTypes.PATTERN,
                    "",
                    "this is found in the text; octets, such as an ESME's, have none; empty for any"),
            key("tlv", RouteTypes.TLVS, "", "the message carries all of these TLVs; empty for any"),
            key("time", RouteTypes.HOURS, "", "the message comes within these hours; empty for any"),
            key("time-zone", Types.ZONE, "UTC", "clock of these hours"),
            key(
                    "pick",
                    choice(ordered("turn", false, "cheapest", true)),
                    "turn",
                    "which SMSC of a tier: each in turn by weight, or the cheapest by routing.prices"),
            key(
                    "failover",
                    RouteTypes.FAILOVER,
                    "",
                    "what moves a message on to another SMSC of the route, to each at most once; unanswered and no-receipt may deliver it twice"));

    private RouteKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.ROUTE, leaf, type, fallback, meaning);
    }
}
