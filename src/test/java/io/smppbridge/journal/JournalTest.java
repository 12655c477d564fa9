package io.smppbridge.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.settings.JournalConfig;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    @TempDir
    Path directory;

    private JournalConfig config() {
        return new JournalConfig(directory.resolve("journal"), 64 << 10, 2, 1 << 20, 0, 0, Duration.ofMillis(10));
    }

    private Journal open() {
        return Journal.open(config(), FileDisk.in(config().directory()), InstantSource.system());
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    private static String text(ByteBuffer octets) {
        return UTF_8.decode(octets).toString();
    }

    private static List<String> replay(Journal journal) {
        List<String> seen = new ArrayList<>();
        journal.replay((position, type, payload) -> seen.add(type + ":" + text(payload)));
        return seen;
    }

    @Test
    void what_was_appended_is_seen_again_in_order() {
        List<String> expected = new ArrayList<>();
        try (Journal journal = open()) {
            assertThat(replay(journal)).isEmpty();
            for (int i = 0; i < 5_000; i++) {
                byte type = (byte) (i % 128);
                expected.add(type + ":record " + i);
                long position = journal.append(type, text("record " + i));
                if (i % 7 == 0) {
                    journal.write();
                    assertThat(journal.read(position).map(r -> text(r.payload())))
                            .contains("record " + i);
                }
                if (i % 70 == 0) {
                    journal.force();
                }
            }
            assertThat(journal.currentSegment()).isGreaterThan(2);
        }
        for (int i = 0; i < 3; i++) {
            try (Journal journal = open()) {
                assertThat(replay(journal)).isEqualTo(expected);
                journal.append((byte) 1, text("again " + i));
                expected.add("1:again " + i);
            }
        }
    }

    @Test
    void a_process_that_ends_without_closing_loses_nothing_written() {
        Journal killed = open();
        replay(killed);
        killed.append((byte) 1, text("written"));
        killed.write();
        killed.append((byte) 1, text("only appended"));
        killed.abandon();
        try (Journal journal = open()) {
            assertThat(replay(journal)).containsExactly("1:written");
        }
    }

    /** Their digits are others; a name that nobody reads again would be a segment that no start finds. */
    @ParameterizedTest
    @ValueSource(strings = {"ne-NP", "ar-EG", "fa-IR", "bn-BD", "my-MM", "tr-TR"})
    @Tag("C32")
    void a_segment_made_under_any_locale_is_found_again(String locale) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            Journal killed = open();
            replay(killed);
            killed.append((byte) 1, text("written"));
            killed.write();
            killed.abandon();
            try (Journal journal = open()) {
                assertThat(replay(journal)).containsExactly("1:written");
            }
        } finally {
            Locale.setDefault(before);
        }
        assertThat(config().directory().resolve("segment-0000000001.log")).exists();
    }

    @Test
    void a_dropped_segment_is_gone_at_once_and_after_a_restart() {
        try (Journal journal = open()) {
            replay(journal);
            long first = journal.append((byte) 1, text("first"));
            while (journal.currentSegment() < 4) {
                journal.append((byte) 2, ByteBuffer.allocate(1000));
            }
            journal.write();
            assertThat(journal.read(first)).isPresent();
            journal.dropOldest();
            journal.dropOldest();
            assertThat(journal.read(first)).isEmpty();
            assertThat(journal.readSegment(1)).isEmpty();
            assertThat(journal.oldestSegment()).isEqualTo(3);
            journal.append((byte) 3, text("last"));
            journal.write();
            journal.force();
        }
        try (Journal journal = open()) {
            List<String> seen = replay(journal);
            assertThat(seen).doesNotContain("1:first").last().isEqualTo("3:last");
            assertThat(journal.oldestSegment()).isEqualTo(3);
        }
    }

    @Test
    void a_record_can_be_encoded_in_place_and_forgotten() {
        try (Journal journal = open()) {
            replay(journal);
            journal.openRecord((byte) 1, 100).putLong(7);
            journal.cancelRecord();
            journal.openRecord((byte) 1, 100).put(text("in place"));
            long position = journal.closeRecord();
            journal.write();
            assertThat(journal.read(position).map(r -> text(r.payload()))).contains("in place");
        }
        try (Journal journal = open()) {
            assertThat(replay(journal)).containsExactly("1:in place");
        }
    }

    @Test
    void a_segment_can_be_walked_while_others_are_written() {
        try (Journal journal = open()) {
            replay(journal);
            int appended = 0;
            while (journal.currentSegment() < 3) {
                journal.append((byte) 5, text("record " + appended++));
            }
            journal.write();
            int seen = 0;
            for (long number : journal.segments()) {
                try (SegmentReader reader = journal.readSegment(number).orElseThrow()) {
                    while (reader.next()) {
                        assertThat(text(reader.payload())).isEqualTo("record " + seen++);
                        assertThat(reader.type()).isEqualTo((byte) 5);
                        assertThat(journal.read(reader.position())).isPresent();
                    }
                    assertThat(reader.complete()).isEqualTo(number < journal.currentSegment());
                }
            }
            assertThat(seen).isEqualTo(appended);
        }
    }

    /** A name that leads to itself stands for a file that the disk does not let anybody look at. */
    @Test
    void a_segment_that_cannot_be_looked_at_ends_the_start_and_is_not_taken_for_one_that_is_not_there()
            throws Exception {
        Path segment = config().directory().resolve("segment-0000000001.log");
        Files.createDirectory(config().directory());
        Files.createSymbolicLink(segment, segment);

        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FAILED))
                .hasMessageContaining("segment-0000000001.log");

        assertThat(Files.isSymbolicLink(segment)).isTrue();
    }

    @Test
    @Tag("S-52")
    void files_are_for_their_owner_only() throws Exception {
        Journal journal = open();
        replay(journal);
        journal.close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config().directory())))
                .isEqualTo("rwx------");
        try (var files = Files.list(config().directory())) {
            assertThat(files.toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    @Tag("B-15")
    void a_second_opening_in_the_same_process_is_refused_and_the_first_keeps_its_lock() {
        try (Journal journal = open()) {
            replay(journal);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(this::open)
                        .isInstanceOfSatisfying(
                                JournalException.class,
                                e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.LOCKED))
                        .hasMessageContaining("in this process or another, which holds journal.lock");
            }
            journal.append((byte) 1, text("unaffected"));
            journal.write();
            journal.force();
        }
    }
}
