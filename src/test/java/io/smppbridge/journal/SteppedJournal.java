package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** A journal without a thread of its own: whoever has it makes its segments, too. */
public final class SteppedJournal {
    private SteppedJournal() {}

    public static Journal open(JournalConfig config, Disk disk, InstantSource clock, RandomGenerator random) {
        return Journal.open(config, disk, clock, random, false);
    }

    /** What the thread {@code journal-spare} does next; false when that was nothing. */
    public static boolean makeReady(Journal journal) {
        return journal.supply.step();
    }
}
