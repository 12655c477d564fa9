package io.smppbridge.settings;

import io.smppbridge.settings.SmscConfig.Operations.Asks;
import io.smppbridge.settings.ValueType.BadValue;
import io.smppbridge.tlv.TlvSpec;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values there are. */
final class Types {
    static final ValueType FLAG = choice(ordered("true", true, "false", false));
    static final ValueType PORT = count(1, 65_535);
    static final ValueType LISTEN_PORT = type("0..65535, 0 for any free one", text -> number(text, 0, 65_535));
    static final ValueType HOST = type("a host name or address", Types::host);
    static final ValueType RATE =
            type("a rate 0.001..100000 such as 5, 0.2, 100/s, 30/min, or the word unlimited", Types::rate);
    static final ValueType URL = type("an address such as https://platform.example/sms", Types::url);
    static final ValueType ZONE = type("a time zone such as UTC or Europe/Stockholm", Types::zone);
    static final ValueType ALPHABET = type(TextCoding.WORDS, text -> found(TextCoding.alphabet(text)));
    static final ValueType ANY_ALPHABET =
            type("ucs2 | binary | " + TextCoding.WORDS, text -> found(TextCoding.any(text)));
    static final ValueType TON_NPI = type("as-is | <ton>/<npi> such as 5/0", Types::tonNpi);
    static final ValueType ID_PART = type("all | first <n> | last <n>, n from 1 to 64", Types::idPart);
    static final ValueType PATH = type("a path, relative to the directory of this file", Types::path);
    static final ValueType NAMES = list("names, several by comma", Types::name);
    static final ValueType NAME_OF_ONE = type("a name", Types::name);
    static final ValueType DIGITS = list("digits with or without +, several by comma", Types::digits);
    static final ValueType LANGUAGES = list("languages, several by comma: " + languages(), Types::language);
    static final ValueType WORDS = list("words, several by comma", Types::listed);
    static final ValueType KEY_HASHES =
            list("sha256:<salt>:<hash> as ./bridge key prints it, several by comma", Types::keyHash);

    static final ValueType KEY_HASH =
            type("sha256:<salt>:<hash> as ./bridge key prints it", text -> text.isEmpty() ? text : Types.keyHash(text));

    static final ValueType ASKS = list("query, cancel, replace, several by comma", Types::asks);

    static final ValueType TLV = type(TlvSpec.VENDOR_FORM, Types::tlv);

    private static final Pattern TIME = Pattern.compile("(\\d{1,12})\\s?(us|ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s?([kKMGT]?)(?:i?B)?");
    private static final Pattern RATE_TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s?(?:/\\s?(s|min|m|h))?");
    private static final Pattern HOST_TEXT =
            Pattern.compile("[\\p{L}0-9_]([\\p{L}0-9._-]{0,252})|\\[?[0-9a-fA-F:.%]+]?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

    private Types() {}

    interface Reading {
        Object of(String text) throws BadValue;
    }

    static ValueType type(String expected, Reading reading) {
        return new ValueType() {
            @Override
            public Object parse(String text) throws BadValue {
                return reading.of(text);
            }

            @Override
            public String expected() {
                return expected;
            }
        };
    }

    static ValueType count(int min, int max) {
        return type(min + ".." + max, text -> number(text, min, max));
    }

    static ValueType powerOfTwo(int min, int max) {
        return type("a power of two " + min + ".." + max, text -> {
            int value = number(text, min, max);
            return check(value, Integer.bitCount(value) == 1);
        });
    }

    /** Octets; k, M, G are powers of 1024. */
    static ValueType size(String min, String max) {
        long least = octets(min);
        long most = octets(max);
        return type(min + ".." + max + " octets, such as 64M", text -> {
            long value = octets(text);
            return check(value, value >= least && value <= most);
        });
    }

    static ValueType time(String min, String max) {
        Duration least = duration(min);
        Duration most = duration(max);
        return type(min + ".." + max + " (units us, ms, s, m, h, d)", text -> {
            Duration value = duration(text);
            return check(value, value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0);
        });
    }

    static ValueType word(int min, int max) {
        String expected = min == 0 ? "at most " + max + " characters" : min + ".." + max + " characters";
        return type(expected, text -> word(text, min, max));
    }

    static ValueType secret(int min, int max) {
        String expected = min == 0 ? "at most " + max + " characters" : min + ".." + max + " characters";
        return type(expected, text -> {
            String word = word(text, min, max);
            return word.isEmpty() ? Secret.NONE : new Secret(word);
        });
    }

    static ValueType journalKeys() {
        return type(JournalKeys.EXPECTED, text -> {
            JournalKeys keys = JournalKeys.parse(text).orElse(null);
            return check(keys, keys != null);
        });
    }

    static <E extends Enum<E>> ValueType oneOf(Class<E> words) {
        Map<String, Object> choices = new LinkedHashMap<>();
        for (E word : words.getEnumConstants()) {
            choices.put(word.name().toLowerCase(Locale.ROOT).replace('_', '-'), word);
        }
        return choice(choices);
    }

    static ValueType choice(Map<String, Object> choices) {
        return type(String.join(" | ", choices.keySet()), text -> {
            Object chosen = choices.get(text);
            return check(chosen, chosen != null);
        });
    }

    /** A choice between words that mean themselves. */
    static ValueType choice(String... words) {
        Map<String, Object> choices = new LinkedHashMap<>();
        Arrays.stream(words).forEach(word -> choices.put(word, word));
        return choice(choices);
    }

    static Map<String, Object> ordered(String one, Object first, String two, Object second) {
        Map<String, Object> choices = new LinkedHashMap<>();
        choices.put(one, first);
        choices.put(two, second);
        return choices;
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static ValueType list(String expected, Reading element) {
        return type(expected, text -> {
            List<Object> all = new ArrayList<>();
            for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
                all.add(element.of(part.strip()));
            }
            return List.copyOf(all);
        });
    }

    private static Optional<Addresses.TonNpi> tonNpi(String text) throws BadValue {
        if (text.equals("as-is")) {
            return Optional.empty();
        }
        int slash = check(text, text.contains("/")).indexOf('/');
        return Optional.of(new Addresses.TonNpi(
                number(text.substring(0, slash).strip(), 0, 255),
                number(text.substring(slash + 1).strip(), 0, 255)));
    }

    private static IdPart idPart(String text) throws BadValue {
        if (text.equals("all")) {
            return IdPart.ALL;
        }
        boolean first = text.startsWith("first ");
        check(text, first || text.startsWith("last "));
        return new IdPart(first, number(text.substring(text.indexOf(' ') + 1).strip(), 1, 64));
    }

    private static <T> T found(Optional<T> value) throws BadValue {
        return value.orElseThrow(BadValue::new);
    }

    private static <T> T check(T value, boolean good) throws BadValue {
        if (!good) {
            throw new BadValue();
        }
        return value;
    }

    private static int number(String text, int min, int max) throws BadValue {
        check(text, text.matches("\\d{1,10}"));
        long value = Long.parseLong(text);
        check(value, value >= min && value <= max);
        return (int) value;
    }

    private static long octets(String text) {
        Matcher match = SIZE.matcher(text);
        if (!match.matches()) {
            return -1;
        }
        int shift = Math.max(0, 10 * "_KMGT".indexOf(match.group(2).toUpperCase(Locale.ROOT)));
        int power = match.group(2).isEmpty() ? 0 : shift;
        long number = Long.parseLong(match.group(1));
        return number > Long.MAX_VALUE >> power ? -1 : number << power;
    }

    private static Duration duration(String text) {
        Matcher match = TIME.matcher(text);
        if (!match.matches()) {
            return text.equals("0") ? Duration.ZERO : null;
        }
        long number = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(Math.min(number, 1_000_000));
        };
    }

