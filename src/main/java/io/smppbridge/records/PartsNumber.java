package io.smppbridge.records;

import io.smppbridge.Address;

/**
 * The number that the parts of a message bear, as the journal keeps it: an int of which the wire shows the low 8 or 16 bits; the high bits tell
 * the series apart.
 */
public final class PartsNumber {
    /** In the place of a number: all 256 are taken, the message has to wait for one. */
    public static final int AWAITED = -1;

    /** The bit of the 16-bit series. */
    public static final int WIDE = 1 << 30;
    /** The bit of the 8-bit series. */
    public static final int NARROW = 1 << 29;
    /** The bit of an 8-bit number that follows no clock. */
    public static final int LOOSE = 1 << 28;

    private PartsNumber() {}

    /** What names a sender, a recipient and a series; never 0. */
    public static long key(Address from, Address to, boolean wide) {
        long key = RefKey.hash(wide ? 16 : 8, from.number(), to.number()) & Long.MAX_VALUE;
        return key == 0 ? 1 : key;
    }

    /** Whether a number is one of the 16-bit series. */
    public static boolean isWide(int number) {
        return number >= WIDE;
    }

    /** Whether a number is one of the 8-bit series. */
    public static boolean isNarrow(int number) {
        return number >= LOOSE && number < WIDE;
    }

    /** Whether it is a number of ours at all, and not what a message of one part bears. */
    public static boolean isNumbered(int number) {
        return number >= LOOSE;
    }

    /** Whether a number is one that follows the clock, and not one of the common sequence. */
    public static boolean isOurs(int number) {
        return number >= NARROW;
    }
}
