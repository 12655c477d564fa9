package io.smppbridge.settings;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The named sets of keys that SMSCs take over ({@code profile.<name>.*}), each of which may extend another one. */
final class Profiles {
    /** The one key that only a profile has. */
    static final String EXTENDS = "extends";

    private final Values values;
    private final Complaints complaints;
    /** Of each profile what it says itself, by {@link Value#slot}. */
    private final Map<String, Map<String, Value>> own = new LinkedHashMap<>();

    private final Set<String> used = new LinkedHashSet<>();

    Profiles(Values values, Complaints complaints) {
        this.values = values;
        this.complaints = complaints;
    }

    void says(String name, Value value) {
        own.computeIfAbsent(name, any -> new LinkedHashMap<>()).put(value.slot(), value.by(name));
    }

    /** Tells of profiles that extend what is not there, or each other in a circle. */
    void check() {
        for (String name : own.keySet()) {
            parent(name).ifPresent(parent -> {
                if (exists(parent)) {
                    circle(name, parent);
                }
            });
        }
    }

    private void circle(String name, Value parent) {
        List<String> line = line(name);
        String last = line.get(line.size() - 1);
        parent(last)
                .filter(next -> next.text().equals(name))
                .ifPresent(any -> complaints.fault(
                        parent,
                        "a profile that does not extend " + name + " in turn",
                        String.join(" -> ", line) + " -> " + name));
    }

    /**
     * The keys of the profile that an SMSC names, by slot: of each the one said nearest to it. Tells of a profile that is not there.
     *
     * @param named value of {@code smsc.<name>.profile}
     */
    Map<String, Value> keysFor(Value named) {
        if (named.typed().isEmpty() || !exists(named)) {
            return Map.of();
        }
        Map<String, Value> all = new LinkedHashMap<>();
        for (String name : line(named.text())) {
            used.add(name);
            own.getOrDefault(name, Map.of()).forEach(all::putIfAbsent);
        }
        all.remove(EXTENDS);
        return all;
    }

    /** A profile, the one that it extends, and so on; ends before it would come round. */
    private List<String> line(String first) {
        Set<String> line = new LinkedHashSet<>();
        Optional<String> next = Optional.of(first);
        while (next.isPresent() && line.add(next.get())) {
            next = parent(next.get()).map(Value::text).filter(own::containsKey);
        }
        return List.copyOf(line);
    }

    private Optional<Value> parent(String name) {
        return Optional.ofNullable(own.getOrDefault(name, Map.of()).get(EXTENDS))
                .filter(parent -> parent.typed().isPresent() && !parent.text().isEmpty());
    }

    private boolean exists(Value named) {
        List<String> names = values.names(Family.PROFILE);
        if (names.contains(named.text())) {
            return true;
        }
        complaints.fault(
                named,
                "the name of a profile (" + String.join(", ", names) + ")",
                Nearest.of(named.text(), names)
                        .map(near -> "did you mean " + near + "?")
                        .orElse(""));
        return false;
    }

    /** A profile of the files that no SMSC takes over is most probably a mistyped name. */
    void warnOfUnused() {
        for (Map.Entry<String, Map<String, Value>> profile : own.entrySet()) {
            Value first = profile.getValue().values().iterator().next();
            boolean ours = profile.getValue().values().stream()
                    .anyMatch(value -> value.origin().kind() == Origin.Kind.SHIPPED);
            if (!ours && !used.contains(profile.getKey())) {
                complaints.warn(
                        first,
                        "no SMSC uses this profile",
                        "name it in smsc.<name>.profile, or in the extends of a profile that one uses");
            }
        }
    }
}
