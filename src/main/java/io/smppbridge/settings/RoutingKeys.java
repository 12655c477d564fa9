package io.smppbridge.settings;

import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import java.util.List;

/** The keys {@code routing.*}: what holds for all routes. */
final class RoutingKeys {
    static final List<KeySpec> TABLE = List.of(
            key(
                    "routing.loop-max",
                    count(0, 250),
                    "10",
                    "how often the same message is taken within routing.loop-within, so that gateways that point at"
                            + " each other do not send for ever; 0 for no limit"),
            key("routing.loop-within", time("4s", "6h"), "10m", "see routing.loop-max"),
            key(
                    "routing.loop-count",
                    oneOf(RoutingConfig.Counting.class),
                    "marked",
                    "what counts for routing.loop-max: the hops that its TLV tells of (where none can travel, as others); or"
                            + " also that another account brings a message than the one that brought it first; or also any"
                            + " repetition"),
            key(
                    "routing.hop-tlv",
                    RouteTypes.HOP_TAG,
                    "0x3b0f",
                    "TLV that counts the hops of a message that seems to come round; empty for none"),
            key(
                    "routing.hop-smscs",
                    Types.NAMES,
                    "",
                    "SMSCs that get this TLV with every message that came in by SMPP, as they are gateways that send"
                            + " it on"),
            key(
                    "routing.prefix",
                    choice(Types.ordered("order", false, "longest", true)),
                    "order",
                    "which of several routes of the same order that fit: the first in the file, or the one with the"
                            + " longest prefix"),
            key(
                    "routing.down-for",
                    time("1s", "1d"),
                    "30s",
                    "how long no bind of an SMSC stands before its waiting messages go to another one, on routes with"
                            + " failover = down"),
            key(
                    "routing.receipt-after",
                    time("1s", "7d"),
                    "10m",
                    "how long a receipt is awaited before the message goes to another SMSC, on routes with failover ="
                            + " no-receipt"),
            key(
                    RoutingFiles.OPERATORS,
                    word(0, 1_000),
                    "",
                    "file of lines prefix,mcc,mnc that says which numbers belong to which network; read anew at each"
                            + " reload"),
            key(
                    RoutingFiles.PRICES,
                    word(0, 1_000),
                    "",
                    "file of lines prefix,smsc,price for routes with pick = cheapest; read anew at each reload"));

    private RoutingKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.NODE, leaf, type, fallback, meaning);
    }
}
