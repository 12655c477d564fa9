package io.smppbridge.pipeline;

import io.smppbridge.records.AsideRecord;
import io.smppbridge.threads.OwnedBy;
import java.util.HashMap;
import java.util.Map;

/** Which events the journal says are laid aside, why and since when; of a start, until they are in the tables. */
@OwnedBy("journal thread")
final class LaidAside {
    private final Map<Long, AsideRecord> byEvent = new HashMap<>();

    void saw(AsideRecord record) {
        byEvent.compute(record.eventId(), (id, before) -> record.isOfferedAgain() ? null : record);
    }

    /** The platform has it. */
    void taken(long eventId) {
        byEvent.remove(eventId);
    }

    boolean has(long eventId) {
        return byEvent.containsKey(eventId);
    }

    AsideRecord of(long eventId) {
        return byEvent.getOrDefault(eventId, AsideRecord.untold(eventId));
    }
}
