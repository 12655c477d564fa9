package io.smppbridge.settings;

import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.InboundConfig.Consent;
import io.smppbridge.settings.InboundConfig.Keyword;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of what becomes of subscribers' messages: routes by keyword, and the words for STOP and START. */
final class InboundKeys {
    private static final String STOP = "consent.stop-words";
    private static final String START = "consent.start-words";
    private static final String HELP = "consent.help-words";
    private static final List<String> SAID = List.of("keyword", "to", "from", "smsc", "order");

    static final List<KeySpec> TABLE = List.of(
            key(
                    "order",
                    count(0, 1_000_000),
                    "100",
                    "routes are tried from the lowest on, equal ones in the order of the file"),
            key("keyword", Types.WORDS, "", "the text begins with one of these words, in any case; empty for any"),
            key("to", Types.DIGITS, "", "the MO was sent to one of these numbers; empty for any"),
            key("from", Types.DIGITS, "", "the subscriber's number begins with one of these; empty for any"),
            key("smsc", Types.NAMES, "", "the MO came from one of these SMSCs; empty for any"),
            key("account", word(0, 32), "", "account whose webhook or listener takes it; or name a webhook"),
            key("webhook", word(0, 32), "", "webhook that takes it; or name an account"),
            node(
                    "consent.enabled",
                    FLAG,
                    "false",
                    "whether subscribers' messages that are one of the words for STOP, START and HELP are acted on; they go to the platform too"),
            node(
                    "consent.scope",
                    oneOf(InboundConfig.Scope.class),
                    "sender",
                    "what a STOP is for: the number it was sent to, the account whose MO it is, or everything"),
            node(
                    STOP,
                    Types.WORDS,
                    "STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT",
                    "a message that is one of these as a whole, in any case, opts out"),
            node(START, Types.WORDS, "START, UNSTOP, YES", "a message that is one of these as a whole opts in again"),
            node(
                    HELP,
                    Types.WORDS,
                    "HELP, INFO",
                    "a message that is one of these as a whole is answered by help-reply"),
            node("consent.stop-reply", word(0, 1_000), "", "what is answered to STOP; empty for nothing"),
            node("consent.start-reply", word(0, 1_000), "", "what is answered to START; empty for nothing"),
            node("consent.help-reply", word(0, 1_000), "", "what is answered to HELP; empty for nothing"),
            node(
                    "consent.account",
                    word(0, 32),
                    "",
                    "account in whose name answers are sent; empty for the one whose MO it is"),
            node(
                    "consent.answer-again",
                    time("0s", "30d"),
                    "1h",
                    "a STOP or START that changes nothing is answered, but not for so long after the last answer; 0s answers each"),
            node(
                    "consent.region",
                    RouteTypes.REGION,
                    "",
                    "country, ISO 3166, whose national numbers are meant where a subscriber's number has no country code; empty compares them as written"));

    private InboundKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.INBOUND, leaf, type, fallback, meaning);
    }

    private static KeySpec node(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.NODE, leaf, type, fallback, meaning);
    }

    /** Complains of routes that lead nowhere or to two places, and of words that mean two things; names are checked by {@link Rules}. */
    static void check(Values values, Complaints complaints) {
        for (Scope route : values.each(Family.INBOUND)) {
            if (!route.sound("account", "webhook")) {
                continue;
            }
            boolean account = !route.word("account").isEmpty();
            if (account && !route.word("webhook").isEmpty()) {
                complaints.fault(
                        route.value("webhook"),
                        "either a webhook or an account",
                        "delete one of them",
                        route.value("account"));
            } else if (!account && route.word("webhook").isEmpty()) {
                Value said = SAID.stream()
                        .filter(route::said)
                        .findFirst()
                        .map(route::value)
                        .orElse(route.value("account"));
                complaints.fault(
                        said, "an " + route.prefix() + "account or " + route.prefix() + "webhook beside it", "");
            }
        }
        Scope node = values.node();
        Map<String, String> meant = new HashMap<>();
        for (String key : List.of(STOP, START, HELP)) {
            for (String word : node.sound(key) ? node.words(key) : List.<String>of()) {
                String before = meant.putIfAbsent(Spelling.fold(word), key);
                if (before != null && !before.equals(key)) {
                    complaints.fault(
                            node.value(key),
                            "words of its own",
                            word + " stands in " + before + " too, delete it in one");
                }
            }
        }
    }

    static InboundConfig bind(Values values) {
        Scope node = values.node();
        return new InboundConfig(
                values.each(Family.INBOUND).stream()
                        .map(InboundKeys::route)
                        .sorted(Comparator.comparingInt(InboundConfig.Route::order))
                        .toList(),
                new Consent(
                        node.flag("consent.enabled"),
                        node.get("consent.scope", InboundConfig.Scope.class),
                        new Keyword(node.words(STOP), node.word("consent.stop-reply")),
                        new Keyword(node.words(START), node.word("consent.start-reply")),
                        new Keyword(node.words(HELP), node.word("consent.help-reply")),
                        node.word("consent.account"),
                        node.time("consent.answer-again"),
                        node.word("consent.region")));
    }

    private static InboundConfig.Route route(Scope route) {
        return new InboundConfig.Route(
                route.name(),
                route.count("order"),
                route.words("keyword"),
                route.words("to"),
                route.words("from"),
                route.words("smsc"),
                route.word("account"),
                route.word("webhook"));
    }
}
