package io.smppbridge.smpp;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every open bind of one factory a few times within its shortest deadline: connects that hang, binds without an answer, writes
 * that make no progress. Its thread is there only while a bind is.
 */
@ThreadSafe
final class ConnectorWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectorWatch.class);

    private final String threadName;
    private final Ticker ticker;
    private final long everyMs;
    private final Set<JsmppConnector> watched = new HashSet<>();
    private boolean running;

    ConnectorWatch(String threadName, Ticker ticker, Duration shortestDeadline) {
        this.threadName = threadName;
        this.ticker = ticker;
        everyMs = Math.max(10, Math.min(500, shortestDeadline.toMillis() / 8));
    }

    synchronized void add(JsmppConnector connector) {
        watched.add(connector);
        if (!running) {
            running = true;
            NamedThreads.single(threadName, this::watch).start();
        }
    }

    synchronized void remove(JsmppConnector connector) {
        watched.remove(connector);
        notifyAll(); // The last one out lets the thread end.
    }

    private void watch() {
        for (JsmppConnector[] now = next(); now.length > 0; now = next()) {
            long nanos = ticker.nanos();
            for (JsmppConnector connector : now) {
                try {
                    connector.checkDeadlines(nanos);
                } catch (RuntimeException e) {
                    LOG.error("deadlines of {} could not be checked", connector, e);
                }
            }
        }
    }

    /** Waits for the next look, and returns those to look at: none when the thread is to end. */
    private synchronized JsmppConnector[] next() {
        try {
            if (!watched.isEmpty()) {
                wait(everyMs);
            }
        } catch (InterruptedException e) {
            LOG.warn("{} interrupted, goes on", threadName);
        }
        running = !watched.isEmpty();
        return watched.toArray(new JsmppConnector[0]);
    }
}
