package io.smppbridge.records;

import io.smppbridge.OutboundSms;

/**
 * A message whose parts bear a number.
 *
 * @param pair sender, recipient and series that the number is one of ({@link PartsNumber#key})
 * @param number as {@link PartsNumber} has it
 * @param givenMs when it got it, in milliseconds since 1970
 * @param airMs when a handset may have a part at the earliest, as far as is known; 0 for at once
 */
public record Bearer(long pair, int number, long id, long givenMs, long airMs) {
    /** Numbers of 16 bits come again after 27 hours, of which 24 belong to the handset. */
    private static final long AHEAD_MS = 3L * 60 * 60 * 1_000;

    /** When a handset may have a part of a message at the earliest, whoever keeps it until then; 0 for at once. */
    public static long airMs(OutboundSms sms, long dueAtMs) {
        return Math.max(dueAtMs, sms.schedule().toEpochMilli());
    }

    /** Whether the clock alone would give a number of 16 bits to another message too early. */
    public boolean isLongAhead() {
        return airMs - givenMs > AHEAD_MS;
    }
}
