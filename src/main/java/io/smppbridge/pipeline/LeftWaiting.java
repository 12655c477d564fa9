package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells at a start what waits for whom the configuration does not have any more. */
@OwnedBy("journal thread")
final class LeftWaiting {
    private static final Logger LOG = LoggerFactory.getLogger(LeftWaiting.class);

    private final Map<String, Integer> counts = new TreeMap<>();

    /** @param ids the events that there are, those included that have been taken or laid aside */
    LeftWaiting(Books books, long[] ids) {
        Takers takers = books.lanes.get().takers();
        for (long id : ids) {
            int at = books.events.find(id);
            if (at != EventTable.NONE && !books.events.dead(at) && books.events.endpoint(at) != 0) {
                String endpoint = books.endpoints.name(books.events.endpoint(at));
                if (!endpoint.isEmpty() && !takers.isThere(endpoint)) {
                    counts.merge(endpoint, 1, Integer::sum);
                }
            }
        }
    }

    void tell() {
        counts.forEach((endpoint, count) -> LOG.warn(
                "{} events wait for {}, which this configuration does not have: nobody else gets them. They go out once"
                        + " it is there again, subscribers' messages at a start also to whom an inbound route names",
                count,
                endpoint));
    }
}
