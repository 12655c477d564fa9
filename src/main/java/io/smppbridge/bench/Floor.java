package io.smppbridge.bench;

import java.util.Locale;

/** What a figure must reach at least, or must not exceed: said in a scenario's note, so that nobody has to look it up. */
final class Floor {
    /** Stands in the note of a scenario that has missed a floor. */
    static final String MISSED = "MISSED";

    private Floor() {}

    static String atLeast(double floor, String unit, double figure) {
        return said(floor, unit, figure >= floor, "at least");
    }

    static String atMost(double floor, String unit, double figure) {
        return said(floor, unit, figure <= floor, "at most");
    }

    private static String said(double floor, String unit, boolean kept, String which) {
        String number = floor == Math.rint(floor) ? "%,.0f" : "%.2f";
        return String.format(
                Locale.ROOT, ", floor %s " + number + " %s: %s", which, floor, unit, kept ? "kept" : MISSED);
    }
}
