package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import org.apache.hc.core5.function.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what the threads of an HTTP client stumble over. When the client is closed, its selector is closed beneath them, wherever they are:
 * before they have looked for connections to close, or amid the keys that they go through. That is no fault.
 */
@ThreadSafe
public final class ReactorFaults implements Callback<Exception> {
    private static final Logger LOG = LoggerFactory.getLogger(ReactorFaults.class);

    private volatile boolean closing;

    /** To be called before the client is closed: from then on nothing that its threads stumble over is a fault. Any thread. */
    public void closing() {
        closing = true;
    }

    @Override
    public void execute(Exception fault) {
        if (closing) {
            LOG.debug("an HTTP client has been closed", fault);
        } else {
            LOG.error("an HTTP client", fault);
        }
    }
}
