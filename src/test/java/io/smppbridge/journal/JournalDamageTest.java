package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Tried;
import io.smppbridge.settings.JournalKeys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Contents in clear. */
class JournalDamageTest extends JournalDamageContract {
    JournalDamageTest() {
        super(JournalKeys.NONE, 1);
    }

    @Test
    @Tag("A-14")
    void the_version_before_this_one_is_read_and_gone_on_with(TestReporter reporter) {
        MemoryDisk disk = killed(20, 260);
        setVersion(disk, 1);
        List<String> first = replay(disk);
        List<String> second = replay(disk);
        assertThat(first).isEqualTo(records(200));
        assertThat(second).isEqualTo(records(200));
        Tried.times(first.size())
                .lost(records(200).stream()
                        .filter(name -> !first.contains(name) || !second.contains(name))
                        .count())
                .note("records of version 1, read twice")
                .tell(reporter);
    }

    @Test
    @Tag("A-14")
    void a_newer_version_is_refused_and_nothing_is_changed(TestReporter reporter) {
        MemoryDisk disk = killed(20, 260);
        setVersion(disk, SegmentHeader.VERSION + 1);
        MemoryDisk before = disk.copy();
        assertThatThrownBy(() -> replay(disk))
                .isInstanceOfSatisfying(
                        JournalException.class,
                        e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FOREIGN_VERSION))
                .hasMessageContaining(FIRST)
                .hasMessageContaining("version " + (SegmentHeader.VERSION + 1));
        assertThat(disk.names.keySet()).isEqualTo(before.names.keySet());
        before.names.keySet().forEach(name -> assertThat(disk.octets(name)).isEqualTo(before.octets(name)));
        Tried.times(before.names.size())
                .faults(1)
                .refused(1)
                .note("files, none of them changed by the start that was refused")
                .tell(reporter);
    }

    @Test
    void a_record_that_this_version_cannot_read_is_told_with_its_place_and_nothing_is_changed() {
        MemoryDisk disk = killed(20, 260);
        MemoryDisk before = disk.copy();
        Journal journal = open(disk);
        long[] place = new long[1];
        assertThatThrownBy(() -> journal.replay((position, type, payload) -> {
                    place[0] = position;
                    payload.getLong(payload.limit());
                }))
                .isInstanceOfSatisfying(
                        JournalException.class,
                        e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FOREIGN_VERSION))
                .hasMessageContaining(FIRST + ", offset " + (int) place[0] + ": this version cannot read the record")
                .hasMessageContaining("of type 1")
                .hasMessageEndingWith("nothing was changed. Start the version that wrote it, or a newer one");
        assertThat(disk.names.keySet()).isEqualTo(before.names.keySet());
        before.names.keySet().forEach(name -> assertThat(disk.octets(name)).isEqualTo(before.octets(name)));
    }

    private static void setVersion(MemoryDisk disk, int version) {
        SegmentHeader was = SegmentHeader.decode(FIRST, ByteBuffer.wrap(disk.octets(FIRST)));
        SegmentHeader header = new SegmentHeader(
                version,
                was.number(),
                was.capacity(),
                was.batchLimit(),
                was.salt(),
                was.oldest(),
                was.instance(),
                was.incarnation(),
                was.madeAt(),
                was.mark());
        header.encode().get(disk.octets(FIRST), 0, SegmentHeader.SIZE);
    }

    @Test
    @Tag("B-07")
    @Tag("B-08")
    void damage_before_the_word_of_what_was_dropped_is_told_by_its_own_place() {
        MemoryDisk disk = new MemoryDisk();
        disk.tracing = false;
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> {});
        while (journal.currentSegment() < 3) {
            append(journal, 1);
        }
        append(journal, 20);
        journal.dropOldest();
        journal.dropOldest();
        append(journal, 20);
        append(journal, 1);
        journal.abandon();
        String third = SegmentHeader.fileName(3);
        disk.names.keySet().removeIf(name -> name.startsWith("segment") && !name.equals(third));
        assertThat(replay(disk.copy())).isNotEmpty();

        MemoryDisk flipped = disk.copy();
        byte[] octets = disk.octets(third).clone();
        octets[2_000] ^= 1;
        flipped.put(third, octets);
        refused(flipped, third);

        MemoryDisk cut = disk.copy();
        cut.put(third, Arrays.copyOf(disk.octets(third), 3_000));
        refused(cut, third + ", offset 3000");
        Journal held = open(cut);
        RecoveryReport report = held.replay((position, type, payload) -> {}, true);
        assertThat(report.shortened()).isTrue();
        assertThat(report.records()).isPositive();
        assertThat(held.oldestSegment()).isEqualTo(3);
        held.abandon();
        assertThat(replay(cut)).as("and as ever from then on").hasSize((int) report.records());
    }

    private static void append(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            journal.append((byte) 1, ByteBuffer.allocate(260));
            journal.write();
            journal.force();
        }
    }
}
