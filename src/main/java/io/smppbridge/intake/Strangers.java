package io.smppbridge.intake;

import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections of the stream intake that have not logged in, oldest first. No more than there are connections. */
@ThreadSafe
final class Strangers {
    private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);

    private final ConcurrentSkipListMap<Long, StreamConnection> byAge = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** A newcomer; what {@link #leave} takes. */
    long enter(StreamConnection newcomer) {
        long number = numbers.incrementAndGet();
        byAge.put(number, newcomer);
        return number;
    }

    /** It has logged in, or ended. */
    void leave(long number) {
        byAge.remove(number);
    }

    /** The oldest one makes room for another connection; false when there is none. */
    boolean giveWay() {
        Map.Entry<Long, StreamConnection> oldest = byAge.pollFirstEntry();
        if (oldest == null) {
            return false;
        }
        LOG.debug("a stream without a login gives way to another connection");
        oldest.getValue().giveWay();
        return true;
    }
}
