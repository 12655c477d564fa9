package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds for every key the strongest layer that names it, and reads the value; tells of every key that cannot be read. */
final class Resolver {
    /** Shorter names differ by so little anyway. */
    private static final int LEAST_TELLING = 4;

    private static final int FEW_MISTAKES = 2;

    private final Map<String, Raw> raws;
    private final Environment environment;
    private final Path directory;
    private final Complaints complaints;
    private final Values values = new Values();
    private final Map<String, List<Raw>> coded = new HashMap<>();
    private final Map<String, Value> smscDefaults = new LinkedHashMap<>();
    private final Profiles profiles;

    Resolver(Map<String, Raw> raws, Environment environment, Path directory, Complaints complaints) {
        this.raws = raws;
        this.environment = environment;
        this.directory = directory;
        this.complaints = complaints;
        this.profiles = new Profiles(values, complaints);
    }

    Values resolve() {
        names();
        for (Raw raw : raws.values()) {
            Optional<KeySpec> spec = Keys.find(raw.key()).filter(KeySpec::coded);
            spec.ifPresent(it -> coded.computeIfAbsent(prefixOf(raw.key()), any -> new ArrayList<>())
                    .add(raw));
        }
        for (Raw raw : raws.values()) {
            if (!known(raw.key())) {
                unknown(raw);
            }
        }
        Keys.of(Family.SMSC)
                .forEach(spec -> given(spec, Family.DEFAULTS + "." + spec.leaf())
                        .ifPresent(value -> smscDefaults.put(value.slot(), value)));
        Keys.of(Family.SMSC).stream()
                .filter(KeySpec::coded)
                .forEach(spec ->
                        codes(spec, Family.DEFAULTS + ".").forEach(value -> smscDefaults.put(value.slot(), value)));
        values.names(Family.PROFILE).forEach(this::profile);
        profiles.check();
        settleAll(values.node(), Map.of());
        for (Family family : Family.values()) {
            for (Scope scope : family == Family.PROFILE ? List.<Scope>of() : values.each(family)) {
                settleAll(scope, family == Family.SMSC ? inherited(scope) : Map.of());
            }
        }
        profiles.warnOfUnused();
        environment.warnOfUnused(complaints);
        return values;
    }

    private void profile(String name) {
        String prefix = Family.PROFILE.prefix(name);
        Keys.ALL.stream()
                .filter(spec -> spec.family() == Family.PROFILE || spec.inProfiles())
                .forEach(spec -> given(spec, prefix + spec.leaf()).ifPresent(value -> profiles.says(name, value)));
        Keys.of(Family.SMSC).stream()
                .filter(spec -> spec.coded() && spec.inProfiles())
                .forEach(spec -> codes(spec, prefix).forEach(value -> profiles.says(name, value)));
    }

    /** What holds for an SMSC where it says nothing itself: its profile's keys, over those for all. */
    private Map<String, Value> inherited(Scope smsc) {
        String key = smsc.prefix() + SmscKeys.PROFILE;
        KeySpec spec = Keys.find(key).orElseThrow();
        Map<String, Value> all = new LinkedHashMap<>(smscDefaults);
        Value named = given(spec, key)
                .or(() -> Optional.ofNullable(smscDefaults.get(spec.leaf())))
                .orElseGet(() -> absent(spec, key, smsc));
        all.putAll(profiles.keysFor(named));
        return all;
    }

    /** {@code smsc.telia.} of {@code smsc.telia.status.0x58}. */
    private static String prefixOf(String key) {
        return key.substring(0, key.length() - leafOf(key).length());
    }

    private void names() {
        Map<Family, Set<String>> names = new EnumMap<>(Family.class);
        for (String key : raws.keySet()) {
            Keys.named(key)
                    .ifPresent(it -> names.computeIfAbsent(it.family(), any -> new LinkedHashSet<>())
                            .add(it.name()));
        }
        names.forEach((family, all) -> {
            Set<String> real = new LinkedHashSet<>(all);
            real.removeIf(name -> mistyped(family, name, all));
            values.named(family, real);
        });
    }

    /** {@code smsc.tleia.window} beside a complete {@code smsc.telia}: hardly another SMSC, of which all but the window was forgotten. */
    private boolean mistyped(Family family, String name, Set<String> all) {
        return name.length() >= LEAST_TELLING
                && Keys.of(family).stream().anyMatch(KeySpec::mandatory)
                && !begun(family, name)
                && all.stream()
                        .anyMatch(other -> begun(family, other) && Nearest.distance(name, other) <= FEW_MISTAKES);
    }

    /** One of the keys that must be there is there. */
    private boolean begun(Family family, String name) {
        return Keys.of(family).stream()
                .filter(KeySpec::mandatory)
                .map(spec -> family.prefix(name) + spec.leaf())
                .anyMatch(key -> raws.containsKey(key) || raws.containsKey(key + KeySpec.FILE));
    }

