package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all keys came to, and which named things there are. Filled by {@link Resolver}, then only read. */
final class Values {
    private final Map<String, Value> byKey = new LinkedHashMap<>();
    private final Map<String, Map<String, Value>> byPrefix = new LinkedHashMap<>();
    private final Map<Family, List<String>> names = new EnumMap<>(Family.class);

    void put(Value value) {
        byKey.put(value.key(), value);
        byPrefix.computeIfAbsent(value.prefix(), any -> new LinkedHashMap<>()).put(value.key(), value);
    }

    void named(Family family, Collection<String> all) {
        names.put(family, new ArrayList<>(all));
    }

    /** In the order of the file. */
    List<String> names(Family family) {
        return names.getOrDefault(family, List.of());
    }

    Value get(String key) {
        Value value = byKey.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no key " + key + " in the table of keys");
        }
        return value;
    }

    /** All of one thing, by key. */
    Map<String, Value> under(String prefix) {
        return byPrefix.getOrDefault(prefix, Map.of());
    }

    Collection<Value> all() {
        return byKey.values();
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
