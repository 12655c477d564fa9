package io.smppbridge.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Times as SMPP writes them (3.4 §7.1.1): absolute {@code YYMMDDhhmmsstnnp}, where {@code nn} is the distance from UTC in quarters of an
 * hour and {@code p} its direction, and relative {@code YYMMDDhhmmss000R}.
 *
 * <p>An absolute time names its own distance from UTC, so that no zone and no daylight saving has to be known. Of its year it gives two
 * digits: the century is the one that brings it nearest to now. A year of a relative time has 365 days and a month 30.
 */
public final class SmppTime {
    private static final int LENGTH = 16;
    private static final int HALF_CENTURY = 50;

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
        OffsetDateTime utc = at.atOffset(ZoneOffset.UTC);
        StringBuilder out = new StringBuilder(LENGTH);
        two(out, utc.getYear() % 100);
        two(out, utc.getMonthValue());
        two(out, utc.getDayOfMonth());
        two(out, utc.getHour());
        two(out, utc.getMinute());
        two(out, utc.getSecond());
        return out.append(utc.getNano() / 100_000_000).append("00+").toString();
    }

    private static long seconds(String text) {
        long days = 365L * number(text, 0) + 30L * number(text, 2) + number(text, 4);
        return ((days * 24 + number(text, 6)) * 60 + number(text, 8)) * 60 + number(text, 10);
    }

    private static Instant absolute(String text, Instant now, int direction) {
        int quarters = number(text, 13);
        if (quarters > 48) {
            throw new DateTimeException("more than twelve hours from UTC");
        }
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(direction * quarters * 900);
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
