package io.smppbridge.settings;

/** How much room the senders' notes of submissions under way take: they are made at the start, for the largest windows there can be. */
public final class FlightNotes {
    /** Slots for submissions whose outcome the journal has not written yet, for each that may be without an answer. */
    private static final long PER_WINDOW = 4;

    private static final int FEWEST = 256;
    private static final int MOST = 65_536;
    /** Of a slot in the heap, and in its file. */
    private static final long HEAP_OCTETS = 32;

    private static final long FILE_OCTETS = 128;
    /** A quarter of the usual heap. */
    private static final long MUCH = 128L << 20;

    private FlightNotes() {}

    /**
     * The slots of one sender.
     *
     * @param multi messages in one submission, at least 1
     * @return a power of two
     */
    public static int slots(int binds, int window, int multi) {
        long wanted = Math.max(FEWEST, PER_WINDOW * binds * window * multi);
        return Integer.highestOneBit((int) Math.min(MOST, wanted) - 1) << 1;
    }

    static void check(Values values, Complaints complaints) {
        long all = 0;
        for (Scope smsc : values.each(Family.SMSC)) {
            if (!smsc.sound("senders", "binds", "window", "submit-multi")) {
                continue;
            }
            int senders = smsc.count("senders");
            int most = (smsc.count("binds") + senders - 1) / senders;
            boolean few = all * HEAP_OCTETS < MUCH;
            all += (long) senders * slots(most, smsc.count("window"), Math.max(1, smsc.count("submit-multi")));
            if (few && all * HEAP_OCTETS >= MUCH) {
                complaints.warn(
                        smsc.value("senders"),
                        "notes of submissions under way, for all SMSCs up to this one, take about "
                                + (all * HEAP_OCTETS >> 20) + " MiB of memory and " + (all * FILE_OCTETS >> 20)
                                + " MiB of disk from the start on",
                        "fewer senders, a smaller window or submit-multi, or more memory (JAVA_OPTS=-Xmx2g)");
            }
        }
    }
}
