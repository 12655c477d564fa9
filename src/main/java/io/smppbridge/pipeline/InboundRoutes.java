package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.settings.InboundConfig;
import io.smppbridge.threads.ThreadSafe;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which of the inbound routes a subscriber's message takes: the first that fits. Immutable. */
@ThreadSafe
final class InboundRoutes {
    /** Characters of what is told apart by its spelling: signs without number on a letter take the square of that to put into order. */
    private static final int LONGEST = 1_000;

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
        fold("\uFF53");
        Map<String, String> folded = new HashMap<>();
        Stream.concat(
                        routes.stream().map(InboundConfig.Route::keywords),
                        Stream.of(consent.stop(), consent.start(), consent.help())
                                .map(InboundConfig.Keyword::words))
                .flatMap(Collection::stream)
                .forEach(word -> folded.put(word, fold(word)));
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
        String core = core(text); // before spelling: there are signs and emoji that are spelt with letters
        String said = core.isEmpty() ? text.strip() : core;
        if (said.length() > LONGEST) {
            return said;
        }
        String one = Normalizer.normalize(said, Normalizer.Form.NFKC);
        String word = core(one).toLowerCase(Locale.ROOT);
        if (word.isEmpty()) {
            return one.strip().replace("\uFE0F", "");
        }
        // By way of capitals, as some letters have two small ones or none; the dot of a Turkish capital I is no letter
        // of its own.
        return word.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace("i\u0307", "i");
    }

    /** From its first letter or digit to the last, with the signs on that one. */
    private static String core(String text) {
        int from = 0;
        while (from < text.length() && !Character.isLetterOrDigit(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        int to = text.length();
        for (int base = base(text, to); to > from; base = base(text, to)) {
            if (base > 0 && Character.isLetterOrDigit(text.codePointBefore(base))) {
                break;
            }
            to = base == 0 ? 0 : base - Character.charCount(text.codePointBefore(base));
        }
        return text.substring(from, Math.max(from, to));
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
