package io.smppbridge.routing;

import com.google.re2j.Pattern;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RouteConfig.Hours;
import io.smppbridge.settings.RouteConfig.Match;
import io.smppbridge.settings.RouteConfig.Tlv;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a rule asks of a message beside the destination's first digits. Costs nothing where nothing is asked. */
@ThreadSafe
final class Fit {
    /** Longer texts than any message's are not searched any further. */
    private static final int SEARCHED = 10_000;

    private final Set<String> accounts;
    private final Set<String> senders;
    private final Set<String> operators;
    private final List<String> firstWords;
    private final Optional<Pattern> text;
    private final List<Tlv> tlvs;
    private final List<Hours> hours;
    private final ZoneId zone;
    private final PrefixTree<String> networks;
    private final boolean more;

    /** @param networks MCC and MNC by prefix */
    Fit(Match match, PrefixTree<String> networks) {
        accounts = Set.copyOf(match.accounts());
        senders = match.senders().stream().map(Fit::bare).collect(Collectors.toUnmodifiableSet());
        operators = Set.copyOf(match.operators());
        firstWords = match.firstWords();
        text = match.text().isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(match.text()));
        tlvs = match.tlvs();
        hours = match.hours();
        zone = match.zone();
        this.networks = networks;
        more = !operators.isEmpty() || !firstWords.isEmpty() || text.isPresent() || !hours.isEmpty() || !tlvs.isEmpty();
    }

    /** As an address has it, of which a plus is no part. */
    private static String bare(String sender) {
        return sender.startsWith("+") ? sender.substring(1) : sender;
    }

    /** The first thing asked that the message has not, as the key says it; empty when it fits. */
    String misfit(String account, OutboundSms sms, long nowMs) {
        if (!accounts.isEmpty() && !accounts.contains(account)) {
            return "account";
        }
        if (!senders.isEmpty() && !senders.contains(sms.from().number())) {
            return "from";
        }
        return more ? furtherMisfit(sms, nowMs) : "";
    }

    private String furtherMisfit(OutboundSms sms, long nowMs) {
        if (!operators.isEmpty() && !isOperator(sms.to().number())) {
            return "operator";
        }
        if (!hours.isEmpty() && !isWithinHours(nowMs)) {
            return "time";
        }
        if (!tlvs.isEmpty() && !tlvs.stream().allMatch(tlv -> tlv.isAmong(sms.tlvs()))) {
            return "tlv";
        }
        if (!firstWords.isEmpty() && firstWords.stream().noneMatch(word -> begins(sms.text(), word))) {
            return "first-word";
        }
        return text.isPresent() && !isFound(text.get(), sms.text()) ? "text" : "";
    }

    private boolean isOperator(String number) {
        String network = networks.longest(number).orElse("");
        return network.length() >= 3 && (operators.contains(network) || operators.contains(network.substring(0, 3)));
    }

    private boolean isWithinHours(long nowMs) {
        ZonedDateTime now = Instant.ofEpochMilli(nowMs).atZone(zone);
        LocalTime time = now.toLocalTime();
        for (Hours span : hours) {
            boolean overMidnight = !span.until().isAfter(span.from());
            boolean today = span.days().contains(now.getDayOfWeek()) && !time.isBefore(span.from());
            boolean yesterday =
                    overMidnight && span.days().contains(now.getDayOfWeek().minus(1)) && time.isBefore(span.until());
            if (yesterday || today && (overMidnight || time.isBefore(span.until()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(String text, String word) {
        int start = 0;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = start + word.length();
        return text.regionMatches(true, start, word, 0, word.length())
                && (end == text.length() || !goesOn(text.codePointAt(end)));
    }

    /** Letters, digits, and the signs that many scripts put onto letters, but not what only chooses how an emoji looks. */
    private static boolean goesOn(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> c < 0xFE00 || c > 0xFE0F;
            default -> Character.isLetterOrDigit(c);
        };
    }

    private static boolean isFound(Pattern pattern, String text) {
        return pattern.matcher(text.length() > SEARCHED ? text.substring(0, SEARCHED) : text)
                .find();
    }
}
