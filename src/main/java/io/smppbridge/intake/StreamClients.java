package io.smppbridge.intake;

import io.smppbridge.threads.ThreadSafe;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last durable id of each stream client, so that a client that comes back hears where it stands. The newest clients only, and gone
 * with the process: what a client sends again is known by its reference, so that nothing depends on this.
 */
@ThreadSafe
final class StreamClients {
    private static final int MOST = 10_000;

    private final Map<String, Long> last = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    /** The last id that was acknowledged to it; 0 when none is known. */
    synchronized long lastOf(String account, String client) {
        return last.getOrDefault(account + '/' + client, 0L);
    }

    synchronized void acknowledged(String account, String client, long id) {
        last.put(account + '/' + client, id);
    }
}
