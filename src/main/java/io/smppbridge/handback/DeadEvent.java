package io.smppbridge.handback;

import java.time.Instant;

/**
 * An event that was laid aside.
 *
 * @param id the event
 * @param position where it stands in the journal
 * @param why what the platform said last
 * @param when it was laid aside
 */
public record DeadEvent(long id, long position, String why, Instant when) {}
