package io.smppbridge.esme;

import io.smppbridge.threads.ThreadSafe;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connections that have not bound, by the address that they come from as a lock counts it: IPv6 by its /64, of which whoever has one
 * address has all.
 */
@ThreadSafe
final class Unbound {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /**
     * One more, which {@link #leave} is to be told of in any case.
     *
     * @return false when there are more than so many
     */
    boolean enter(InetAddress peer, int most) {
        return counts.merge(WrongBinds.network(peer), 1, Integer::sum) <= most;
    }

    /** One has bound, or ended. */
    void leave(InetAddress peer) {
        counts.computeIfPresent(WrongBinds.network(peer), (network, count) -> count == 1 ? null : count - 1);
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return counts.isEmpty();
    }
}
