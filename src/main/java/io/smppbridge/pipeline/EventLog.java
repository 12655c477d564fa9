package io.smppbridge.pipeline;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.EventStore;
import io.smppbridge.journal.Journal;
import io.smppbridge.journal.JournalRecord;
import io.smppbridge.records.AlertRecord;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.records.NewsRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Events as hand-back sees them: read back from the journal, and marked there when they are done with. */
@ThreadSafe
final class EventLog implements EventStore {
    private final Journal journal;
    private final Supplier<Lanes> lanes;
    private final Reports reports;
    private final LongFunction<Optional<Long>> whereabouts;

    /** @param whereabouts where an event stands now; waits for the journal thread, bounded, and throws where that does not say */
    EventLog(Journal journal, Supplier<Lanes> lanes, Reports reports, LongFunction<Optional<Long>> whereabouts) {
        this.journal = journal;
        this.lanes = lanes;
        this.reports = reports;
        this.whereabouts = whereabouts;
    }

    @Override
    public Optional<Event> load(long id, long position) {
        Optional<Event> event = position == 0 ? Optional.empty() : read(id, position);
        return event.isPresent() ? event : whereabouts.apply(id).flatMap(now -> read(id, now));
    }

    @Override
    public void taken(long[] ids, int count) {
        reports.taken(ids, count);
    }

    @Override
    public void dead(long id, String why) {
        reports.dead(id, why);
    }

    @Override
    public void again(long id) {
        reports.dead(id, AsideRecord.AGAIN);
    }

    private static Optional<Event> told(Story story, long eventId) {
        return story.closes().stream()
                .filter(end -> end.eventId() == eventId)
                .findFirst()
                .map(end -> Settlement.event(story, end));
    }

    private Optional<Event> read(long id, long position) {
        Optional<JournalRecord> record = journal.readAlong(position);
        if (record.isEmpty()) {
            return Optional.empty();
        }
        Event event = null;
        switch (record.get().type()) {
            case RecordType.INBOUND -> {
                InboundRecord inbound = InboundRecord.decode(record.get().payload());
                event = MoDecoding.event(MoDecoding.single(inbound, lanes.get().find(inbound.smsc())));
            }
            case RecordType.MESSAGE ->
                event = MoDecoding.event(MessageRecord.decode(record.get().payload()));
            case RecordType.NEWS ->
                event = new Event.State(
                        NewsRecord.decode(record.get().payload()).news());
            case RecordType.ALERT ->
                event = new Event.Alert(
                        AlertRecord.decode(record.get().payload()).alert());
            case RecordType.CLOSE, RecordType.CARRY ->
                event = Story.read(journal::readAlong, position)
                        .flatMap(story -> told(story, id))
                        .orElse(null);
            default -> {
                // Not an event: the place has been used anew.
            }
        }
        return Optional.ofNullable(event).filter(e -> e.id() == id);
    }
}
