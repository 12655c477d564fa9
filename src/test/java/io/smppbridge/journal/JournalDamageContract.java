package io.smppbridge.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.smppbridge.Tried;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Journals that were harmed while nobody had them open. */
abstract class JournalDamageContract {
    static final String FIRST = SegmentHeader.fileName(1);
    private final JournalConfig config;
    private final int step;
    private int refusals;

    private final Random random = new Random(7);

    /** @param step every so many octets of a segment one is flipped */
    JournalDamageContract(JournalKeys keys, int step) {
        this.config = new JournalConfig(Path.of("memory"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10)).with(keys);
        this.step = step;
    }

    final Journal open(Disk disk) {
        return open(disk, config.keys());
    }

    final Journal open(Disk disk, JournalKeys keys) {
        return Journal.open(config.with(keys), disk, InstantSource.system(), random, false);
    }

    final List<String> replay(Disk disk) {
        List<String> seen = new ArrayList<>();
        Journal journal = open(disk);
        try {
            journal.replay((position, type, payload) -> seen.add(name(payload)));
        } finally {
            journal.abandon();
        }
        return seen;
    }

    /** What a start decides and shows, without the copying that follows; every 499th time with it. */
    private List<String> decide(MemoryDisk disk, int turn) throws IOException {
        if (turn % 499 == 0) {
            return replay(disk.copy());
        }
        List<String> seen = new ArrayList<>();
        Recovery recovery = Recovery.look(disk, new Keyring(config.keys()), true);
        recovery.walk(recovery.oldestKept(), (position, type, payload) -> seen.add(name(payload)));
        return seen;
    }

    private static String name(ByteBuffer payload) {
        byte[] name = new byte[10];
        payload.get(name);
        return new String(name, UTF_8).trim();
    }

