package io.smppbridge.handback;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event that was laid aside.
 *
 * @param id the event
 * @param position where it stands in the journal
 * @param why what the platform said last
 * @param when it was laid aside, to the millisecond, as the journal keeps it
 */
public record DeadEvent(long id, long position, String why, Instant when) {
    public DeadEvent {
        when = when.truncatedTo(ChronoUnit.MILLIS);
    }
}
