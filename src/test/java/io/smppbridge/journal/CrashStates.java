package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * Builds the disks that a power loss may leave at every point of a recorded run, and reads each of them: what was forced is there, in order, once;
 * what was never appended is not; and the journal goes on from there, through a second crash.
 */
final class CrashStates {
    private static final JournalConfig CONFIG =
            new JournalConfig(Path.of("memory"), 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));

    /** For a journal that is sealed. */
    static final JournalKeys KEYS =
            JournalKeys.parse("one " + "0123456789abcdef".repeat(4)).orElseThrow();

    /** How a run, or its disk, breaks the promise: the check below must find each of them but the first. */
    enum Lie {
        NONE,
        FORCE_DOES_NOTHING,
        DIRECTORY_FORCE_DOES_NOTHING,
        ANSWER_BEFORE_FORCE,
        ANSWER_BEFORE_WRITE
    }

    /** What the caller knew after so many changes of the trace. */
    private record Moment(int changes, long appended, long forced, long droppedBelow) {}

    /** A recorded run: records carry numbers from 0 on; when old segments go, what is alive in them is appended again. */
    static final class Run {
        private final Lie lie;
        private final JournalKeys keys;
        final MemoryDisk disk = new MemoryDisk();
        final List<Moment> moments = new ArrayList<>();
        final TreeSet<Long> alive = new TreeSet<>();
        long appended;
        long forced;
        long endedBelow;

        Run(Lie lie, JournalKeys keys) {
            this.lie = lie;
            this.keys = keys;
        }

        private void note() {
            moments.add(new Moment(disk.trace.size(), appended, forced, endedBelow));
        }

        private void answerEarly(Lie when) {
            if (lie == when) {
                forced = appended;
                note();
            }
        }

        void record(int batches, Random random) {
            Journal journal = open(disk, keys, random);
            journal.replay((position, type, payload) -> {});
            note();
            for (int i = 0; i < batches; i++) {
                int records = 1 + random.nextInt(12);
                for (int r = 0; r < records; r++) {
                    // noted before as well: from here on parts of the batch may be written
                    append(journal, appended, random.nextInt(900));
                    alive.add(appended++);
                    note();
                }
                answerEarly(Lie.ANSWER_BEFORE_WRITE);
                journal.write();
                note();
                if (random.nextInt(3) > 0) {
                    answerEarly(Lie.ANSWER_BEFORE_FORCE);
                    journal.force();
                    forced = appended;
                    note();
                } else if (random.nextInt(3) == 0) {
                    journal.mark();
                    note();
                }
                if (journal.segments().length > 4) {
                    compact(journal);
                }
            }
            journal.close();
            forced = appended;
            note();
        }

        /** Ends most of the oldest records, carries the others over and drops the segment, as the pipeline does. */
        private void compact(Journal journal) {
            try (SegmentReader reader =
                    journal.readSegment(journal.oldestSegment()).orElseThrow()) {
                while (reader.next()) {
                    long number = reader.payload().getLong();
                    if (number % 10 != 0) {
                        alive.remove(number);
                    } else if (alive.contains(number)) {
                        append(journal, number, 10);
                    }
                    endedBelow = Math.max(endedBelow, number + 1);
                    note();
                }
                assertThat(reader.complete()).isTrue();
            }
            note();
            journal.dropOldest();
            journal.write();
            note();
            journal.force();
            forced = appended;
            note();
        }
    }

    private CrashStates() {}

    private static Journal open(Disk disk, JournalKeys keys, Random random) {
        return Journal.open(CONFIG.with(keys), disk, InstantSource.system(), random, false);
    }

    private static void append(Journal journal, long number, int padding) {
        ByteBuffer record = journal.openRecord((byte) 1, 16 + padding);
        record.putLong(number).putLong(~number);
        for (int i = 0; i < padding; i++) {
            record.put((byte) (number + i));
        }
        journal.closeRecord();
    }

    private static List<Long> read(MemoryDisk disk, JournalKeys keys, Random random, boolean goOn) {
        List<Long> seen = new ArrayList<>();
        Journal journal = open(disk, keys, random);
        journal.replay((position, type, payload) -> {
            long number = payload.getLong();
            if (payload.getLong() != ~number) {
                throw new AssertionError("wrong octets in " + number);
            }
            seen.add(number);
        });
        if (goOn) {
            append(journal, Long.MAX_VALUE, 100);
            journal.write();
            journal.force();
        }
        journal.abandon();
        return seen;
    }

    /** Says what is wrong with a disk found at a moment, or "" for nothing. */
    private static String violation(MemoryDisk disk, JournalKeys keys, Moment at, Random random) {
        List<Long> seen;
        try {
            seen = read(disk, keys, random, true);
        } catch (JournalException | IllegalStateException e) {
            return "start refused: " + e.getMessage();
        }
        TreeSet<Long> once = new TreeSet<>(seen);
        for (long number = 0; number < at.forced(); number++) {
            boolean mayHaveEnded = number < at.droppedBelow() && number % 10 != 0;
            if (!mayHaveEnded && !once.contains(number)) {
                return "lost " + number + " of " + at;
            }
        }
        if (!once.isEmpty() && once.last() >= at.appended()) {
            return "phantom " + once.last() + " of " + at;
        }
        long before = -1;
        for (long number : seen) {
            if (number > before) {
                before = number;
            } else if (number >= at.droppedBelow()) {
                return "order " + number + " after " + before + " of " + at;
            }
        }
        List<Long> again = read(disk, keys, random, false);
        if (!again.subList(0, Math.min(again.size(), seen.size())).equals(seen)
                || again.size() != seen.size() + 1
                || again.get(seen.size()) != Long.MAX_VALUE) {
            return "second start saw " + again.size() + " of " + (seen.size() + 1) + " records of " + at;
        }
        return "";
    }

    /**
     * Reads disks that a power loss may leave at each point of the run.
     *
     * @param states counts them
     * @param most violations that are looked for
     * @return what is wrong with them, the first ones
     */
    static List<String> violations(Run run, int statesPerPoint, Random random, int[] states, int most) {
        List<String> violations = new ArrayList<>();
        MemoryDisk.Crash crash = new MemoryDisk.Crash();
        int moment = 0;
        for (int i = 0; i < run.disk.trace.size(); i++) {
            crash.advance(
                    run.disk.trace.get(i),
                    run.lie != Lie.FORCE_DOES_NOTHING,
                    run.lie != Lie.DIRECTORY_FORCE_DOES_NOTHING);
            while (moment + 1 < run.moments.size()
                    && run.moments.get(moment + 1).changes() <= i + 1) {
                moment++;
            }
            Moment known = run.moments.get(moment);
            Moment next = run.moments.get(Math.min(moment + 1, run.moments.size() - 1));
            // between two notes the later one's appends may be on disk already
            Moment at = new Moment(known.changes(), next.appended() + 1, known.forced(), next.droppedBelow());
            if (known.changes() > i + 1) {
                at = new Moment(0, 0, 0, 0);
            }
            for (int s = 0; s < (crash.hasDoubt() ? statesPerPoint : 1); s++) {
                states[0]++;
                String violation = violation(crash.state(random), run.keys, at, random);
                if (!violation.isEmpty()) {
                    violations.add("change " + i + " "
                            + run.disk.trace.get(i).getClass().getSimpleName() + ": " + violation);
                    if (violations.size() >= most) {
                        return violations;
                    }
                }
            }
        }
        return violations;
    }
}
