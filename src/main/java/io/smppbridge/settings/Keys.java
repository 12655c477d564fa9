package io.smppbridge.settings;

import io.smppbridge.tlv.Tlvs;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of all keys: what is valid, known, printed and documented is read off it. */
final class Keys {
    /** All, in the order in which they are documented. */
    static final List<KeySpec> ALL = Stream.of(
                    NodeKeys.TABLE,
                    RoutingKeys.TABLE,
                    SmscKeys.TABLE,
                    MessageKeys.TABLE,
                    ReceiptKeys.TABLE,
                    RouteKeys.TABLE,
                    RewriteKeys.TABLE,
                    InboundKeys.TABLE,
                    PartnerKeys.TABLE,
                    OperatorKeys.TABLE,
                    EsmeKeys.TABLE,
                    DropInKeys.TABLE,
                    DatagramKeys.TABLE,
                    PduLogKeys.TABLE)
            .flatMap(List::stream)
            .toList();

    private static final Map<Family, Map<String, KeySpec>> BY_LEAF = ALL.stream()
            .collect(Collectors.groupingBy(KeySpec::family, Collectors.toUnmodifiableMap(KeySpec::leaf, spec -> spec)));

    private static final Map<Family, List<KeySpec>> BY_FAMILY =
            ALL.stream().collect(Collectors.groupingBy(KeySpec::family, Collectors.toUnmodifiableList()));

    /** What the fallbacks of the table are, read once for all things. */
    private static final Map<KeySpec, Optional<Object>> FALLBACKS = ALL.stream()
            .filter(KeySpec::hasFallback)
            .collect(Collectors.toMap(spec -> spec, Keys::fallback, (one, other) -> one, IdentityHashMap::new));

