package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings about what the peer sends: one a second for each bind, so that a hostile peer cannot fill the disk through the log. */
@OwnedBy("the reading thread of its bind")
final class Complaints {
    private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
    private static final long EVERY_NANOS = 1_000_000_000;

    private final String bind;
    private boolean any;
    private long last;
    private long suppressed;

    Complaints(String bind) {
        this.bind = bind;
    }

    /**
     * @param what the PDU or field, in our own words: never text of the peer
     * @param value its number
     */
    void about(String what, int value, long nowNanos) {
        if (any && nowNanos - last < EVERY_NANOS) {
            suppressed++;
            return;
        }
        LOG.warn("{}: {} (0x{}){}", bind, what, Integer.toHexString(value), more());
        any = true;
        last = nowNanos;
        suppressed = 0;
    }

    private String more() {
        return suppressed == 0 ? "" : "; " + suppressed + " more like it since the last";
    }
}
