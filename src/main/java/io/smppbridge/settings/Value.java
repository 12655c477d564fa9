package io.smppbridge.settings;

import java.util.Optional;

/**
 * What one key came to.
 *
 * @param text as written; of secrets, never to be shown
 * @param typed empty if the text is no such value: the fault is told already
 * @param inClear it stands in the file as it is
 */
record Value(KeySpec spec, String key, String text, Optional<Object> typed, Origin origin, boolean inClear) {
    Value(KeySpec spec, String key, String text, Optional<Object> typed, Origin origin) {
        this(spec, key, text, typed, origin, false);
    }

    /** What the keys of the same thing begin with: {@code smsc.telia.}. */
    String prefix() {
        return spec.family() == Family.NODE
                ? ""
                : key.substring(0, key.indexOf('.', spec.family().word().length() + 1) + 1);
    }

    String shown() {
        return spec.secret() ? masked(text) : text;
    }

    static String masked(String text) {
        return text.isEmpty() ? "" : "****";
    }

    @Override
    public String toString() {
        return key + " = " + shown() + " from " + origin.text();
    }
}
