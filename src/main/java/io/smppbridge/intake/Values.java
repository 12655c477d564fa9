package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.smppbridge.Encoding;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Reads the words that fields hold. Each throws {@link IllegalArgumentException} with a sentence for people. */
final class Values {
    static final Duration LONGEST_VALIDITY = Duration.ofDays(30);
    static final String VALIDITY_EXPECTED = "expected whole seconds or a string such as 5m";
    private static final int LONGEST_PERIOD = 10; // as openapi.yaml says
    private static final Duration FARTHEST_SCHEDULE = Duration.ofDays(365);
    private static final Map<String, Optional<Encoding>> ENCODINGS = Map.of(
            "auto", Optional.empty(),
            "gsm7", Optional.of(Encoding.GSM7),
            "latin1", Optional.of(Encoding.LATIN1),
            "ucs2", Optional.of(Encoding.UCS2));
    private static final Map<String, Priority> PRIORITIES =
            Map.of("low", Priority.LOW, "normal", Priority.NORMAL, "high", Priority.HIGH);
    private static final Map<String, ReceiptWish> WISHES = Map.of(
            "none", ReceiptWish.NONE,
            "failure", ReceiptWish.FAILURE,
            "final", ReceiptWish.FINAL,
            "all", ReceiptWish.ALL);

    private Values() {}

    static Optional<Encoding> encoding(String word) {
        return word(ENCODINGS, word, "auto, gsm7, latin1 or ucs2");
    }

    static Priority priority(String word) {
        return word(PRIORITIES, word, "low, normal or high");
    }

    static ReceiptWish receipt(String word) {
        return word(WISHES, word, "none, failure, final or all");
    }

    /** Whether a parser stands at a whole number, however that is written: to JSON Schema 5.0 and 5e0 are integers as well. */
    static boolean isWhole(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return token == JsonToken.VALUE_NUMBER_INT
                || token == JsonToken.VALUE_NUMBER_FLOAT
                        && decimal(parser)
                                .filter(value -> value.scale() <= 0 // at the largest exponents no zero can be stripped
                                        || value.stripTrailingZeros().scale() <= 0)
                                .isPresent();
    }

    /** The {@linkplain #isWhole whole} number at which a parser stands; throws {@link InputCoercionException} for one that 64 bits do not hold. */
    static long whole(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        try {
            return decimal(parser).orElseThrow().longValueExact();
        } catch (ArithmeticException e) {
            throw new InputCoercionException(
                    parser, "a number that 64 bits do not hold", parser.currentToken(), long.class);
        }
    }

    /** Nothing for an exponent that no decimal has. */
    private static Optional<BigDecimal> decimal(JsonParser parser) throws IOException {
        try {
            return Optional.of(new BigDecimal(parser.getText()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The whole number at which a parser stands. */
    static Duration seconds(JsonParser parser) throws IOException {
        try {
            return seconds(whole(parser));
        } catch (InputCoercionException e) { // not even a long
            throw new IllegalArgumentException("expected 1 s to 30 days", e);
        }
    }

    static Duration seconds(long seconds) {
        if (seconds < 1 || seconds > LONGEST_VALIDITY.toSeconds()) {
            throw new IllegalArgumentException("validity of " + seconds + " s, expected 1 s to 30 days");
        }
        return Duration.ofSeconds(seconds);
    }

    /** {@code 90}, {@code 90s}, {@code 5m}, {@code 2h} or {@code 1d}. */
    static Duration validity(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) < '0' || text.charAt(end - 1) > '9')) {
            end--;
        }
        long unit =
                switch (text.substring(end)) {
                    case "", "s" -> 1;
                    case "m" -> 60;
                    case "h" -> 3600;
                    case "d" -> 86_400;
                    default -> 0;
                };
        boolean digits = end > 0
                && text.length() <= LONGEST_PERIOD
                && text.substring(0, end).chars().allMatch(c -> c >= '0' && c <= '9');
        if (unit == 0 || !digits) {
            throw new IllegalArgumentException(
                    "validity \"" + shorten(text) + "\", expected seconds, or such as 5m, 2h, 1d");
        }
        return seconds(Long.parseLong(text.substring(0, end)) * unit);
    }

    /** An RFC 3339 time. One that has passed stays what it is: a request that comes again after it is to be the same as before. */
    static Instant schedule(String text, Instant now) {
        Instant at;
        try {
            at = OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "schedule \"" + shorten(text)
                            + "\", expected RFC 3339 with an offset, such as 2030-01-31T08:00:00Z",
                    e);
        }
        if (at.isAfter(now.plus(FARTHEST_SCHEDULE))) {
            throw new IllegalArgumentException("schedule " + at + ", expected within a year");
        }
        return at.isAfter(Instant.EPOCH) ? at : Instant.EPOCH;
    }

    static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not base64 (RFC 4648 §4)", e);
        }
    }

    static byte[] hex(String text) {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an even number of hexadecimal digits", e);
        }
    }

    static String shorten(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    private static <T> T word(Map<String, T> words, String word, String expected) {
        T value = words.get(word);
        if (value == null) {
            throw new IllegalArgumentException("\"" + shorten(word) + "\", expected " + expected);
        }
        return value;
    }
}
