package io.smppbridge.simulator;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys of a port's behaviour: the same in a properties file, in {@code POST /control} and in {@link SimulatedPort#set}. */
final class BehaviourKeys {
    private interface Setter {
        void set(Behaviour b, String value);
    }

    private static final Map<String, Setter> KEYS = new LinkedHashMap<>();

    static {
        binds();
        tls();
        answers();
        receipts();
        deliveries();
    }

    private BehaviourKeys() {}

    static Set<String> names() {
        return KEYS.keySet();
    }

    /** Changes one key; an unfit value changes nothing and is an {@link IllegalArgumentException} that names key, value and expectation. */
    static void set(Behaviour behaviour, String key, String value) {
        Setter setter = KEYS.get(key);
        if (setter == null) {
            throw new IllegalArgumentException(key + ": " + Nearest.hint(key, KEYS.keySet()));
        }
        try {
            setter.set(behaviour, value.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + " = " + value + ", " + e.getMessage(), e);
        }
    }

    private static void binds() {
        KEYS.put("bind-status", (b, v) -> b.bindStatus = SmppStatus.parse(v));
        KEYS.put("bind-after", (b, v) -> b.bindAfter = Delay.parse(v));
        KEYS.put("bind-modes", (b, v) -> b.bindModes = modes(v));
        KEYS.put("interface-version", (b, v) -> b.interfaceVersion = version(v));
        KEYS.put("smsc-id", (b, v) -> b.smscId = text(v, 15));
        KEYS.put("max-binds", (b, v) -> b.maxBinds = count(v, 0, 100_000));
        KEYS.put("enquire-link-every", (b, v) -> b.enquireLinkEvery = Delay.nanos(v));
        KEYS.put("unbind-respond-after", (b, v) -> b.unbindRespondAfter = Delay.nanos(v));
        KEYS.put("unbind-close-after", (b, v) -> b.unbindCloseAfter = Delay.nanos(v));
        KEYS.put("silence", (b, v) -> b.silence = choice(Silence.class, v));
        KEYS.put("break-every", (b, v) -> b.breakEvery = count(v, 0, Integer.MAX_VALUE));
        KEYS.put("break-after", (b, v) -> b.breakAfter = Delay.nanos(v));
        KEYS.put("break-how", (b, v) -> b.breakHow = choice(BreakHow.class, v));
    }

    private static void tls() {
        KEYS.put("tls-certificate", (b, v) -> b.tlsCertificate = file(v));
        KEYS.put("tls-key", (b, v) -> b.tlsKey = file(v));
        KEYS.put("tls-client-trust", (b, v) -> b.tlsClientTrust = file(v));
    }

    private static void answers() {
        KEYS.put("respond-after", (b, v) -> b.respondAfter = Delay.parse(v));
        KEYS.put("rate", (b, v) -> b.rate = countOr("unlimited", 0, v, 1_000_000));
        KEYS.put("queue-size", (b, v) -> b.queueSize = count(v, 0, 10_000_000));
        KEYS.put("window", (b, v) -> b.window = count(v, 0, 1_000_000));
        KEYS.put("refuse", (b, v) -> b.refuse = Rules.parse(v, SmppStatus::parse));
        KEYS.put("source-types", (b, v) -> b.sourceTypes = types(v));
        KEYS.put("destination-types", (b, v) -> b.destinationTypes = types(v));
        KEYS.put("fail-every", (b, v) -> b.failEvery = count(v, 0, Integer.MAX_VALUE));
        KEYS.put("fail-share", (b, v) -> b.failShare = share(v));
        KEYS.put("fail-status", (b, v) -> b.failStatus = SmppStatus.parse(v));
        KEYS.put("refusal-body", (b, v) -> b.refusalBody = yes(v));
        KEYS.put("drop-every", (b, v) -> b.dropEvery = count(v, 0, Integer.MAX_VALUE));
        KEYS.put("drop-share", (b, v) -> b.dropShare = share(v));
        KEYS.put("reorder", (b, v) -> b.reorder = count(v, 0, 10_000));
        KEYS.put("reorder-within", (b, v) -> b.reorderWithin = Delay.nanos(v));
        KEYS.put("duplicate-every", (b, v) -> b.duplicateEvery = count(v, 0, Integer.MAX_VALUE));
        KEYS.put("wrong-sequence-every", (b, v) -> b.wrongSequenceEvery = count(v, 0, Integer.MAX_VALUE));
        KEYS.put("congestion", (b, v) -> b.congestion = countOr("none", -1, v, 100));
        KEYS.put("congestion-at", (b, v) -> b.congestionAt = count(v, 0, 10_000_000));
        KEYS.put("message-id", (b, v) -> b.messageId = choice(IdForm.class, v));
        KEYS.put("keep", (b, v) -> b.keep = count(v, 0, 1_000_000));
        KEYS.put("submit-multi", (b, v) -> b.submitMulti = count(v, 0, 254));
        KEYS.put("response-tlvs", (b, v) -> b.responseTlvs = HexFormat.of().parseHex(v));
        KEYS.put("message-id-start", (b, v) -> b.messageIdStart = wide(v));
    }

