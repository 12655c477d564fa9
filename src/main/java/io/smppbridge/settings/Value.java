package io.smppbridge.settings;

import java.util.Optional;

/**
 * What one key came to.
 *
 * @param text as written; of secrets, never to be shown
 * @param typed empty if the text is no such value: the fault is told already
 * @param inClear it stands in the file as it is
 * @param via the profile that it comes by; empty if it does not
 */
record Value(
        KeySpec spec, String key, String text, Optional<Object> typed, Origin origin, boolean inClear, String via) {
    Value(KeySpec spec, String key, String text, Optional<Object> typed, Origin origin) {
        this(spec, key, text, typed, origin, false, "");
    }

    /** The same, said for another thing. */
    Value moved(String to) {
        return new Value(spec, to, text, typed, origin, inClear, via);
    }

    Value by(String profile) {
        return new Value(spec, key, text, typed, origin, inClear, profile);
    }

    /** What stands but once in one thing: the leaf, and of coded keys the code, however it is written. */
    String slot() {
        return spec.coded() ? spec.leaf() + Keys.end(spec, key) : spec.leaf();
    }

    /** What the keys of the same thing begin with: {@code smsc.telia.}. */
    String prefix() {
        return spec.family() == Family.NODE
                ? ""
                : key.substring(0, key.indexOf('.', spec.family().word().length() + 1) + 1);
    }

    String shown() {
        return spec.secret() ? masked(text) : spec.type() == Types.URL ? Wording.withoutQuery(text) : text;
    }

    static String masked(String text) {
        return text.isEmpty() ? "" : "****";
    }

    @Override
    public String toString() {
        return key + " = " + shown() + " from " + origin.text();
    }
}
