package io.smppbridge.pipeline;

import io.smppbridge.records.ReplyRecord;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers that subscribers are owed, by what they answer: on disk until they have been accepted as messages of their own. */
@OwnedBy("journal thread")
final class OwedReplies {
    /** An older one would only puzzle its reader; and for so long a second one is known for the same message. */
    private static final long WORTH_MS = Duration.ofHours(12).toMillis();

    private static final int MOST = 10_000;

    private final IdTimes times;
    private final SegmentUse use;
    private final Map<Long, Owed> all = new LinkedHashMap<>();

    /** One of them. */
    static final class Owed {
        final ReplyRecord record;
        private long segment;
        /** Whether it has been handed over, and what becomes of it is not known yet. */
        boolean underWay;
        /** It pauses from then on; a clock that is before that has been set back, and the pause is over. */
        private long sinceMs;
        /** Until then it is not tried. */
        private long notBeforeMs;

        Owed(ReplyRecord record) {
            this.record = record;
        }
    }

    OwedReplies(IdTimes times, SegmentUse use) {
        this.times = times;
        this.use = use;
    }

    boolean isFull() {
        return all.size() >= MOST;
    }

    /** A record says so: a new one, one that is read back, or one that stands for it. */
    Owed enter(ReplyRecord record, long position) {
        Owed owed = all.computeIfAbsent(record.eventId(), id -> new Owed(record));
        if (owed.segment != 0) {
            use.remove(owed.segment - 1);
        }
        owed.segment = Positions.segment(position) + 1;
        use.add(owed.segment - 1);
        return owed;
    }

    /** A record that was read back says so; perhaps it has been sent since, as its clientRef will tell. */
    void saw(ReplyRecord record, long position, long nowMs) {
        if (!isOld(record, nowMs)) {
            enter(record, position);
        }
    }

    /** When the journal has been read, and tells of all when they were written: no clientRef is known any more for the oldest that were sent. */
    void replayed(long nowMs) {
        List.copyOf(all.values()).stream()
                .filter(owed -> isOld(owed.record, nowMs))
                .forEach(owed -> done(owed.record.eventId()));
    }

    /** Whether the subscriber has written so long ago that it is not worth sending any more. */
    boolean isOld(ReplyRecord record, long nowMs) {
        return nowMs - times.of(record.eventId()) > WORTH_MS;
    }

    /** It has been answered, or never will be. */
    void done(long eventId) {
        Owed owed = all.remove(eventId);
        if (owed != null) {
            use.remove(owed.segment - 1);
        }
    }

    /** It could not be sent now: it is in nobody's hands, and its turn comes after a pause, and after all others. */
    void later(Owed owed, long nowMs, long pauseMs) {
        owed.underWay = false;
        owed.sinceMs = nowMs;
        owed.notBeforeMs = nowMs + pauseMs;
        all.remove(owed.record.eventId());
        all.put(owed.record.eventId(), owed);
    }

    Owed find(long eventId) {
        return all.get(eventId);
    }

    /** Whether the record in that segment is what keeps it. */
    boolean isVouchedFor(long eventId, long segment) {
        Owed owed = all.get(eventId);
        return owed != null && owed.segment == segment + 1;
    }

    /** The first of those that nobody has in hand and that may be tried now. */
    List<Owed> idle(int most, long nowMs) {
        List<Owed> idle = new ArrayList<>();
        for (Owed owed : all.values()) {
            if (idle.size() == most) {
                break;
            }
            if (!owed.underWay && (owed.notBeforeMs <= nowMs || nowMs < owed.sinceMs)) {
                idle.add(owed);
            }
        }
        return idle;
    }

    int size() {
        return all.size();
    }
}