    private static void receipts() {
        KEYS.put("receipts", (b, v) -> b.receipts = choice(Wish.class, v));
        KEYS.put("receipt-intermediate", (b, v) -> b.intermediate = choice(Wish.class, v));
        KEYS.put("receipt-after", (b, v) -> b.receiptAfter = Delay.parse(v));
        KEYS.put("receipt-lead", (b, v) -> b.receiptLead = v.equals("none") ? -1 : Delay.nanos(v));
        KEYS.put("receipt-bind", (b, v) -> b.receiptBind = choice(ReceiptBind.class, v));
        KEYS.put("receipt-outcomes", (b, v) -> b.outcomes = Shares.parse(v));
        KEYS.put("receipt-outcome-for", (b, v) -> b.outcomeFor = Rules.parse(v, Shares::outcome));
        KEYS.put("receipt-form", (b, v) -> b.receiptForm = choice(ReceiptForm.class, v));
        KEYS.put("receipt-text", (b, v) -> b.receiptText = text(v, 200));
        KEYS.put("receipt-dates", (b, v) -> b.receiptDates = datePattern(v));
        KEYS.put("receipt-zone", (b, v) -> b.receiptZone = zone(v));
        KEYS.put("receipt-ucs2", (b, v) -> b.receiptUcs2 = yes(v));
        KEYS.put(
                "receipt-id",
                (b, v) -> b.receiptId = v.equals("same") ? Optional.empty() : Optional.of(choice(IdForm.class, v)));
        KEYS.put("receipt-mark", (b, v) -> b.receiptMark = yes(v));
        KEYS.put("receipt-as-data-sm", (b, v) -> b.receiptAsDataSm = yes(v));
        KEYS.put("receipt-repeat", (b, v) -> b.receiptRepeat = count(v, 0, 100));
        KEYS.put("receipt-drop-every", (b, v) -> b.receiptDropEvery = count(v, 0, Integer.MAX_VALUE));
    }

    private static void deliveries() {
        KEYS.put("deliver-window", (b, v) -> b.deliverWindow = count(v, 1, 10_000));
        KEYS.put("deliver-queue", (b, v) -> b.deliverQueue = count(v, 1, 10_000_000));
        KEYS.put("deliver-answer-within", (b, v) -> b.deliverWithin = positive(Delay.nanos(v)));
        KEYS.put("deliver-retry-after", (b, v) -> b.deliverRetryAfter = Delay.nanos(v));
        KEYS.put("deliver-attempts", (b, v) -> b.deliverAttempts = count(v, 1, 1000));
        KEYS.put("outbind", (b, v) -> b.outbind = peer(v));
        KEYS.put("outbind-system-id", (b, v) -> b.outbindSystemId = text(v, 15));
        KEYS.put("outbind-password", (b, v) -> b.outbindPassword = text(v, 64));
        KEYS.put("outbind-every", (b, v) -> b.outbindEvery = positive(Delay.nanos(v)));
        KEYS.put("mo-rate", (b, v) -> b.moRate = perSecond(v));
        KEYS.put("mo-file", (b, v) -> b.moFile = file(v));
        KEYS.put("mo-from", (b, v) -> b.moFrom = text(v, 20));
        KEYS.put("mo-to", (b, v) -> b.moTo = text(v, 20));
        KEYS.put("mo-text", (b, v) -> b.moText = text(v, 10_000));
        KEYS.put("loopback", (b, v) -> b.loopback = yes(v));
    }