    private boolean known(String key) {
        boolean nameless = Keys.named(key)
                .filter(it -> !values.names(it.family()).contains(it.name()))
                .isPresent();
        return Keys.find(key)
                .filter(it -> it.family() == Family.NODE || !nameless)
                .isPresent();
    }

    private void unknown(Raw raw) {
        Optional<Keys.Named> ofAccount = Keys.named(raw.key())
                .filter(it -> it.family() == Family.PROFILE)
                .filter(it ->
                        Keys.find(Family.SMSC.prefix(it.name()) + it.leaf()).isPresent());
        if (ofAccount.isPresent()) {
            complaints.fault(new ConfigFault(
                    raw.key(),
                    ConfigFault.HIDDEN,
                    "a key that tells of the carrier, not of one account there",
                    "set it as smsc.<name>." + ofAccount.get().leaf(),
                    raw.origin()));
            return;
        }
        // The value stays hidden: it may well be a secret behind a mistyped key.
        String remedy = Keys.wellNamed(raw.key())
                .map(named -> "did you mean " + named + "? Names are of a-z, 0-9 and -")
                .or(() -> Keys.proposed(raw.key(), values)
                        .filter(near -> !near.equals(raw.key()))
                        .map(near -> "did you mean " + near + "?"))
                .orElse("docs/settings.md lists all keys; names are of a-z, 0-9 and -");
        complaints.fault(new ConfigFault(raw.key(), ConfigFault.HIDDEN, "a known key", remedy, raw.origin()));
    }

    /** Values that follow from others come after all others, but keep their place in the order. */
    private void settleAll(Scope scope, Map<String, Value> inherited) {
        values.begin(scope);
        for (KeySpec spec : Keys.of(scope.family())) {
            if (spec.derived().isPresent()) {
                values.put(new Value(spec, scope.prefix() + spec.leaf(), "", Optional.empty(), Origin.DEFAULT));
            } else {
                settle(spec, scope, inherited);
            }
        }
        Keys.of(scope.family()).stream()
                .filter(spec -> spec.derived().isPresent())
                .forEach(spec -> settle(spec, scope, inherited));
    }

    private void settle(KeySpec spec, Scope scope, Map<String, Value> inherited) {
        if (spec.coded()) {
            Map<String, Value> all = new LinkedHashMap<>();
            inherited.values().stream()
                    .filter(value -> value.spec() == spec)
                    .forEach(value -> all.put(value.slot(), value.moved(scope.prefix() + leafOf(value.key()))));
            codes(spec, scope.prefix()).forEach(value -> all.put(value.slot(), value));
            all.values().forEach(values::put);
            return;
        }
        String key = scope.prefix() + spec.leaf();
        Optional<Value> said = given(spec, key)
                .or(() -> Optional.ofNullable(inherited.get(spec.leaf())).map(shared -> shared.moved(key)));
        if (said.isPresent() || !spec.hasFallback()) {
            values.put(said.orElseGet(() -> absent(spec, key, scope)));
        }
    }

    /** {@code status.0x58} of {@code smsc.telia.status.0x58} and of {@code smsc-defaults.status.0x58}. */
    private static String leafOf(String key) {
        int first = key.indexOf('.');
        return key.substring((key.startsWith(Family.DEFAULTS) ? first : key.indexOf('.', first + 1)) + 1);
    }

    private Collection<Value> codes(KeySpec spec, String prefix) {
        Map<String, Value> bySlot = new LinkedHashMap<>();
        for (Raw raw : coded.getOrDefault(prefix, List.of())) {
            if (Keys.find(raw.key()).orElseThrow() != spec) {
                continue;
            }
            Value value = read(spec, raw.key(), strongest(spec, raw.key()).orElse(raw));
            Value twin = bySlot.put(value.slot(), value);
            if (twin != null && twin.origin().kind() != Origin.Kind.SHIPPED) {
                complaints.fault(
                        value, "each code only once", "see " + twin.origin().text());
            }
        }
        return bySlot.values();
    }

    private Value absent(KeySpec spec, String key, Scope scope) {
        if (spec.mandatory()) {
            Origin near = begins(scope.prefix());
            String where = near.line() > 0 ? scope.prefix() + "* begins there" : "";
            complaints.fault(new ConfigFault(key, ConfigFault.MISSING, spec.expected(), where, near));
            return new Value(spec, key, "", Optional.empty(), Origin.DEFAULT);
        }
        if (spec.derived().isPresent()) {
            Optional<Object> typed = spec.derived().get().apply(scope);
            return new Value(spec, key, typed.map(Resolver::shown).orElse(""), typed, Origin.DEFAULT);
        }
        return Keys.unsaid(spec, key);
    }

