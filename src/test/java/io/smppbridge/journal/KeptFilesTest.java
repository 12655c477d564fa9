package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose name a file bears, and which one it is. */
class KeptFilesTest {
    private static final int SIZE = 4096;

    @TempDir
    private Path temp;

    private FileDisk disk;
    private final SegmentList segments = new SegmentList();
    private KeptFiles kept;

    @BeforeEach
    void two_segments_of_which_the_second_is_written_to() throws IOException {
        disk = FileDisk.in(temp.resolve("j"));
        kept = new KeptFiles(disk, segments);
        begin(1);
        begin(2);
    }

    private void begin(int number) throws IOException {
        disk.create(SegmentHeader.fileName(number)).close();
        assertThat(kept.begin(number)).isTrue();
        SegmentHeader header = new SegmentHeader(
                SegmentHeader.version(false), number, SIZE, SIZE, 0, 1, 0, 0, 0, SegmentHeader.KeyMark.NONE);
        segments.add(new Segment(disk, header, SIZE, new Keyring(JournalKeys.NONE)));
    }

    private Path file(int number) {
        return temp.resolve("j").resolve(SegmentHeader.fileName(number));
    }

    private boolean look() {
        kept.look();
        return kept.areThere();
    }

    /** As a move to another disk does it, and one back. */
    private void carryAwayAndBack(int number) throws IOException {
        Files.copy(file(number), temp.resolve("copy"));
        Files.move(file(number), temp.resolve("first" + number));
        Files.move(temp.resolve("copy"), file(number));
    }

    @Test
    void a_copy_in_the_place_of_what_is_written_to_is_not_that_file_also_once_that_is_full() throws IOException {
        carryAwayAndBack(2);
        assertThat(look()).isFalse();
        begin(3);
        assertThat(look()).isFalse();
        Files.move(temp.resolve("first2"), file(2), StandardCopyOption.REPLACE_EXISTING);
        assertThat(look()).isTrue();
    }

    /** Whoever had put it there was root, and the bridge is not. */
    @Test
    void a_copy_that_may_not_be_read_is_not_that_file_either() throws IOException {
        Disk unreadable = (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("openToRead")) {
                        throw new AccessDeniedException(String.valueOf(arguments[0]));
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        kept = new KeptFiles(unreadable, segments);
        assertThat(kept.begin(1)).isTrue();
        assertThat(kept.begin(2)).isTrue();
        assertThat(look()).isTrue();
        carryAwayAndBack(2);
        assertThat(look()).isFalse();
        Files.delete(file(1));
        Files.move(temp.resolve("first2"), file(2), StandardCopyOption.REPLACE_EXISTING);
        assertThat(look()).isFalse();
    }

    @Test
    void what_was_away_while_it_was_written_to_must_be_the_same_file_when_it_is_back() throws IOException {
        Path aside = temp.resolve("aside");
        Files.move(file(2), aside);
        assertThat(look()).isFalse();
        begin(3);
        assertThat(look()).isFalse();
        Files.copy(aside, file(2));
        assertThat(look()).isFalse();
        segments.removeOldest();
        segments.removeOldest();
        assertThat(look()).as("nobody needs it any more").isTrue();
    }

    @Test
    void a_copy_of_a_full_segment_is_as_good() throws IOException {
        assertThat(look()).isTrue();
        carryAwayAndBack(1);
        assertThat(look()).isTrue();
    }

    @Test
    void a_disk_that_does_not_tell_files_apart_has_none_that_is_another() throws IOException {
        MemoryDisk memory = new MemoryDisk();
        KeptFiles there = new KeptFiles(memory, segments);
        for (int number : List.of(1, 2)) {
            memory.create(SegmentHeader.fileName(number)).close();
            assertThat(there.begin(number)).isTrue();
        }
        there.look();
        assertThat(there.areThere()).isTrue();
    }
}
