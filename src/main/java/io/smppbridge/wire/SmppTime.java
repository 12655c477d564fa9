package io.smppbridge.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Times as SMPP writes them (3.4 §7.1.1): absolute {@code YYMMDDhhmmsstnnp}, where {@code nn} is the distance from UTC in quarters of an
 * hour and {@code p} its direction, and relative {@code YYMMDDhhmmss000R}.
 *
 * <p>An absolute time names its own distance from UTC, so that no zone and no daylight saving has to be known. Of its year it gives two
 * digits: up to 37 they are of this century, from 38 on of the last one (3.4 appendix C). As soon as that rule would make the past of
 * next year, the century is the one that brings it nearest to now. A year of a relative time has 365 days and a month 30.
 */
public final class SmppTime {
    private static final int LENGTH = 16;
    private static final int HALF_CENTURY = 50;
    private static final int LAST_OF_THIS_CENTURY = 37;
    private static final int QUARTER_SECONDS = 900;
    private static final int MOST_QUARTERS = 48;

    /** The last moment that two digits of the year can name by the rule of 3.4, in milliseconds since 1970. */
    public static final long LAST_ABSOLUTE_MS =
            Instant.parse("2037-12-31T00:00:00Z").toEpochMilli();

    private SmppTime() {}

    /**
     * Reads either form.
     *
     * @return empty when it is neither
     */
    public static Optional<Instant> parse(String text, Instant now) {
        if (text.length() != LENGTH || !digits(text, 0, LENGTH - 1)) {
            return Optional.empty();
        }
        try {
            return switch (text.charAt(LENGTH - 1)) {
                case 'R' -> Optional.of(now.plusSeconds(seconds(text)));
                case '+' -> Optional.of(absolute(text, now, 1));
                case '-' -> Optional.of(absolute(text, now, -1));
                default -> Optional.empty();
            };
        } catch (DateTimeException e) { // month 13 and the like
            return Optional.empty();
        }
    }

    /** Writes an absolute time, in UTC. */
    public static String absolute(Instant at) {
        return absolute(at, ZoneOffset.UTC);
    }

    /** Writes an absolute time in local time there; in UTC when the distance from that is not one that SMPP can say. */
    public static String absolute(Instant at, ZoneId zone) {
        int seconds = zone.getRules().getOffset(at).getTotalSeconds();
        boolean sayable = seconds % QUARTER_SECONDS == 0 && Math.abs(seconds) <= MOST_QUARTERS * QUARTER_SECONDS;
        OffsetDateTime local = at.atOffset(sayable ? ZoneOffset.ofTotalSeconds(seconds) : ZoneOffset.UTC);
        StringBuilder out = new StringBuilder(LENGTH);
        two(out, local.getYear() % 100);
        two(out, local.getMonthValue());
        two(out, local.getDayOfMonth());
        two(out, local.getHour());
        two(out, local.getMinute());
        two(out, local.getSecond());
        out.append(local.getNano() / 100_000_000);
        two(out, sayable ? Math.abs(seconds) / QUARTER_SECONDS : 0);
        return out.append(sayable && seconds < 0 ? '-' : '+').toString();
    }

    private static long seconds(String text) {
        long days = 365L * number(text, 0) + 30L * number(text, 2) + number(text, 4);
        return ((days * 24 + number(text, 6)) * 60 + number(text, 8)) * 60 + number(text, 10);
    }

    private static Instant absolute(String text, Instant now, int direction) {
        int quarters = number(text, 13);
        if (quarters > MOST_QUARTERS) {
            throw new DateTimeException("more than twelve hours from UTC");
        }
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(direction * quarters * QUARTER_SECONDS);
        LocalDateTime local = LocalDateTime.of(
                year(number(text, 0), now.atOffset(offset).getYear()),
                number(text, 2),
                number(text, 4),
                number(text, 6),
                number(text, 8),
                number(text, 10),
                (text.charAt(12) - '0') * 100_000_000);
        return local.toInstant(offset);
    }

    private static int year(int twoDigits, int thisYear) {
        if (thisYear < 2000 + LAST_OF_THIS_CENTURY) {
            return (twoDigits <= LAST_OF_THIS_CENTURY ? 2000 : 1900) + twoDigits;
        }
        int year = thisYear / 100 * 100 + twoDigits;
        if (year < thisYear - HALF_CENTURY) {
            return year + 100;
        }
        return year >= thisYear + HALF_CENTURY ? year - 100 : year;
    }

    private static int number(String text, int at) {
        return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    }

    private static boolean digits(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static void two(StringBuilder out, int value) {
        out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }
}
