package io.smppbridge.receipts;

import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.threads.ThreadSafe;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/** Reads the dates of receipts by an SMSC's clock, or by the offset that a date bears. Never throws: what is no date is {@link Instant#EPOCH}. */
@ThreadSafe
final class ReceiptDates {
    /** Of a date with two digits for its year, as YYYYMMDDhhmmss. */
    private static final long CENTURY = 20_000_000_000_000L;

    /** A date of so many digits tells the second. */
    private static final int WITH_SECONDS = 12;

    /** YYYYMMDDhhmmss. */
    private static final int WHOLE = 14;

    /**
     * 2000 to 2068, in seconds: another time is none. What two digits make of 69 is the eve of 1970, and of 70 the day that an SMSC names
     * which knows no time: zero on its clock, west of Greenwich or here.
     */
    private static final long FIRST = 946_684_800L;

    private static final long LAST = 3_124_224_000L;

    /** As many as there are seconds between the submission and the end of most messages; a power of two. */
    private static final int REMEMBERED = 64;

    private final ZoneId zone;
    private final String form;
    private final Optional<DateTimeFormatter> letters;
    /**
     * Times read lately, each where its digits have it: of thousands of receipts in a second nearly all tell the same few. Threads that
     * write at once write what is right, and whoever reads finds one of it or none.
     */
    private final Known[] lately = new Known[REMEMBERED];

    /** A number that reads YYYYMMDDhhmmss, and the time that it means by the SMSC's clock. */
    private record Known(long digits, Instant at) {}

    /** @param form as {@link ReceiptGrammar#dates} */
    ReceiptDates(ZoneId zone, String form) {
        this.zone = zone;
        this.form = form;
        this.letters = switch (form) {
            case ReceiptGrammar.USUAL_DATES, ReceiptGrammar.SECONDS, ReceiptGrammar.MILLISECONDS -> Optional.empty();
            default -> Optional.of(DateTimeFormatter.ofPattern(form, Locale.ENGLISH));
        };
    }

    Instant of(String written) {
        if (letters.isPresent()) {
            return byLetters(letters.get(), written);
        }
        return switch (form) {
            case ReceiptGrammar.SECONDS -> since1970(written, 1);
            case ReceiptGrammar.MILLISECONDS -> since1970(written, 1_000);
            default -> usual(written);
        };
    }

    /** Whether a date is told to the second, not only to the minute. */
    boolean tellsSeconds(String written) {
        if (!form.equals(ReceiptGrammar.USUAL_DATES)) {
            return letters.isEmpty() || form.indexOf('s') >= 0;
        }
        int place = DateOffset.place(written);
        int count = DateOffset.digits(written, place);
        return count > WITH_SECONDS || count == WITH_SECONDS && isWithSeconds(number(written, place, count));
    }

    private Instant byLetters(DateTimeFormatter pattern, String written) {
        try {
            TemporalAccessor read = pattern.parseBest(written, ZonedDateTime::from, LocalDateTime::from);
            return plausible(
                    read instanceof ZonedDateTime zoned
                            ? zoned.toInstant()
                            : ((LocalDateTime) read).atZone(zone).toInstant());
        } catch (DateTimeException noDate) {
            return Instant.EPOCH;
        }
    }

    private static Instant since1970(String written, long perSecond) {
        if (written.isEmpty() || written.length() > 18) {
            return Instant.EPOCH;
        }
        long number = 0;
        for (int i = 0; i < written.length(); i++) {
            if (!isDigit(written.charAt(i))) {
                return Instant.EPOCH;
            }
            number = number * 10 + written.charAt(i) - '0';
        }
        return isPlausible(number / perSecond) ? Instant.ofEpochMilli(number * (1_000 / perSecond)) : Instant.EPOCH;
    }

    private static boolean isPlausible(long seconds) {
        return seconds >= FIRST && seconds < LAST;
    }

    private static Instant plausible(Instant at) {
        return isPlausible(at.getEpochSecond()) ? at : Instant.EPOCH;
    }

    /** By the SMSC's clock, or by the one that the date names. */
    private Instant usual(String written) {
        int place = DateOffset.place(written);
        if (place < written.length()) {
            Instant at = byDigits(written, place, WHOLE, DateOffset.at(written, place));
            if (!at.equals(Instant.EPOCH)) {
                return at;
            }
        }
        // A 16-character time of SMPP §7.1.1 is 12 digits, then tenths and an offset, then its sign.
        boolean smpp = written.length() == 16 && "+-R".indexOf(written.charAt(15)) >= 0;
        return byDigits(written, written.length(), smpp ? WITH_SECONDS : WHOLE, zone);
    }

    /** 10 digits (YYMMDDhhmm), 12 (with seconds, or with a century) or 14; what stands between the digits is passed over. */
    private Instant byDigits(String written, int end, int most, ZoneId clock) {
        int count = Math.min(most, DateOffset.digits(written, end));
        long digits = number(written, end, count);
        return switch (count) {
            case 10 -> instant(CENTURY + digits * 100, clock);
            case WITH_SECONDS ->
                isWithSeconds(digits) ? instant(CENTURY + digits, clock) : instant(digits * 100, clock);
            case WHOLE -> instant(digits, clock);
            default -> Instant.EPOCH;
        };
    }

    /** Whether 12 digits are a time with seconds; else they have a century. */
    private boolean isWithSeconds(long digits) {
        return !instant(CENTURY + digits, zone).equals(Instant.EPOCH);
    }

    /** What the first digits say. */
    private static long number(String written, int end, int most) {
        long number = 0;
        int count = 0;
        for (int i = 0; i < end && count < most; i++) {
            if (isDigit(written.charAt(i))) {
                number = number * 10 + written.charAt(i) - '0';
                count++;
            }
        }
        return number;
    }

    /** Of a number that reads YYYYMMDDhhmmss; {@link Instant#EPOCH} when there is no such time. */
    private Instant instant(long digits, ZoneId clock) {
        if (clock != zone) {
            return calculated(digits, clock);
        }
        int place = (int) (digits + digits / 100) & REMEMBERED - 1; // minutes are apart too where there are no seconds
        Known known = lately[place];
        if (known == null || known.digits != digits) {
            known = new Known(digits, calculated(digits, zone));
            lately[place] = known;
        }
        return known.at;
    }

    private static Instant calculated(long digits, ZoneId clock) {
        int day = (int) (digits / 1_000_000);
        int time = (int) (digits % 1_000_000);
        int month = day / 100 % 100;
        if (month < 1 || month > 12 || day % 100 < 1) {
            return Instant.EPOCH;
        }
        try {
            return plausible(
                    LocalDateTime.of(day / 10_000, month, day % 100, time / 10_000, time / 100 % 100, time % 100)
                            .atZone(clock)
                            .toInstant());
        } catch (DateTimeException noDate) {
            return Instant.EPOCH;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
