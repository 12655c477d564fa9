package io.smppbridge.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The values of one thing, such as one SMSC. */
record Scope(Values values, Family family, String name) {
    String prefix() {
        return family.prefix(name);
    }

    Value value(String leaf) {
        return values.get(this, leaf);
    }

    /** Whether all of these can be read; only then may they be asked for. */
    boolean sound(String... leaves) {
        return Stream.of(leaves).allMatch(leaf -> value(leaf).typed().isPresent());
    }

    /** Whether somebody said it. */
    boolean said(String leaf) {
        return value(leaf).origin().kind() != Origin.Kind.DEFAULT;
    }

    <T> T get(String leaf, Class<T> type) {
        return type.cast(value(leaf).typed().orElseThrow());
    }

    int count(String leaf) {
        return get(leaf, Integer.class);
    }

    long size(String leaf) {
        return get(leaf, Long.class);
    }

    double rate(String leaf) {
        return get(leaf, Double.class);
    }

    Duration time(String leaf) {
        return get(leaf, Duration.class);
    }

    String word(String leaf) {
        return get(leaf, String.class);
    }

    boolean flag(String leaf) {
        return get(leaf, Boolean.class);
    }

    Secret secret(String leaf) {
        return get(leaf, Secret.class);
    }

    List<String> words(String leaf) {
        return list(leaf, String.class);
    }

    <T> List<T> list(String leaf, Class<T> element) {
        List<T> all = new ArrayList<>();
        get(leaf, List.class).forEach(one -> all.add(element.cast(one)));
        return List.copyOf(all);
    }
}
