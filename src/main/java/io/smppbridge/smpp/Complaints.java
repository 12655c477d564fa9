package io.smppbridge.smpp;

import io.smppbridge.threads.OwnedBy;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warnings about what the peer sends, so few that a hostile peer cannot fill the disk through the log: of each kind one a second, and of what
 * goes on ever fewer, down to one a minute. What comes with each PDU so hides nothing else of its bind.
 */
@OwnedBy("the reading thread of its bind")
final class Complaints {
    private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
    private static final long SOONEST_NANOS = 1_000_000_000;
    private static final long LATEST_NANOS = 60 * SOONEST_NANOS;
    /** What is of none of the first so many kinds is of one. */
    private static final int MOST_KINDS = 16;

    private final String bind;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Kind others = new Kind();

    private static final class Kind {
        boolean any;
        long last;
        long seen;
        long pause = SOONEST_NANOS;
        long suppressed;
    }

    Complaints(String bind) {
        this.bind = bind;
    }

    /**
     * @param what the PDU or field, in our own words: never text of the peer
     * @param value its number
     */
    void about(String what, int value, long nowNanos) {
        Kind kind = kind(what);
        boolean goesOn = kind.any && nowNanos - kind.seen < LATEST_NANOS;
        kind.seen = nowNanos;
        if (kind.any && nowNanos - kind.last < kind.pause) {
            kind.suppressed++;
            return;
        }
        LOG.warn("{}: {} (0x{}){}", bind, what, Integer.toHexString(value), more(kind.suppressed));
        kind.pause = goesOn ? Math.min(2 * kind.pause, LATEST_NANOS) : SOONEST_NANOS;
        kind.any = true;
        kind.last = nowNanos;
        kind.suppressed = 0;
    }

    private Kind kind(String what) {
        Kind known = kinds.get(what);
        if (known == null && kinds.size() < MOST_KINDS) {
            known = new Kind();
            kinds.put(what, known);
        }
        return known == null ? others : known;
    }

    private static String more(long suppressed) {
        return suppressed == 0 ? "" : "; " + suppressed + " more like it since the last";
    }
}
