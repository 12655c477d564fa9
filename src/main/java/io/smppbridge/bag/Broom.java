package io.smppbridge.bag;

import io.smppbridge.threads.OwnedBy;

/**
 * How much of what waits in a bag is looked through for messages that were withdrawn. Each of them pays for looking at some entries, so that
 * they cost the same however many wait, and never make up more than a share of it; a few entries more are looked at each time, so
 * that also the last one goes. While none is withdrawn nothing is looked at.
 */
@OwnedBy("journal thread")
final class Broom {
    /** Entries looked at for each message withdrawn: those withdrawn are soon no more than a quarter of all. */
    private static final int FOR_EACH = 8;
    /** Looked at each time; nearly always that is all. */
    static final int FEW = 4_096;
    /** Never more at a time: about two milliseconds. */
    private static final int MOST = 131_072;

    /** What it sweeps: on from where it stopped, some so many entries; true at the end. */
    @FunctionalInterface
    interface Floor {
        boolean sweep(int most, Gone gone);
    }

    private boolean sweeping;
    /** Whether any was withdrawn that the sweep under way may have passed. */
    private boolean another;
    /** Entries that have been paid for and not looked at. */
    private long paid;

    /** One was withdrawn. */
    void oneMore() {
        another = true;
        paid += FOR_EACH;
    }

    boolean rests() {
        return !sweeping && !another;
    }

    /**
     * Goes on with the sweep, or begins one if there is anything to find. Only by whose turn it is at the bag.
     *
     * @param unseen whether there are entries, perhaps withdrawn, that have not come there yet
     */
    void sweep(Floor floor, Gone gone, boolean unseen) {
        if (rests()) {
            return;
        }
        if (!sweeping) {
            sweeping = true;
            another = unseen;
        }
        int most = (int) Math.min(MOST, FEW + paid);
        paid = Math.max(0, paid - most);
        sweeping = !floor.sweep(most, gone);
        if (rests()) {
            paid = 0;
        }
    }
}
