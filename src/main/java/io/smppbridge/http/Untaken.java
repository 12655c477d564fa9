package io.smppbridge.http;

import io.smppbridge.threads.OwnedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers that the clients of one event loop have not taken: they hold memory that all share. Of more than a bound connections are closed, first
 * those that have shown no key, and of these the ones that have not taken theirs for longest. One alone is never closed for it, however large its
 * answer is.
 */
@OwnedBy("its event loop")
final class Untaken {
    private final long most;
    private final Set<Connection> strangers;
    /** Octets of each as they were last looked at, those first that have not taken theirs for longest. */
    private final Map<Connection, Long> octets = new LinkedHashMap<>();

    private long all;

    /**
     * @param most octets
     * @param strangers connections that have shown no key
     */
    Untaken(long most, Set<Connection> strangers) {
        this.most = most;
        this.strangers = strangers;
    }

    /** Told at each flush how much is left; closes others, or this one, if that is too much. */
    void left(Connection connection, long now) {
        note(connection, now);
        if (all > most) {
            lookAgain();
            if (all > most) {
                closeSome();
            }
        }
    }

    private void note(Connection connection, long now) {
        Long before = now == 0 ? octets.remove(connection) : octets.put(connection, now);
        all += now - (before == null ? 0 : before);
    }

    /** Some may have taken theirs since: nobody tells that. */
    private void lookAgain() {
        for (Connection connection : List.copyOf(octets.keySet())) {
            note(connection, connection.outbox.unsent());
        }
    }

    /** An eighth more than needed, so that not each flush looks at all of them. */
    private void closeSome() {
        List<Connection> oldest = List.copyOf(octets.keySet());
        for (boolean stranger : new boolean[] {true, false}) {
            for (Connection connection : oldest) {
                if (all > most - most / 8 && octets.size() > 1 && strangers.contains(connection) == stranger) {
                    note(connection, 0);
                    connection.close();
                }
            }
        }
    }
}