    private static Double rate(String text) throws BadValue {
        if (text.equals("unlimited")) {
            return Double.POSITIVE_INFINITY;
        }
        Matcher match = RATE_TEXT.matcher(text);
        check(text, match.matches());
        String unit = match.group(2) == null ? "s" : match.group(2);
        double seconds = unit.equals("s") ? 1 : unit.equals("h") ? 3_600 : 60;
        double value = Double.parseDouble(match.group(1)) / seconds;
        return check(value, value >= 0.001 && value <= 100_000);
    }

    private static String word(String text, int min, int max) throws BadValue {
        check(text, text.codePoints().noneMatch(Character::isISOControl));
        return check(text, text.length() >= min && text.length() <= max);
    }

    private static String host(String text) throws BadValue {
        check(text, HOST_TEXT.matcher(text).matches());
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        check(
                bare,
                bare.indexOf(':') < 0
                        || Hosts.isIpv6(bare)); // 192.0.2.7:2775 is a host and a port, which has a key of its own
        // Four numbers are meant as an address, and only then is 256 wrong.
        return check(bare, !bare.matches("[0-9.]+") || Hosts.isAddress(bare));
    }

    private static URI url(String text) throws BadValue {
        try {
            URI url = new URI(text);
            check(url, url.getHost() != null && url.getScheme() != null && url.getUserInfo() == null);
            check(url, url.getPort() <= 65_535 && url.getPort() != 0 && url.getFragment() == null);
            return check(url, List.of("http", "https").contains(url.getScheme()));
        } catch (URISyntaxException noUrl) {
            throw new BadValue();
        }
    }

    private static ZoneId zone(String text) throws BadValue {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException noZone) {
            throw new BadValue();
        }
    }

    private static Path path(String text) throws BadValue {
        try {
            check(text, !text.isEmpty());
            return Path.of(text);
        } catch (InvalidPathException noPath) {
            throw new BadValue();
        }
    }

    private static String name(String text) throws BadValue {
        return check(text, isName(text));
    }

    private static String digits(String text) throws BadValue {
        check(text, text.matches("\\+?\\d{1,20}"));
        return text.startsWith("+") ? text.substring(1) : text;
    }

    private static String listed(String text) throws BadValue {
        return word(text, 1, 64);
    }

    private static Asks asks(String text) throws BadValue {
        return switch (text) {
            case "query" -> Asks.QUERY;
            case "cancel" -> Asks.CANCEL;
            case "replace" -> Asks.REPLACE;
            default -> throw new BadValue();
        };
    }

    /** Its name is the end of its key, which is not known here. */
    private static TlvSpec tlv(String text) throws BadValue {
        return TlvSpec.vendor("-", text).orElseThrow(BadValue::new);
    }

    private static Language language(String text) throws BadValue {
        for (Language language : Language.values()) {
            if (language.name().toLowerCase(Locale.ROOT).equals(text)) {
                return language;
            }
        }
        throw new BadValue();
    }

    private static String languages() {
        return Arrays.stream(Language.values())
                .map(it -> it.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static String keyHash(String text) throws BadValue {
        return check(text, KeyHash.parse(text).isPresent());
    }
}
