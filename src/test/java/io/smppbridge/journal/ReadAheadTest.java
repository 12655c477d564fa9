package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading along gives what reading alone gives, with fewer calls to the disk. */
class ReadAheadTest {
    private static final int SEGMENT = 64 << 10;
    private final MemoryDisk disk = new MemoryDisk();

    private Journal open(JournalKeys keys, Random random) {
        JournalConfig config =
                new JournalConfig(Path.of("memory"), SEGMENT, 2, 0, 0, 0, Duration.ofMillis(10)).with(keys);
        Journal journal = Journal.open(config, disk, InstantSource.system(), random, false);
        journal.replay((position, type, payload) -> {});
        return journal;
    }

    private static long append(Journal journal, int number, int size) {
        return journal.append(
                (byte) (number % 100), ByteBuffer.allocate(Integer.BYTES + size).putInt(0, number));
    }

    private static void isRecord(JournalRecord record, int number) {
        assertThat(record.payload().getInt(0)).isEqualTo(number);
        assertThat(record.type()).isEqualTo((byte) (number % 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatever_the_order_and_while_it_grows_each_record_is_the_one_that_was_written(long seed) {
        Random random = new Random(seed);
        JournalKeys keys = seed % 2 == 0
                ? JournalKeys.NONE
                : JournalKeys.parse("one " + "0123456789abcdef".repeat(4)).orElseThrow();
        Journal journal = open(keys, random);
        List<Long> positions = new ArrayList<>();
        int[] rows = new int[4];
        int dropped = 0;
        for (int turn = 0; turn < 400; turn++) {
            for (int i = random.nextInt(20); i >= 0; i--) {
                int size = random.nextInt(60) == 0 ? random.nextInt(3 * ReadAhead.SPAN) : random.nextInt(300);
                positions.add(append(journal, positions.size(), size));
            }
            journal.write();
            for (int row = 0; row < rows.length; row++) {
                rows[row] = random.nextInt(30) == 0 ? random.nextInt(positions.size()) : rows[row];
                for (int i = random.nextInt(20); i >= 0 && rows[row] < positions.size(); i--) {
                    int number = rows[row]++;
                    String what = "record " + number + ", seed " + seed;
                    var record = journal.readAlong(positions.get(number));
                    boolean there = positions.get(number) >>> 32 >= journal.oldestSegment();
                    assertThat(record.isPresent()).as(what).isEqualTo(there);
                    record.ifPresent(found -> isRecord(found, number));
                }
            }
            if (journal.currentSegment() - journal.oldestSegment() > 3) {
                journal.dropOldest();
                journal.force();
                dropped++;
            }
        }
        assertThat(dropped).isGreaterThan(5);
        journal.abandon();
    }

    @Test
    void rows_of_records_that_follow_each_other_are_read_a_hundred_at_a_time() {
        Journal journal = open(JournalKeys.NONE, new Random(7));
        long[][] rows = new long[3][100];
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < rows[row].length; i++) {
                rows[row][i] = append(journal, 100 * row + i, 120);
            }
        }
        journal.write();
        int before = disk.reads;
        for (int i = 0; i < 100; i++) {
            for (int row = rows.length - 1; row >= 0; row--) {
                isRecord(journal.readAlong(rows[row][i]).orElseThrow(), 100 * row + i);
            }
        }
        assertThat(disk.reads - before).isLessThanOrEqualTo(3 * rows.length);
        journal.abandon();
    }

    @Test
    void damage_is_told_as_by_reading_alone() {
        Journal journal = open(JournalKeys.NONE, new Random(8));
        long first = append(journal, 1, 50);
        long second = append(journal, 2, 50);
        journal.write();
        isRecord(journal.readAlong(first).orElseThrow(), 1);
        disk.octets(SegmentHeader.fileName(1))[(int) second + Frame.HEADER + 9] ^= 4;
        assertThatThrownBy(() -> journal.readAlong(second))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(SegmentHeader.fileName(1))
                .hasMessageContaining("no valid record here");
        journal.abandon();
    }
}
