package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.settings.InboundConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which of the inbound routes a subscriber's message takes: the first that fits. Immutable. */
@ThreadSafe
final class InboundRoutes {
    private final List<InboundConfig.Route> routes;
    private final InboundConfig.Consent consent;
    private final SubscriberNumbers subscribers;

    InboundRoutes(InboundConfig config) {
        this.routes = config.routes();
        this.consent = config.consent();
        this.subscribers = new SubscriberNumbers(consent.region());
    }

    /** How STOP and START are understood. */
    InboundConfig.Consent consent() {
        return consent;
    }

    /** How subscribers' numbers are compared. */
    SubscriberNumbers subscribers() {
        return subscribers;
    }

    Optional<InboundConfig.Route> find(InboundSms sms) {
        if (routes.isEmpty()) {
            return Optional.empty();
        }
        String keyword = firstWord(sms.text());
        return routes.stream().filter(route -> fits(route, sms, keyword)).findFirst();
    }

    private static boolean fits(InboundConfig.Route route, InboundSms sms, String keyword) {
        return (route.keywords().isEmpty()
                        || route.keywords().stream().anyMatch(word -> fold(word).equals(keyword)))
                && (route.to().isEmpty() || route.to().contains(number(sms.to())))
                && (route.from().isEmpty() || route.from().stream().anyMatch(number(sms.from())::startsWith))
                && (route.smscs().isEmpty() || route.smscs().contains(sms.smsc()));
    }

    /** Without a plus, which some SMSCs send. */
    private static String number(Address address) {
        String number = address.number();
        return number.startsWith("+") ? number.substring(1) : number;
    }

    /** The first word, folded; empty when there is none. */
    static String firstWord(String text) {
        String stripped = text.strip();
        int end = 0;
        while (end < stripped.length() && !Character.isWhitespace(stripped.charAt(end))) {
            end++;
        }
        return fold(stripped.substring(0, end));
    }

    /** In one case, without what is no letter or digit before and after: {@code "Stop."} is {@code stop}. */
    static String fold(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && !isPartOfWord(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (to > from && !isPartOfWord(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Letters, digits, and the signs that some scripts put onto letters. */
    private static boolean isPartOfWord(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }
}