    /** A killed journal: batches of ten, each forced but the last two, so everything before them is known to be stored. */
    final MemoryDisk killed(int batches, int octets) {
        MemoryDisk disk = new MemoryDisk();
        disk.tracing = false;
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> {});
        for (int i = 0; i < batches * 10; i++) {
            byte[] record = new byte[octets];
            Arrays.fill(record, (byte) ' ');
            byte[] name = ("record " + i).getBytes(UTF_8);
            System.arraycopy(name, 0, record, 0, name.length);
            journal.append((byte) 1, ByteBuffer.wrap(record));
            if (i % 10 == 9) {
                journal.write();
                if (i / 10 < batches - 2) {
                    journal.force();
                }
            }
        }
        journal.abandon();
        return disk;
    }

    static List<String> records(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("record " + i);
        }
        return names;
    }

    @Test
    @Tag("B-07")
    void a_flipped_octet_is_refused_below_the_durable_mark_and_cut_in_the_torn_tail(TestReporter reporter)
            throws IOException {
        MemoryDisk disk = killed(20, 260);
        byte[] segment = disk.octets(FIRST);
        List<String> all = records(200);
        int firstUnproven = payload(segment, 180);
        int refused = 0;
        int cut = 0;
        for (int i = 0; i < segment.length; i += step) {
            segment[i] ^= (byte) (1 << i % 8);
            try {
                List<String> seen = decide(disk, i / step);
                boolean right = all.subList(0, seen.size()).equals(seen) && seen.size() >= 180;
                if (!right || i < firstUnproven - Frame.HEADER) {
                    fail("octet " + i + " accepted with " + seen.size() + " records");
                }
                cut++;
            } catch (JournalException e) {
                boolean damaged = e.kind() == JournalException.Kind.DAMAGED
                        && e.getMessage().contains("offset");
                if (!damaged || !e.getMessage().contains(FIRST) || i >= firstUnproven) {
                    fail("octet " + i + " refused as " + e.kind() + ": " + e.getMessage());
                }
                refused++;
            }
            segment[i] ^= (byte) (1 << i % 8);
        }
        assertThat(refused).isGreaterThan(50_000 / step);
        assertThat(cut).isGreaterThan(4_000 / step);
        Tried.times(refused + cut)
                .faults(refused + cut)
                .note(refused + " octets flipped in what was promised, all noticed; " + cut
                        + " in the torn tail or behind")
                .tell(reporter);
    }

    /** Where the payload of this record lies. */
    static int payload(byte[] segment, int record) {
        ByteBuffer octets = ByteBuffer.wrap(segment);
        int at = SegmentHeader.sizeOf(octets);
        for (int left = record; left > 0 || Frame.type(octets, at) < 0; at += Frame.padded(octets.getInt(at))) {
            left -= Frame.type(octets, at) < 0 ? 0 : 1;
        }
        return at + Frame.HEADER;
    }

    @Test
    @Tag("B-07")
    void an_idle_journal_marks_its_last_batch_so_that_damage_in_it_is_recognised() {
        MemoryDisk disk = new MemoryDisk();
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> {});
        journal.append((byte) 1, ByteBuffer.wrap("promised  ".getBytes(UTF_8)));
        journal.write();
        journal.force();
        int before = disk.forces;
        journal.mark();
        journal.mark();
        journal.force();
        assertThat(disk.forces).as("a mark needs no force").isEqualTo(before);
        journal.abandon();
        assertThat(replay(disk.copy())).containsExactly("promised");
        disk.octets(FIRST)[payload(disk.octets(FIRST), 0)] ^= 1;
        assertThatThrownBy(() -> replay(disk))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("damaged");
    }

    /** A segment has its full length before it has its name, so that one cut short may lack what was promised: what is missing cannot say. */
    @Test
    @Tag("B-08")
    void a_journal_cut_at_any_length_gives_its_longest_valid_prefix_and_is_refused_by_a_start(TestReporter reporter)
            throws IOException {
        MemoryDisk disk = killed(20, 260);
        byte[] segment = disk.octets(FIRST);
        List<String> all = records(200);
        int longest = 0;
        int refused = 0;
        int cuts = 0;
        for (int length = 0; length < segment.length; length += step) {
            disk.put(FIRST, Arrays.copyOf(segment, length));
            List<String> seen = new ArrayList<>();
            Recovery recovery = Recovery.look(disk, new Keyring(config.keys()), true);
            recovery.walk(recovery.oldestKept(), (position, type, payload) -> seen.add(name(payload)));
            if (!all.subList(0, seen.size()).equals(seen) || seen.size() < longest) {
                fail("length " + length + " gave " + seen.size() + " records");
            }
            longest = seen.size();
            cuts++;
            refused += isRefused(recovery, length) ? 1 : 0;
        }
        assertThat(longest).isEqualTo(200);
        assertThat(refused).isEqualTo(cuts);
        Tried.times(cuts)
                .faults(cuts)
                .refused(refused)
                .note("read at each length: the records before the cut; each start refused with file and offset")
                .tell(reporter);
    }

    private static boolean isRefused(Recovery recovery, int length) {
        try {
            recovery.refuseShortened();
            return false;
        } catch (JournalException e) {
            assertThat(e.getMessage()).contains(FIRST + ", offset " + length);
            return true;
        }
    }

    @Test
    @Tag("B-08")
    void a_shortened_file_is_refused_unchanged_and_read_as_far_as_it_goes_when_asked() {
        MemoryDisk disk = killed(3, 100);
        disk.put(FIRST, Arrays.copyOf(disk.octets(FIRST), 2_000));
        refused(disk, FIRST);
        Journal journal = open(disk);
        RecoveryReport report = journal.replay((position, type, payload) -> {}, true);
        assertThat(report.shortened()).isTrue();
        assertThat(report.clean()).isFalse();
        assertThat(report.cutBytes()).isPositive();
        assertThat(report.records()).isEqualTo(10);
        journal.abandon();
        assertThat(replay(disk)).as("and as ever from then on").hasSize(10);
    }

    @Test
    @Tag("B-09")
    void segments_missing_swapped_zeroed_doubled_or_foreign_are_refused_by_name(TestReporter reporter) {
        MemoryDisk disk = killed(100, 260);
        String second = SegmentHeader.fileName(2);
        String third = SegmentHeader.fileName(3);
        String last = SegmentHeader.fileName((int) disk.names.keySet().stream()
                        .filter(name -> name.startsWith("segment"))
                        .count()
                - 1);
        assertThat(disk.names).containsKeys(second, third, last);

        for (String name : List.of(FIRST, second, third, last)) {
            MemoryDisk missing = disk.copy();
            missing.names.remove(name);
            refused(missing, name);

            MemoryDisk zeroed = disk.copy();
            zeroed.put(name, new byte[64 << 10]);
            refused(zeroed, name);

            MemoryDisk foreign = disk.copy();
            foreign.put(name, killed(100, 260).octets(name));
            refused(foreign, "segment-");
        }
        MemoryDisk swapped = disk.copy();
        swapped.put(second, disk.octets(third));
        swapped.put(third, disk.octets(second));
        refused(swapped, second);

        MemoryDisk doubled = disk.copy();
        doubled.put(SegmentHeader.fileName(9), disk.octets(second));
        refused(doubled, SegmentHeader.fileName(9));

        MemoryDisk older = disk.copy();
        byte[] early = disk.octets(second).clone();
        Arrays.fill(early, 30_000, early.length, (byte) 0);
        older.put(second, early);
        refused(older, second);
        assertThat(replay(disk)).isEqualTo(records(1000));
        Tried.times(refusals)
                .faults(refusals)
                .refused(refusals)
                .note("starts, each refused with the file's name and nothing changed")
                .tell(reporter);
    }

    final void refused(MemoryDisk harmed, String name) {
        Map<String, Integer> before = Map.copyOf(harmed.names);
        assertThatThrownBy(() -> replay(harmed))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.DAMAGED))
                .hasMessageContaining(name);
        assertThat(harmed.names).as("nothing was changed").isEqualTo(before);
        refusals++;
    }

    @Test
    @Tag("B-10")
    void octets_of_an_earlier_use_behind_the_tail_are_not_replayed(TestReporter reporter) {
        MemoryDisk old = killed(20, 260);
        MemoryDisk fresh = killed(20, 260);
        byte[] stale = old.octets(FIRST);
        byte[] now = fresh.octets(FIRST);
        int tail = payload(now, 100) - Frame.HEADER;
        // the same records, at the same offsets, with the seqs that would follow: only the salt tells them apart
        System.arraycopy(stale, tail, now, tail, now.length - tail);
        List<String> seen = replay(fresh);
        assertThat(seen).isEqualTo(records(100));
        Tried.times(seen.size())
                .faults(1)
                .lost(records(100).stream().filter(name -> !seen.contains(name)).count())
                .note(now.length - tail + " octets of another use of the file behind the tail, none read")
                .tell(reporter);
    }
}
