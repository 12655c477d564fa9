package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import java.nio.channels.ClosedSelectorException;
import org.apache.hc.core5.function.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what the threads of an HTTP client stumble over. When the client is closed, its threads may find their selector closed before they
 * have looked for connections to close: that is no fault.
 */
@ThreadSafe
public final class ReactorFaults implements Callback<Exception> {
    private static final Logger LOG = LoggerFactory.getLogger(ReactorFaults.class);

    @Override
    public void execute(Exception fault) {
        if (fault instanceof ClosedSelectorException) {
            LOG.debug("an HTTP client has been closed", fault);
        } else {
            LOG.error("an HTTP client", fault);
        }
    }
}
