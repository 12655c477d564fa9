package io.smppbridge.receipts;

import java.time.ZoneOffset;

/**
 * The offset from UTC that stands behind a date which names its own clock: {@code Z}, {@code +05:30}, {@code +0530} or {@code +05}, with or
 * without a blank before it. A hyphen may as well stand between the digits of a date: with two digits behind it, it is an offset only where
 * the date is whole, to the second, without them.
 */
final class DateOffset {
    /** Digits of a date at the least (YYMMDDhhmm), and at the most (YYYYMMDDhhmmss). */
    private static final int LEAST = 10;

    private static final int WHOLE = 14;

    /** The farthest clocks there are, in hours. */
    private static final int FARTHEST = 14;

    private DateOffset() {}

    /** Where it begins; the date's length where there is none. */
    static int place(String date) {
        int length = date.length();
        if (length > LEAST && (date.charAt(length - 1) | 0x20) == 'z') {
            return digits(date, length - 1) >= LEAST ? length - 1 : length;
        }
        if (isOffset(date, length - 3)
                && digits(date, length - 3) >= (date.charAt(length - 3) == '+' ? LEAST : WHOLE)) {
            return length - 3;
        }
        for (int place = length - 6; place <= length - 5; place++) {
            if (isOffset(date, place) && digits(date, place) >= LEAST) {
                return place;
            }
        }
        return length;
    }

    /** What stands there. */
    static ZoneOffset at(String date, int place) {
        if (place == date.length() - 1) {
            return ZoneOffset.UTC;
        }
        int seconds = (number(date, place + 1) * 60 + minutes(date, place)) * 60;
        return ZoneOffset.ofTotalSeconds(date.charAt(place) == '-' ? -seconds : seconds);
    }

    /** How many digits stand before that place. */
    static int digits(String date, int place) {
        int count = 0;
        for (int i = 0; i < place; i++) {
            count += isDigit(date, i) ? 1 : 0;
        }
        return count;
    }

    private static boolean isOffset(String date, int place) {
        if (place < LEAST || date.charAt(place) != '+' && date.charAt(place) != '-' || !isPair(date, place + 1)) {
            return false;
        }
        int rest = date.length() - place;
        boolean formed = rest == 3
                || rest == 5 && isPair(date, place + 3)
                || rest == 6 && date.charAt(place + 3) == ':' && isPair(date, place + 4);
        int minutes = formed ? minutes(date, place) : 60;
        int hours = number(date, place + 1);
        return minutes < 60 && (hours < FARTHEST || hours == FARTHEST && minutes == 0);
    }

    private static int minutes(String date, int place) {
        return date.length() - place == 3 ? 0 : number(date, date.length() - 2);
    }

    private static boolean isPair(String date, int at) {
        return isDigit(date, at) && isDigit(date, at + 1);
    }

    private static int number(String date, int at) {
        return (date.charAt(at) - '0') * 10 + date.charAt(at + 1) - '0';
    }

    private static boolean isDigit(String date, int at) {
        char c = date.charAt(at);
        return c >= '0' && c <= '9';
    }
}
