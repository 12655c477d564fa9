package io.smppbridge.simulator;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A delay, fixed or drawn.
 *
 * @param kind how it is drawn
 * @param low nanoseconds: the fixed value, the lower end, or the mean
 * @param high nanoseconds: the upper end of a uniform delay
 */
record Delay(Kind kind, long low, long high) {
    enum Kind {
        FIXED,
        UNIFORM,
        EXPONENTIAL
    }

    static final Delay ZERO = new Delay(Kind.FIXED, 0, 0);
    static final String FORM =
            "a delay such as 20ms, 10ms..50ms (uniform) or exp 20ms (exponential, its mean), at most 1h";
    private static final Pattern TIME = Pattern.compile("(\\d+)\\s*(us|ms|s|m|h)?");
    private static final long LONGEST = Duration.ofHours(1).toNanos();

    Delay {
        if (low < 0 || high < low || high > LONGEST) {
            throw new IllegalArgumentException("expected " + FORM);
        }
    }

    static Delay fixed(Duration delay) {
        return new Delay(Kind.FIXED, delay.toNanos(), delay.toNanos());
    }

    static Delay parse(String text) {
        String t = text.strip();
        if (t.startsWith("exp")) {
            String mean = t.replaceFirst("^exp(onential)?", "").strip();
            return new Delay(Kind.EXPONENTIAL, nanos(mean), nanos(mean));
        }
        int dots = t.indexOf("..");
        if (dots > 0) {
            return new Delay(Kind.UNIFORM, nanos(t.substring(0, dots)), nanos(t.substring(dots + 2)));
        }
        return new Delay(Kind.FIXED, nanos(t), nanos(t));
    }

    /** Reads {@code 20ms}, {@code 2s}, {@code 5m}, {@code 250us}; a zero needs no unit. */
    static long nanos(String text) {
        Matcher m = TIME.matcher(text.strip());
        if (!m.matches() || m.group(1).length() > 9) {
            throw new IllegalArgumentException("expected " + FORM);
        }
        long n = Long.parseLong(m.group(1));
        String unit = m.group(2);
        if (unit == null) {
            if (n != 0) {
                throw new IllegalArgumentException("expected a unit: us, ms, s, m or h");
            }
            return 0;
        }
        return switch (unit) {
            case "us" -> n * 1_000L;
            case "ms" -> n * 1_000_000L;
            case "s" -> n * 1_000_000_000L;
            case "m" -> n * 60_000_000_000L;
            default -> n * 3_600_000_000_000L;
        };
    }

    boolean isZero() {
        return high == 0;
    }

    /** Nanoseconds; an exponential one is cut at twenty times its mean. */
    long draw(SplittableRandom random) {
        return switch (kind) {
            case FIXED -> low;
            case UNIFORM -> low + random.nextLong(high - low + 1);
            case EXPONENTIAL -> Math.min(20 * low, (long) (-Math.log(1 - random.nextDouble()) * low));
        };
    }
}
