package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says of messages that they cannot be read back from the journal, once a second at most: a disk that fails is not to fill another with its log. */
@ThreadSafe
final class Unreadable {
    private static final Logger LOG = LoggerFactory.getLogger(Unreadable.class);
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final Ticker ticker;
    private boolean any;
    private long last;
    private long untold;

    Unreadable(Ticker ticker) {
        this.ticker = ticker;
    }

    /** One of them, which will be tried again. */
    synchronized void about(long message, Throwable why) {
        long now = ticker.nanos();
        if (any && now - last < PAUSE_NANOS) {
            untold++;
            return;
        }
        String more = untold == 0 ? "" : "; " + untold + " more like it since the last";
        LOG.error("message {} could not be read back; it is put into its bag again{}", new TaskId(message), more, why);
        any = true;
        last = now;
        untold = 0;
    }
}
