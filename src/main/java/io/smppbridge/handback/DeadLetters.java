package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The listing of one endpoint's dead events, oldest first. Bounded: beyond, the oldest leave the listing (not the journal). */
@ThreadSafe
final class DeadLetters {
    static final int LISTED = 10_000;

    private final Map<Long, DeadEvent> listed = new LinkedHashMap<>();
    private long unlisted;

    synchronized void add(DeadEvent event) {
        listed.put(event.id(), event);
        if (listed.size() > LISTED) {
            listed.remove(listed.keySet().iterator().next());
            unlisted++;
        }
    }

    synchronized List<DeadEvent> list() {
        return List.copyOf(listed.values());
    }

    /** Takes those that are listed out of the listing. */
    synchronized List<DeadEvent> remove(Collection<Long> ids) {
        List<DeadEvent> removed = new ArrayList<>();
        for (Long id : ids) {
            DeadEvent event = listed.remove(id);
            if (event != null) {
                removed.add(event);
            }
        }
        return removed;
    }

    synchronized List<DeadEvent> removeAll() {
        List<DeadEvent> all = List.copyOf(listed.values());
        listed.clear();
        return all;
    }

    synchronized long count() {
        return listed.size() + unlisted;
    }
}
