package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What all keys came to, and which named things there are. Filled by {@link Resolver}, then only read. What nobody has said of a thing is
 * made when it is asked for: kept, it would be nearly all there is, and of ten thousand accounts more than the heap has room for beside a
 * configuration that takes the place of another.
 */
final class Values {
    private final Map<String, Map<String, Value>> byPrefix = new LinkedHashMap<>();
    private final Map<Family, List<String>> names = new EnumMap<>(Family.class);

    /** There is this thing, be it that nothing is kept of it. */
    void begin(Scope thing) {
        byPrefix.computeIfAbsent(thing.prefix(), any -> new LinkedHashMap<>());
    }

    void put(Value value) {
        byPrefix.computeIfAbsent(value.prefix(), any -> new LinkedHashMap<>()).put(value.key(), value);
    }

    void named(Family family, Collection<String> all) {
        names.put(family, new ArrayList<>(all));
    }

    /** In the order of the file. */
    List<String> names(Family family) {
        return names.getOrDefault(family, List.of());
    }

    Value get(Scope thing, String leaf) {
        String key = thing.prefix() + leaf;
        Map<String, Value> kept = byPrefix.get(thing.prefix());
        Value value = kept == null ? null : kept.get(key);
        if (value == null && kept != null) {
            value = Keys.unsaid(thing.family(), leaf, key);
        }
        if (value == null) {
            throw new IllegalArgumentException("no key " + key + " in the table of keys");
        }
        return value;
    }

    /** Of one thing what somebody has said under keys that end in a code or a name of his own, in the order of the file. */
    List<Value> coded(Scope thing) {
        return byPrefix.getOrDefault(thing.prefix(), Map.of()).values().stream()
                .filter(value -> value.spec().coded())
                .toList();
    }

    /** All of one thing, by key, in the order in which they are documented. */
    Map<String, Value> under(Scope thing) {
        Map<String, Value> kept = byPrefix.get(thing.prefix());
        if (kept == null) {
            return Map.of();
        }
        Map<String, Value> all = new LinkedHashMap<>();
        for (KeySpec spec : Keys.of(thing.family())) {
            if (spec.coded()) {
                kept.values().stream()
                        .filter(value -> value.spec() == spec)
                        .forEach(value -> all.put(value.key(), value));
            } else {
                Value value = get(thing, spec.leaf());
                all.put(value.key(), value);
            }
        }
        return all;
    }

    /** Of all things. */
    Stream<Value> all() {
        Stream<Scope> named = Stream.of(Family.values()).flatMap(family -> each(family).stream());
        return Stream.concat(Stream.of(node()), named).flatMap(thing -> under(thing).values().stream());
    }

    Scope node() {
        return new Scope(this, Family.NODE, "");
    }

    Scope of(Family family, String name) {
        return new Scope(this, family, name);
    }

    List<Scope> each(Family family) {
        return names(family).stream().map(name -> of(family, name)).toList();
    }
}
