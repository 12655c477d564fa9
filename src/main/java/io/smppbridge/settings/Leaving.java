package io.smppbridge.settings;

/**
 * What keeps messages in the bag of an SMSC although they could go.
 *
 * @param byDestination whether a message waits for an earlier one to the same number ({@code order = destination})
 * @param quiet when only messages of high priority go ({@code quiet-hours}, {@code quiet-zone})
 * @param floors what the lower priorities get while higher ones wait
 */
public record Leaving(boolean byDestination, QuietHours quiet, Floors floors) {
    /** Nothing does. */
    public static final Leaving AT_ONCE = new Leaving(false, QuietHours.NONE);

    /** With the usual floors. */
    public Leaving(boolean byDestination, QuietHours quiet) {
        this(byDestination, quiet, Floors.USUAL);
    }

    /**
     * Of every sixteen messages taken, how many are of a lower priority if any of it waits ({@code floor-low}, {@code floor-normal}); the
     * others are high.
     */
    public record Floors(int low, int normal) {
        public static final Floors USUAL = new Floors(1, 3);
        /** Of how many. */
        public static final int PLACES = 16;

        public Floors {
            if (low < 1 || normal < 1 || low + normal >= PLACES) {
                throw new IllegalArgumentException("floors " + low + " and " + normal
                        + ", expected at least 1 each and less than " + PLACES + " together");
            }
        }
    }
}
