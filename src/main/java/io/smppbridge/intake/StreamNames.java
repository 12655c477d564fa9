package io.smppbridge.intake;

import io.smppbridge.http.Problem;
import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which connection has each named stream: the one that logged in last. */
@ThreadSafe
final class StreamNames {
    private static final Logger LOG = LoggerFactory.getLogger(StreamNames.class);

    private record Name(String account, String client) {}

    private final Map<Name, StreamConnection> taken = new ConcurrentHashMap<>();

    /** Gives a stream to a connection; {@code then} runs once the one that had it hands nothing over any more. */
    void take(String account, String client, StreamConnection by, Runnable then) {
        StreamConnection former = client.isEmpty() ? null : taken.put(new Name(account, client), by);
        if (former == null || former == by) {
            then.run();
        } else {
            former.takenOver(then);
        }
    }

    /** What the connection is told that had it. */
    static Problem takenOver(TcpIntake.Shared with, String account) {
        LOG.warn("a stream of account \"{}\" is taken over by another connection with its name", account);
        with.stats().refused("taken-over").increment();
        return Problem.of(409, "taken-over", "another connection has logged in with this name");
    }

    /** A connection has ended: it may have logged in by several names, one after the other. */
    void leave(StreamConnection connection) {
        taken.values().removeIf(by -> by == connection);
    }

    /** How many streams somebody has. */
    int size() {
        return taken.size();
    }
}
