package io.smppbridge.routing;

import io.smppbridge.settings.RouteConfig.Hours;
import io.smppbridge.settings.RouteConfig.Match;
import io.smppbridge.settings.RouteConfig.Tlv;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a route asks for, in words for people. */
final class Wanted {
    private static final int LONGEST = 100;
    private static final DateTimeFormatter NOW = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);

    private Wanted() {}

    /** @param key of the route; empty for nothing */
    static String of(Match match, String key, long nowMs) {
        String wanted =
                switch (key) {
                    case "prefix" -> joined(match.prefixes());
                    case "account" -> joined(match.accounts());
                    case "from" -> joined(match.senders());
                    case "operator" -> joined(match.operators());
                    case "first-word" -> joined(match.firstWords());
                    case "text" -> match.text();
                    case "tlv" -> joined(match.tlvs().stream().map(Wanted::tlv).toList());
                    case "time" ->
                        joined(match.hours().stream().map(Wanted::hours).toList());
                    default -> "";
                };
        String cut = wanted.length() <= LONGEST ? wanted : wanted.substring(0, LONGEST) + "...";
        return key.equals("time") ? cut + "; it is " + now(match, nowMs) : cut;
    }

    private static String joined(List<String> all) {
        return String.join(", ", all);
    }

    private static String tlv(Tlv tlv) {
        return tlv.name() + (tlv.value().isEmpty() ? "" : "=" + tlv.value());
    }

    private static String hours(Hours span) {
        String days = span.days().size() == DayOfWeek.values().length
                ? ""
                : span.days().stream()
                                .sorted()
                                .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(" "))
                        + " ";
        return days + span.from() + "-" + span.until();
    }

    private static String now(Match match, long nowMs) {
        ZonedDateTime now = Instant.ofEpochMilli(nowMs).atZone(match.zone());
        return NOW.format(now) + " in " + match.zone();
    }
}
