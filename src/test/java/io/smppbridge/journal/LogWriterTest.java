package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of writing, forcing and reusing, with the work of the thread that makes segments done by hand. */
class LogWriterTest {
    private static final JournalConfig CONFIG =
            new JournalConfig(Path.of("memory"), 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));

    private final MemoryDisk disk = new MemoryDisk();
    private final SegmentList segments = new SegmentList();
    private final SegmentSupply supply = new SegmentSupply(
            disk, CONFIG, InstantSource.system(), new Random(1), new Keyring(JournalKeys.NONE), segments);
    private final LogWriter writer = new LogWriter(disk, supply, segments, new BatchBuffer(32 << 10));

    private void start(int segments) throws Exception {
        supply.begin(new SegmentSupply.Origin(7, 1, 32 << 10), 1, 1);
        writer.start(supply.take(Duration.ofSeconds(1)), 1);
        for (int i = 0; i < segments * 6 - 1; i++) {
            append(10_000);
            writer.write();
        }
        assertThat(disk.list()).contains("segment-0000000001.log", SegmentHeader.fileName(segments));
    }

    private void append(int octets) {
        writer.begin((byte) 1, octets).put(new byte[octets]);
        writer.end();
    }

    private void supplyEverything() {
        while (supply.step()) {
            // one piece of work
        }
    }

    @Test
    @Tag("A-06")
    void a_dropped_segment_keeps_its_file_until_what_says_so_is_written_and_forced() throws Exception {
        start(3);
        writer.dropOldest();
        writer.force(); // of what was written before
        supplyEverything();
        assertThat(disk.list()).contains("segment-0000000001.log");
        writer.write();
        supplyEverything();
        assertThat(disk.list()).contains("segment-0000000001.log");
        writer.force();
        supplyEverything();
        assertThat(disk.list()).doesNotContain("segment-0000000001.log");
    }

    @Test
    @Tag("A-06")
    void a_new_segment_says_of_older_ones_only_what_is_stored() throws Exception {
        start(3);
        writer.dropOldest();
        writer.write();
        writer.dropOldest();
        writer.force(); // of the first drop
        supplyEverything();
        assertThat(supply.take(Duration.ofSeconds(1)).header().oldest()).isEqualTo(2);
        assertThat(disk.list()).contains("segment-0000000002.log");
    }

    /** What comes after a force in the same segment is answered after one force of its own, and not after that of a full segment as well. */
    @Test
    @Tag("B-06")
    void the_last_force_of_a_segment_is_one_that_is_due_anyway() throws Exception {
        supply.begin(new SegmentSupply.Origin(7, 1, 32 << 10), 1, 1);
        writer.start(supply.take(Duration.ofSeconds(1)), 1);
        for (int batch = 1; batch <= 500; batch++) {
            supplyEverything();
            writer.begin((byte) 1, 8_000).put(new byte[1_000]);
            writer.end();
            writer.write();
            writer.force();
            assertThat(writer.forces()).isEqualTo(batch);
        }
        assertThat(disk.list()).contains("segment-0000000009.log");
        assertThat(disk.list()).doesNotContain("segment-0000000013.log");
    }

    /** Else the kernel would read what lies behind a batch, once it has forgotten the page. */
    @Test
    @Tag("B-06")
    void a_batch_is_written_in_zeros_up_to_the_end_of_its_last_page_and_never_beyond_the_file() throws Exception {
        int segment = CONFIG.segmentSize();
        supply.begin(new SegmentSupply.Origin(7, 1, 32 << 10), 1, 1);
        writer.start(supply.take(Duration.ofSeconds(1)), 1);
        disk.trace.clear();
        for (int i = 0; i < 40; i++) {
            append(1_001 + 97 * i);
            writer.write();
            MemoryDisk.Written written = (MemoryDisk.Written) disk.trace.get(disk.trace.size() - 1);
            long end = written.offset() + written.octets().length;
            assertThat(end).isLessThanOrEqualTo(segment);
            assertThat(end % MemoryDisk.BLOCK).isZero();
        }
        assertThat(disk.list()).contains("segment-0000000002.log");
    }
}
