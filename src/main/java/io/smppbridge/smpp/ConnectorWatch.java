package io.smppbridge.smpp;

import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every open bind of one factory a few times within its shortest deadline: connects that hang, binds without an answer, writes
 * that make no progress. Its thread is there only while a bind is.
 */
@ThreadSafe
final class ConnectorWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectorWatch.class);

    private final ThreadFactory threads;
    private final Ticker ticker;
    private final long everyMs;
    private final Set<JsmppConnector> watched = new HashSet<>();
    private boolean running;

    ConnectorWatch(ThreadFactory threads, Ticker ticker, Duration shortestDeadline) {
        this.threads = threads;
        this.ticker = ticker;
        everyMs = Math.max(10, Math.min(500, shortestDeadline.toMillis() / 8));
    }

    /** @throws RejectedExecutionException where no thread can be made; then it is not watched */
    synchronized void add(JsmppConnector connector) {
        if (!running) {
            threads.newThread(this::watch).start(); // may be rejected: the next one asks for it again
            running = true;
        }
        watched.add(connector);
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
            LOG.warn("{} interrupted, goes on", Thread.currentThread().getName());
        }
        running = !watched.isEmpty();
        return watched.toArray(new JsmppConnector[0]);
    }
}
