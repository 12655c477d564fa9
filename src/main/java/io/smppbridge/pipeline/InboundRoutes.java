package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.settings.InboundConfig;
import io.smppbridge.settings.Spelling;
import io.smppbridge.threads.ThreadSafe;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which of the inbound routes a subscriber's message takes: the first that fits. Immutable. */
@ThreadSafe
final class InboundRoutes {
    private final List<InboundConfig.Route> routes;
    private final InboundConfig.Consent consent;
    private final SubscriberNumbers subscribers;
    /** The words of the configuration, folded: no message waits for that. */
    private final Map<String, String> words;

    InboundRoutes(InboundConfig config) {
        this.routes = config.routes();
        this.consent = config.consent();
        this.subscribers = new SubscriberNumbers(consent.region());
        // The tables of spellings are read now, and not while a message waits.
        Spelling.fold("\uFF53");
        Map<String, String> folded = new HashMap<>();
        Stream.concat(
                        routes.stream().map(InboundConfig.Route::keywords),
                        Stream.of(consent.stop(), consent.start(), consent.help())
                                .map(InboundConfig.Keyword::words))
                .flatMap(Collection::stream)
                .forEach(word -> folded.put(word, Spelling.fold(word)));
        words = Map.copyOf(folded);
    }

    /** How STOP and START are understood. */
    InboundConfig.Consent consent() {
        return consent;
    }

    /** How subscribers' numbers are compared. */
    SubscriberNumbers subscribers() {
        return subscribers;
    }

    /** Whether one of these words of the configuration has been said, which is folded. */
    boolean isOneOf(Collection<String> any, String said) {
        for (String word : any) {
            if (words.get(word).equals(said)) {
                return true;
            }
        }
        return false;
    }

    Optional<InboundConfig.Route> find(InboundSms sms) {
        if (routes.isEmpty()) {
            return Optional.empty();
        }
        String keyword = firstWord(sms.text());
        return routes.stream().filter(route -> fits(route, sms, keyword)).findFirst();
    }

    private boolean fits(InboundConfig.Route route, InboundSms sms, String keyword) {
        return (route.keywords().isEmpty() || isOneOf(route.keywords(), keyword))
                && (route.to().isEmpty() || route.to().contains(number(sms.to())))
                && (route.from().isEmpty() || route.from().stream().anyMatch(number(sms.from())::startsWith))
                && (route.smscs().isEmpty() || route.smscs().contains(sms.smsc()));
    }

    /** Without a plus, which some SMSCs send. */
    private static String number(Address address) {
        String number = address.number();
        return number.startsWith("+") ? number.substring(1) : number;
    }

    /** The first word, folded; empty when there is none. Words end at any blank, also at one that breaks no line. */
    static String firstWord(String text) {
        int from = 0;
        while (from < text.length() && isBlank(text.charAt(from))) {
            from++;
        }
        int end = from;
        while (end < text.length() && !isBlank(text.charAt(end))) {
            end++;
        }
        return Spelling.fold(text.substring(from, end));
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
