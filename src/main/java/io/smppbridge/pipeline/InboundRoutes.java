package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.settings.InboundConfig;
import io.smppbridge.threads.ThreadSafe;
import java.text.Normalizer;
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
        // The tables of spellings are read now, and not while a message waits.
        fold("\uFF53");
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
        return fold(text.substring(from, end));
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /**
     * In one case and one spelling, without what is no letter or digit before and after: {@code "Stop."} is {@code stop}, and so is one
     * with an emoji behind it, or in letters of full width. What has neither letters nor digits is as it stands.
     */
    static String fold(String text) {
        String one = Normalizer.normalize(text, Normalizer.Form.NFKC);
        int from = 0;
        while (from < one.length() && !Character.isLetterOrDigit(one.codePointAt(from))) {
            from += Character.charCount(one.codePointAt(from));
        }
        int to = one.length();
        for (int base = base(one, to); to > from; base = base(one, to)) {
            if (base > 0 && Character.isLetterOrDigit(one.codePointBefore(base))) {
                break;
            }
            to = base == 0 ? 0 : base - Character.charCount(one.codePointBefore(base));
        }
        if (to <= from) {
            return one.strip().replace("\uFE0F", "");
        }
        String word = one.substring(from, to).toLowerCase(Locale.ROOT);
        // By way of capitals, as some letters have two small ones or none; the dot of a Turkish capital I is no letter
        // of its own.
        return word.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace("i\u0307", "i");
    }

    /** The end of the character that the signs before {@code end} stand on: those of some scripts, and what makes an emoji colourful. */
    private static int base(String text, int end) {
        int base = end;
        while (base > 0 && isMark(text.codePointBefore(base))) {
            base -= Character.charCount(text.codePointBefore(base));
        }
        return base;
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
