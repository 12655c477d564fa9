package io.smppbridge.pipeline;

/** What a journal position tells by itself. */
final class Positions {
    private Positions() {}

    /** The number of the segment it lies in. */
    static long segment(long position) {
        return position >>> 32;
    }
}
