package io.smppbridge.records;

import java.util.List;

/**
 * How a message came to its SMSC: kept with it, for whoever asks why.
 *
 * @param route the name of the route that took it
 * @param changes what rewriting changed, one line each
 * @param exempt whether it also goes to those who want no messages: an answer to their own words
 */
public record Trail(String route, List<String> changes, boolean exempt) {
    /** Of a message that no route took. */
    public static final Trail NONE = new Trail("", List.of());

    private static final String SEPARATOR = "\n";

    /** Keeps a copy of the changes. */
    public Trail {
        changes = List.copyOf(changes);
    }

    /** Of a message that does not go to those who want none. */
    public Trail(String route, List<String> changes) {
        this(route, changes, false);
    }

    /** The same with other changes. */
    public Trail with(List<String> other) {
        return new Trail(route, other, exempt);
    }

    /** The same of a message that also goes to those who want none. */
    public Trail exempted() {
        return new Trail(route, changes, true);
    }

    /** As the journal keeps it. */
    String changesText() {
        return changes.isEmpty() ? "" : String.join(SEPARATOR, changes);
    }

    /** As {@link #changesText} had it. */
    public static Trail of(String route, String changesText, boolean exempt) {
        return new Trail(route, changesText.isEmpty() ? List.of() : List.of(changesText.split(SEPARATOR)), exempt);
    }
}
