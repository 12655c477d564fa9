package io.smppbridge.settings;

import io.smppbridge.settings.RouteConfig.Hours;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;

/**
 * When messages wait although they could go ({@code quiet-hours}, {@code quiet-zone}).
 *
 * @param hours empty for never
 * @param zone their clock
 */
public record QuietHours(List<Hours> hours, ZoneId zone) {
    /** Never. */
    public static final QuietHours NONE = new QuietHours(List.of(), ZoneOffset.UTC);

    /** Spans that follow one another without a gap are taken together; more of them in a row than a week can have never end. */
    private static final int MOST_IN_A_ROW = 16;

    public QuietHours {
        hours = List.copyOf(hours);
    }

    public boolean isNone() {
        return hours.isEmpty();
    }

    /**
     * When the quiet ends that holds at a time; both in milliseconds since 1970.
     *
     * @return 0 when none holds
     */
    public long until(long nowMs) {
        if (hours.isEmpty()) {
            return 0;
        }
        ZonedDateTime now = Instant.ofEpochMilli(nowMs).atZone(zone);
        ZonedDateTime end = now;
        for (int i = 0; i < MOST_IN_A_ROW; i++) {
            ZonedDateTime further = endOfSpan(end);
            if (!further.isAfter(end)) {
                break;
            }
            end = further;
        }
        return end.isAfter(now) ? end.toInstant().toEpochMilli() : 0;
    }

    /** Whether there is no time outside of them. */
    public boolean neverEnds() {
        long end = hours.isEmpty() ? 0 : until(0);
        return end != 0 && until(end) != 0;
    }

    /** The end of the longest span that holds; the time itself when none does. */
    private ZonedDateTime endOfSpan(ZonedDateTime at) {
        ZonedDateTime latest = at;
        LocalTime time = at.toLocalTime();
        LocalDate today = at.toLocalDate();
        for (Hours span : hours) {
            boolean overMidnight = !span.until().isAfter(span.from());
            boolean begunToday = span.days().contains(at.getDayOfWeek()) && !time.isBefore(span.from());
            boolean begunYesterday =
                    overMidnight && span.days().contains(at.getDayOfWeek().minus(1)) && time.isBefore(span.until());
            if (begunToday && (overMidnight || time.isBefore(span.until()))) {
                latest = later(latest, end(at, today.plusDays(overMidnight ? 1 : 0), span.until()));
            } else if (begunYesterday) {
                latest = later(latest, end(at, today, span.until()));
            }
        }
        return latest;
    }

    /** The next time that the clock shows this or more: when it is set back it shows some times twice, when it is set ahead some never. */
    private ZonedDateTime end(ZonedDateTime at, LocalDate day, LocalTime time) {
        ZoneOffsetTransition change = zone.getRules().getTransition(day.atTime(time));
        if (change != null && change.isGap()) {
            return change.getInstant().atZone(zone);
        }
        ZonedDateTime end = day.atTime(time).atZone(zone);
        return end.isAfter(at) ? end : end.withLaterOffsetAtOverlap();
    }

    private static ZonedDateTime later(ZonedDateTime one, ZonedDateTime other) {
        return other.isAfter(one) ? other : one;
    }
}
