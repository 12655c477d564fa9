package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** What happens once, at a start: shows what is there, cuts a torn tail and begins a new segment. Until the last record is shown nothing is changed. */
@OwnedBy("whoever opens the journal")
final class Opening {
    private static final Duration SEGMENT_WITHIN = Duration.ofSeconds(20);

    private final JournalConfig config;
    private final Recovery recovery;
    private final SegmentSupply supply;
    private final RandomGenerator random;
    private final boolean background;

    Opening(JournalConfig config, Recovery recovery, SegmentSupply supply, RandomGenerator random, boolean background) {
        this.config = config;
        this.recovery = recovery;
        this.supply = supply;
        this.random = random;
        this.background = background;
    }

    RecoveryReport run(RecordVisitor visitor, boolean shortenedToo, SegmentList segments, LogWriter writer)
            throws IOException {
        int known = recovery.oldestKept();
        List<String> gone = recovery.found().stream()
                .filter(file -> file.number() < known)
                .map(Found::name)
                .toList();
        int oldest = recovery.walk(known, visitor);
        if (!shortenedToo) {
            recovery.refuseShortened();
        }
        supply.adoptLeftovers();
        long incarnation = recovery.nextIncarnation();
        long instance = recovery.instanceOr(random.nextLong());
        int last = recovery.tail().segment();
        int next = last == 0 ? Math.max(oldest, 1) : last + 1;
        supply.begin(new SegmentSupply.Origin(instance, incarnation, writer.batchLimit()), next, oldest);
        Segment first = supply.take(SEGMENT_WITHIN);
        recovery.rewriteTail(supply, config.segmentSize());
        gone.forEach(name -> supply.recycleLater(name, oldest)); // what says they are gone is stored by now
        if (background) {
            supply.startThread();
        }
        List<Segment> live = new ArrayList<>();
        recovery.found().stream().filter(file -> file.number() < next).forEach(file -> live.add(file.segment()));
        segments.start(live);
        writer.start(first, recovery.tail().nextSeq());
        return recovery.report(incarnation);
    }
}