    private static String shown(Object typed) {
        return typed instanceof Enum<?> word ? word.name().toLowerCase(java.util.Locale.ROOT) : typed.toString();
    }

    private Origin begins(String prefix) {
        return raws.values().stream()
                .filter(raw -> raw.key().startsWith(prefix))
                .findFirst()
                .map(Raw::origin)
                .orElse(Origin.DEFAULT);
    }

    /** What the strongest layer says, by value or by file. */
    private Optional<Value> given(KeySpec spec, String key) {
        Optional<Raw> plain = strongest(spec, key);
        Optional<Raw> file = spec.secret() ? strongest(spec, key + KeySpec.FILE) : Optional.empty();
        if (plain.isPresent() && file.isPresent()) {
            int weaker =
                    plain.get().origin().kind().compareTo(file.get().origin().kind());
            if (weaker == 0) {
                complaints.fault(new ConfigFault(
                        key,
                        ConfigFault.HIDDEN,
                        "either " + key + " or " + key + KeySpec.FILE,
                        "delete one of them, see also " + file.get().origin().text(),
                        plain.get().origin()));
            }
            return weaker < 0
                    ? Optional.of(readFile(spec, key, file.get()))
                    : Optional.of(read(spec, key, plain.get()));
        }
        return plain.map(raw -> read(spec, key, raw)).or(() -> file.map(raw -> readFile(spec, key, raw)));
    }

    private Optional<Raw> strongest(KeySpec spec, String key) {
        Optional<Raw> written = Optional.ofNullable(raws.get(key));
        if (written.filter(raw -> raw.origin().kind() == Origin.Kind.OVERRIDE).isPresent()) {
            return written;
        }
        return environment.override(key, spec.family()).or(() -> written);
    }

    private Value read(KeySpec spec, String key, Raw raw) {
        Expansion.Filled filled = fill(raw);
        String shown = spec.secret() ? Value.masked(raw.text()) : raw.text();
        if (filled.missing().isPresent()) {
            complaints.fault(key, shown, filled.missing().get(), raw.origin());
            return new Value(spec, key, raw.text(), Optional.empty(), raw.origin());
        }
        Optional<Object> typed = parsed(spec, filled.text());
        if (typed.isEmpty()) {
            complaints.fault(key, told(spec, shown, filled.text()), spec.expected(), raw.origin());
        }
        boolean inClear = !raw.text().isEmpty() && filled.text().equals(raw.text());
        return new Value(spec, key, filled.text(), typed, raw.origin(), inClear, "");
    }

    /** A bad value as its fault tells it. In a pattern a question mark begins no query; elsewhere an address may stand by mistake. */
    private static String told(KeySpec spec, String masked, String text) {
        if (text.isEmpty()) {
            return "(empty)";
        }
        boolean pattern = spec.type() == RouteTypes.PATTERN || spec.type() == ReceiptKeys.PATTERN;
        String shown = pattern && !text.contains("://") ? text : Wording.withoutQuery(text);
        return spec.secret() ? masked : spec.type() == Types.URL ? Wording.withoutBareLogin(shown) : shown;
    }

    private Value readFile(KeySpec spec, String key, Raw raw) {
        Expansion.Filled name = fill(raw);
        SecretFile.Read read = name.missing()
                .map(missing -> new SecretFile.Read("", missing))
                .orElseGet(() -> SecretFile.read(directory, name.text()));
        // an empty file is a mistake, even where there need not be a secret
        boolean usable = read.fault().isEmpty() && !read.text().isEmpty();
        Optional<Object> typed = usable ? parsed(spec, read.text()) : Optional.empty();
        if (typed.isEmpty()) {
            String expected = read.fault().isEmpty() ? holding(spec, read.text()) : read.fault();
            complaints.fault(key + KeySpec.FILE, raw.text(), expected, raw.origin());
        }
        return new Value(spec, key, read.text(), typed, raw.origin());
    }

    private static String holding(KeySpec spec, String text) {
        String found = text.isEmpty()
                ? "; it is empty"
                : parsed(spec, text.lines().findFirst().orElse("")).isPresent() ? "; only its first line is that" : "";
        return "a file that holds " + spec.expected() + found;
    }

    private Expansion.Filled fill(Raw raw) {
        boolean file = raw.origin().kind() == Origin.Kind.FILE || raw.origin().kind() == Origin.Kind.CONF_D;
        return file
                ? Expansion.fill(raw.text(), environment.variables())
                : new Expansion.Filled(raw.text(), Optional.empty());
    }

    private static Optional<Object> parsed(KeySpec spec, String text) {
        try {
            boolean nothing = text.isEmpty() && spec.mandatory();
            return nothing ? Optional.empty() : Optional.of(spec.type().parse(text));
        } catch (ValueType.BadValue bad) {
            return Optional.empty();
        }
    }
}