    static int count(String v, int low, int high) {
        try {
            long n = Long.parseLong(v);
            if (n >= low && n <= high) {
                return (int) n;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException("expected a number in " + low + ".." + high);
    }

    /** A number from 0 on, or a word that means one. */
    private static int countOr(String word, int meant, String v, int high) {
        try {
            return v.equals(word) ? meant : count(v, 0, high);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", or " + word, e);
        }
    }

    private static Optional<InetSocketAddress> peer(String v) {
        if (v.isEmpty()) {
            return Optional.empty();
        }
        int colon = v.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("expected host:port, or nothing");
        }
        int port = count(v.substring(colon + 1), 1, 65_535);
        return Optional.of(InetSocketAddress.createUnresolved(v.substring(0, colon), port));
    }

    private static long wide(String v) {
        try {
            return Long.parseUnsignedLong(v);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number in 0..18446744073709551615");
        }
    }

    private static Set<String> types(String v) {
        Set<String> all = new LinkedHashSet<>();
        for (String type : v.isEmpty() || v.equals("any") ? new String[0] : v.split(",")) {
            if (!type.strip().matches("\\d{1,3}/\\d{1,3}")) {
                throw new IllegalArgumentException("expected any, or TON/NPI by comma, such as 1/1, 5/0");
            }
            all.add(type.strip());
        }
        return Set.copyOf(all);
    }

    private static String datePattern(String v) {
        try {
            DateTimeFormatter.ofPattern(v, Locale.ENGLISH)
                    .format(ZonedDateTime.of(2026, 11, 21, 0, 0, 0, 0, ZoneOffset.UTC));
            return v;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException("expected letters of a date such as yyMMddHHmmss", e);
        }
    }

    private static ZoneId zone(String v) {
        try {
            return ZoneId.of(v);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a time zone such as UTC, +05:30 or Asia/Kolkata", e);
        }
    }

    private static double share(String v) {
        double percent = number(v.endsWith("%") ? v.substring(0, v.length() - 1).strip() : v);
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("expected a share in 0..100 percent");
        }
        return percent / 100;
    }

    private static double perSecond(String v) {
        double rate = number(v);
        if (!(rate >= 0 && rate <= 100_000)) {
            throw new IllegalArgumentException("expected messages per second in 0..100000, such as 0.5");
        }
        return rate;
    }

    private static double number(String v) {
        try {
            return Double.parseDouble(v);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number");
        }
    }

    private static long positive(long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException("expected a time above 0");
        }
        return nanos;
    }

    static boolean yes(String v) {
        return switch (v.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw new IllegalArgumentException("expected true or false");
        };
    }

    private static String text(String v, int longest) {
        if (v.length() > longest) {
            throw new IllegalArgumentException("expected at most " + longest + " characters");
        }
        return v;
    }

    private static int version(String v) {
        return switch (v) {
            case "3.3" -> 0x33;
            case "3.4" -> 0x34;
            case "5.0" -> 0x50;
            case "none" -> 0;
            default -> throw new IllegalArgumentException("expected 3.3, 3.4, 5.0 or none (announce no version)");
        };
    }

    private static Set<BindMode> modes(String v) {
        Set<BindMode> modes = EnumSet.noneOf(BindMode.class);
        for (String one : v.split(",")) {
            modes.add(choice(BindMode.class, one.strip()));
        }
        return modes;
    }

    private static Optional<Path> file(String v) {
        if (v.isEmpty()) {
            return Optional.empty();
        }
        Path file = Path.of(v);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("expected a file that can be read");
        }
        return Optional.of(file);
    }

    static <E extends Enum<E>> E choice(Class<E> type, String v) {
        for (E one : type.getEnumConstants()) {
            if (name(one).equals(v.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                return one;
            }
        }
        StringBuilder all = new StringBuilder();
        for (E one : type.getEnumConstants()) {
            all.append(all.isEmpty() ? "" : ", ").append(name(one));
        }
        throw new IllegalArgumentException("expected one of " + all);
    }

    /** As scripts write it: {@code ALL_BUT_ENQUIRE_LINK} is {@code all-but-enquire-link}. */
    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
