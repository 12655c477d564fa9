package io.smppbridge.cli;

import java.time.Duration;

/** Between two looks of a command that goes on looking. */
final class Pause {
    private static final Duration LEAST = Duration.ofMillis(100);

    private Pause() {}

    /** In milliseconds; one so short that the command would do nothing but look ends it. */
    static long millis(Duration every) {
        if (every.compareTo(LEAST) < 0) {
            throw new Complaint(
                    Exit.USAGE, "--every = " + every.toMillis() + "ms, expected at least " + LEAST.toMillis() + "ms");
        }
        return every.toMillis();
    }
}
