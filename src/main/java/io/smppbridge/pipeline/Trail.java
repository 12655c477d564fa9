package io.smppbridge.pipeline;

import java.util.List;

/**
 * How a message came to its SMSC: kept with it, for whoever asks why.
 *
 * @param route the name of the route that took it
 * @param changes what rewriting changed, one line each
 * @param exempt whether it also goes to those who want no messages: an answer to their own words
 */
record Trail(String route, List<String> changes, boolean exempt) {
    static final Trail NONE = new Trail("", List.of());
    private static final String SEPARATOR = "\n";

    Trail {
        changes = List.copyOf(changes);
    }

    Trail(String route, List<String> changes) {
        this(route, changes, false);
    }

    /** The same with other changes. */
    Trail with(List<String> other) {
        return new Trail(route, other, exempt);
    }

    /** The same of a message that also goes to those who want none. */
    Trail exempted() {
        return new Trail(route, changes, true);
    }

    /** As the journal keeps it. */
    String changesText() {
        return changes.isEmpty() ? "" : String.join(SEPARATOR, changes);
    }

    static Trail of(String route, String changesText, boolean exempt) {
        return new Trail(route, changesText.isEmpty() ? List.of() : List.of(changesText.split(SEPARATOR)), exempt);
    }
}