    private static final Pattern TLV_NAME =
            Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_-]{0," + (Tlvs.LONGEST_NAME - 1) + "}");

    private Keys() {}

    static List<KeySpec> of(Family family) {
        return BY_FAMILY.getOrDefault(family, List.of());
    }

    private static Optional<Object> fallback(KeySpec spec) {
        try {
            return Optional.of(spec.type().parse(spec.fallback()));
        } catch (ValueType.BadValue bad) {
            return Optional.empty();
        }
    }

    /** What holds where nobody has said it. */
    static Value unsaid(KeySpec spec, String key) {
        return new Value(spec, key, spec.fallback(), FALLBACKS.get(spec), Origin.DEFAULT);
    }

    /** The same; null where the table says nothing of that. */
    static Value unsaid(Family family, String leaf, String key) {
        return spec(family, leaf)
                .filter(KeySpec::hasFallback)
                .map(spec -> unsaid(spec, key))
                .orElse(null);
    }

    /** What the table says of a key as it stands in a file, with the name of its SMSC, account, …; empty when there is no such key. */
    static Optional<KeySpec> find(String key) {
        Optional<KeySpec> own = spec(Family.NODE, key);
        if (own.isPresent()) {
            return own;
        }
        if (key.startsWith(Family.DEFAULTS + ".")) {
            String leaf = key.substring(Family.DEFAULTS.length() + 1);
            return spec(Family.SMSC, leaf);
        }
        return named(key).flatMap(it -> specOf(it.family, it.leaf));
    }

    private static Optional<KeySpec> specOf(Family family, String leaf) {
        Optional<KeySpec> own = spec(family, leaf);
        return own.isEmpty() && family == Family.PROFILE
                ? spec(Family.SMSC, leaf).filter(KeySpec::inProfiles)
                : own;
    }

    /** The parts of {@code smsc.telia.window}; the name is well formed, the rest need not be known. */
    record Named(Family family, String name, String leaf) {}

    static Optional<Named> named(String key) {
        String[] parts = key.split("\\.", 3);
        if (parts.length < 3 || !Types.isName(parts[1])) {
            return Optional.empty();
        }
        return Stream.of(Family.values())
                .filter(family -> family != Family.NODE && family.word().equals(parts[0]))
                .findFirst()
                .map(family -> new Named(family, parts[1], parts[2]));
    }

    private static Optional<KeySpec> spec(Family family, String leaf) {
        Map<String, KeySpec> all = BY_LEAF.getOrDefault(family, Map.of());
        Optional<KeySpec> exact = Optional.ofNullable(all.get(leaf));
        if (exact.isPresent()) {
            return exact.filter(spec -> !spec.coded());
        }
        if (leaf.endsWith(KeySpec.FILE)) {
            String plain = leaf.substring(0, leaf.length() - KeySpec.FILE.length());
            return Optional.ofNullable(all.get(plain)).filter(KeySpec::secret);
        }
        int dot = leaf.lastIndexOf('.');
        if (dot <= 0) {
            return Optional.empty();
        }
        String open = leaf.substring(0, dot + 1);
        Optional<KeySpec> coded =
                code(leaf).isPresent() ? Optional.ofNullable(all.get(open + KeySpec.CODE)) : Optional.empty();
        return coded.or(() -> TLV_NAME.matcher(leaf.substring(dot + 1)).matches()
                ? Optional.ofNullable(all.get(open + KeySpec.TLV))
                        .or(() -> Optional.ofNullable(all.get(open + KeySpec.WORD)))
                : Optional.empty());
    }

    /** What stands at the open end of a key: a command_status, a TLV's name, or a word. */
    static Object end(KeySpec spec, String key) {
        if (spec.leaf().endsWith(KeySpec.CODE)) {
            return code(key).orElseThrow();
        }
        return spec.leaf().endsWith(KeySpec.WORD) ? word(key) : tlv(key);
    }

    /** The word at the end of {@code receipt-state.failed}, in capitals: its case does not matter. */
    static String word(String leaf) {
        return tlv(leaf).toUpperCase(Locale.ROOT);
    }

    /** The name at the end of {@code tlv.dlt_entity_id}. */
    static String tlv(String leaf) {
        return leaf.substring(leaf.lastIndexOf('.') + 1);
    }

    /** The command_status at the end of {@code status.0x58}. */
    static Optional<Integer> code(String leaf) {
        String text = leaf.substring(leaf.lastIndexOf('.') + 1);
        if (text.isEmpty() || text.charAt(0) < '0' || text.charAt(0) > '9') {
            return Optional.empty(); // as nearly all, and a regular expression takes its time
        }
        if (text.matches("0[xX][0-9a-fA-F]{1,8}")) {
            return Optional.of(Integer.parseUnsignedInt(text.substring(2), 16));
        }
        return text.matches("\\d{1,9}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** {@code smsc.my-telia.host} for {@code smsc.My_Telia.host}: a known key, but for a name that has what names have not. */
    static Optional<String> wellNamed(String unknown) {
        String[] parts = unknown.split("\\.", 3);
        if (parts.length < 3 || Types.isName(parts[1])) {
            return Optional.empty();
        }
        String meant = parts[0] + "." + parts[1].toLowerCase(Locale.ROOT).replace('_', '-') + "." + parts[2];
        return named(meant).isPresent() && find(meant).isPresent() ? Optional.of(meant) : Optional.empty();
    }

    /** The known key that an unknown one most probably stands for, by its letters. */
    static Optional<String> nearest(String unknown, Values values) {
        return Nearest.of(unknown, candidates(values));
    }

    /** What to propose in place of an unknown key: the nearest, or the one that it begins. */
    static Optional<String> proposed(String unknown, Values values) {
        return Nearest.orBegun(unknown, candidates(values));
    }

    private static List<String> candidates(Values values) {
        List<String> candidates = new ArrayList<>();
        for (KeySpec spec : ALL) {
            Stream<String> names = spec.family() == Family.NODE ? Stream.of("") : values.names(spec.family()).stream();
            Stream<String> plain = names.map(name -> spec.family().prefix(name) + spec.leaf());
            Stream<String> bare = spec.family() == Family.NODE ? Stream.empty() : Stream.of(spec.pattern());
            Stream<String> all = Stream.concat(plain, bare);
            if (spec.family() == Family.SMSC) {
                all = Stream.concat(all, Stream.of(Family.DEFAULTS + "." + spec.leaf()));
                Stream<String> profiles = spec.inProfiles() ? values.names(Family.PROFILE).stream() : Stream.empty();
                all = Stream.concat(all, profiles.map(name -> Family.PROFILE.prefix(name) + spec.leaf()));
            }
            all.flatMap(key -> spec.secret() ? Stream.of(key, key + KeySpec.FILE) : Stream.of(key))
                    .forEach(candidates::add);
        }
        candidates.add("include");
        return candidates;
    }
}
