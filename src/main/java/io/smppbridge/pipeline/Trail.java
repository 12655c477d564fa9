package io.smppbridge.pipeline;

import java.util.List;

/**
 * How a message came to its SMSC: kept with it, for whoever asks why.
 *
 * @param route the name of the route that took it
 * @param changes what rewriting changed, one line each
 */
record Trail(String route, List<String> changes) {
    static final Trail NONE = new Trail("", List.of());
    private static final String SEPARATOR = "\n";

    Trail {
        changes = List.copyOf(changes);
    }

    /** As the journal keeps it. */
    String changesText() {
        return changes.isEmpty() ? "" : String.join(SEPARATOR, changes);
    }

    static Trail of(String route, String changesText) {
        return new Trail(route, changesText.isEmpty() ? List.of() : List.of(changesText.split(SEPARATOR)));
    }
}
