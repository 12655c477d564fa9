package io.smppbridge.settings;

/**
 * What keeps messages in the bag of an SMSC although they could go.
 *
 * @param byDestination whether a message waits for an earlier one to the same number ({@code order = destination})
 * @param quiet when only messages of high priority go ({@code quiet-hours}, {@code quiet-zone})
 */
public record Leaving(boolean byDestination, QuietHours quiet) {
    /** Nothing does. */
    public static final Leaving AT_ONCE = new Leaving(false, QuietHours.NONE);
}
