package io.smppbridge.settings;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where and how messages are kept ({@code journal.*}).
 *
 * @param directory {@code journal.directory}
 * @param segmentSize octets of one segment file ({@code journal.segment-size}), 1 MiB..1 GiB: the longest record has room in it
 * @param spareSegments zero-filled segments kept ready ({@code journal.spare-segments})
 * @param reserve octets that must stay free on the disk for accepting to go on ({@code journal.reserve})
 * @param reserveShare percent of the disk that must stay free, too ({@code journal.reserve-share})
 * @param keep octets of ended segments kept so that ended messages can be asked about ({@code journal.keep})
 * @param forceWithin longest time an outcome waits for a force ({@code journal.force-within})
 * @param retention how long after its end nothing of a message is on disk any more ({@code retention.content})
 * @param keys what contents are sealed with ({@code journal.key})
 */
public record JournalConfig(
        Path directory,
        int segmentSize,
        int spareSegments,
        long reserve,
        int reserveShare,
        long keep,
        Duration forceWithin,
        Duration retention,
        JournalKeys keys) {
    private static final Duration LONG = Duration.ofDays(365);

    /** Contents in clear, for a year. */
    public JournalConfig(
            Path directory,
            int segmentSize,
            int spareSegments,
            long reserve,
            int reserveShare,
            long keep,
            Duration forceWithin) {
        this(directory, segmentSize, spareSegments, reserve, reserveShare, keep, forceWithin, LONG, JournalKeys.NONE);
    }

    /** The same with other keys. */
    public JournalConfig with(JournalKeys others) {
        return new JournalConfig(
                directory, segmentSize, spareSegments, reserve, reserveShare, keep, forceWithin, retention, others);
    }
}
