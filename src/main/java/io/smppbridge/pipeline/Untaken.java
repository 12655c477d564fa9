package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.LinkedHashMap;
import java.util.Map;

/** The SMSC of each of the last messages that ended before theirs had taken all of it: its answer may come after the end. */
@OwnedBy("journal thread")
final class Untaken extends LinkedHashMap<Long, Integer> {
    static final int NOWHERE = -1;
    private static final int MOST = 10_000;
    private static final long serialVersionUID = 1L;

    /** The number of its SMSC, or {@link #NOWHERE}. */
    int laneOf(long message) {
        return getOrDefault(message, NOWHERE);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
        return size() > MOST;
    }
}
