package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.smppbridge.SmallDisk;
import io.smppbridge.settings.PduLogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingFileTest {
    private static final byte[] RECORD = new byte[10_000];
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path directory;

    private final RingFile ring = new RingFile("telia", ".log", new byte[0]);
    private long nanos = Instant.parse("2026-01-02T03:04:05Z").getEpochSecond() * SECOND;

    private void record(PduLogConfig limits) throws IOException {
        nanos += SECOND;
        ring.write(RECORD, limits, nanos);
        ring.flush();
    }

    private List<Path> files(Path of) throws IOException {
        try (Stream<Path> all = Files.list(of)) {
            return all.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
    }

    @Test
    void there_are_never_more_files_than_are_to_be_kept_once_something_is_written() throws IOException {
        PduLogConfig limits = new PduLogConfig(directory, 20_000, 3, Map.of());
        for (int i = 0; i < 20; i++) {
            record(limits);
            assertThat(files(directory)).hasSizeLessThanOrEqualTo(3);
        }
        ring.close();
        assertThat(files(directory)).hasSize(3);
    }

    @Test
    void a_file_that_somebody_deletes_or_moves_is_followed_by_another_at_once() throws IOException {
        PduLogConfig limits = new PduLogConfig(directory.resolve("pdu"), 1 << 20, 3, Map.of());
        record(limits);
        Files.delete(files(limits.directory()).get(0));
        record(limits);
        Path second = files(limits.directory()).get(0);
        assertThat(Files.size(second)).isEqualTo(10_000);
        Path moved = Files.move(second, directory.resolve("moved"));
        Files.createFile(second); // as a rotation by others does it
        record(limits);
        assertThat(files(limits.directory())).hasSize(2);
        assertThat(second).isEmptyFile();
        for (Path each : files(limits.directory())) {
            Files.delete(each);
        }
        Files.delete(limits.directory());
        record(limits);
        record(limits);
        ring.close();
        assertThat(Files.size(moved)).isEqualTo(10_000);
        assertThat(files(limits.directory()))
                .singleElement()
                .satisfies(file -> assertThat(Files.size(file)).isEqualTo(20_000));
    }

    /** As each start does: what there is has names of a time that is still to come. */
    @Test
    @Tag("G-01")
    void the_newest_file_outlives_those_of_a_clock_that_was_ahead_over_starts_too() throws IOException {
        PduLogConfig limits = new PduLogConfig(directory, 20_000, 3, Map.of());
        nanos += 86_400 * SECOND;
        for (int i = 0; i < 6; i++) {
            record(limits);
        }
        ring.close();
        nanos -= 86_400 * SECOND;
        for (int start = 1; start <= 4; start++) {
            nanos += SECOND;
            try (RingFile anew = new RingFile("telia", ".log", new byte[0])) {
                anew.write(RECORD, limits, nanos);
                anew.flush();
            }
            assertThat(files(directory)).hasSize(3);
            assertThat(files(directory).stream().filter(file -> file.toString().contains("-20260102T")))
                    .hasSize(Math.min(start, 3));
        }
    }

    @Test
    void where_nothing_can_be_written_what_there_is_stays_and_nothing_is_added() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "1m")) {
            PduLogConfig limits = new PduLogConfig(disk.resolve("pdu"), 20_000, 3, Map.of());
            for (int i = 0; i < 6; i++) {
                record(limits);
            }
            List<Path> before = files(limits.directory());
            for (int i = 0; i < 10; i++) {
                SmallDisk.fill(disk.resolve("filler"));
                assertThatIOException().isThrownBy(() -> record(limits));
            }
            assertThat(files(limits.directory())).isEqualTo(before);
            assertThat(before)
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(Files.size(file)).isEqualTo(20_000));
            assertThat(ring.lost()).isEqualTo(10);
            Files.delete(disk.resolve("filler"));
            record(limits);
            assertThat(files(limits.directory())).hasSize(3).contains(before.get(1), before.get(2));
        } finally {
            ring.close();
        }
    }
}
