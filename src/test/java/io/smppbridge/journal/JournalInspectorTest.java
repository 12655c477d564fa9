package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JournalInspectorTest {
    private static final JournalConfig CONFIG =
            new JournalConfig(Path.of("memory"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));

    private final MemoryDisk disk = new MemoryDisk();
    private final JournalInspector inspector =
            JournalInspector.of(disk, JournalKeys.NONE, type -> type == 1 ? "message" : "type " + type);
    private Journal journal;

    @BeforeEach
    void a_journal_in_use() {
        journal = Journal.open(CONFIG, disk, InstantSource.system(), new Random(1), false);
        journal.replay((position, type, payload) -> {});
        journal.append((byte) 1, ByteBuffer.wrap("secret text".getBytes()));
        journal.append((byte) 2, ByteBuffer.allocate(50));
        journal.write();
        journal.force();
        journal.append((byte) 1, ByteBuffer.allocate(10));
        journal.write();
    }

    private static String said(Consumer<PrintStream> what) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        what.accept(new PrintStream(out, true));
        return out.toString();
    }

    /** Each record that it reads makes the bridge write more, until there is another segment. */
    @Test
    @Tag("B-07")
    void what_a_bridge_writes_and_forces_while_it_is_read_is_read_too_and_no_damage() {
        List<Integer> sizes = new ArrayList<>();
        inspector.walk(all -> assertThat(all).isTrue(), (position, type, payload) -> {
            sizes.add(payload.remaining());
            if (journal.currentSegment() < 3) {
                for (int batch = 0; batch < 2; batch++) {
                    journal.append((byte) 1, ByteBuffer.allocate(1_000 + sizes.size()));
                    journal.write();
                    journal.force();
                }
            }
        });
        assertThat(sizes).startsWith(11, 50, 10, 1_001, 1_001, 1_002, 1_002, 1_003, 1_003);
        assertThat(journal.currentSegment()).isEqualTo(3);
        List<Integer> after = new ArrayList<>();
        inspector.walk(all -> assertThat(all).isTrue(), (position, type, payload) -> after.add(payload.remaining()));
        assertThat(sizes).as("and nothing is missing").isEqualTo(after);
    }

    /** As a bridge at work does when nothing in its oldest segment matters any more. */
    private void drop() {
        String oldest = SegmentHeader.fileName((int) journal.oldestSegment());
        add();
        journal.dropOldest();
        while (disk.names.containsKey(oldest)) {
            add();
        }
    }

    /** Goes on in another segment. */
    private void add() {
        long segment = journal.currentSegment();
        while (journal.currentSegment() == segment) {
            journal.append((byte) 3, ByteBuffer.allocate(10_000));
            journal.write();
            journal.force();
        }
    }

    @Test
    @Tag("B-07")
    void whoever_was_shown_records_of_a_journal_that_dropped_what_was_to_come_is_told_to_begin_anew() {
        add();
        add();
        List<Integer> sizes = new ArrayList<>();
        assertThatThrownBy(() -> inspector.walk(all -> assertThat(all).isTrue(), (position, type, payload) -> {
                    sizes.add(payload.remaining());
                    if (sizes.size() == 2) {
                        drop();
                        drop();
                        drop();
                    }
                }))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.IN_MOTION))
                .hasMessageContaining("dropped segments that were being read");
        sizes.clear();
        inspector.walk(all -> assertThat(all).isFalse(), (position, type, payload) -> sizes.add(payload.remaining()));
        assertThat(sizes).as("what is left").isNotEmpty().containsOnly(10_000);
    }

    @Test
    @Tag("B-07")
    void what_is_dropped_after_it_was_read_through_does_no_harm() {
        add();
        List<Integer> sizes = new ArrayList<>();
        inspector.walk(all -> {}, (position, type, payload) -> {
            sizes.add(payload.remaining());
            if (payload.remaining() == 10_000 && journal.oldestSegment() == 1) {
                journal.dropOldest();
                add();
            }
        });
        assertThat(sizes).startsWith(11, 50, 10, 10_000);
    }

    @Test
    @Tag("B-07")
    void what_is_said_of_a_journal_is_read_anew_while_it_drops_what_is_read() {
        int[] times = {0};
        add();
        disk.listed = () -> {
            if (++times[0] < 6) {
                drop();
            }
        };
        assertThat(said(out -> assertThat(inspector.verify(out)).isTrue())).contains("segments");
        assertThat(said(inspector::stats)).containsPattern("all +[1-9]");
        times[0] = Integer.MIN_VALUE;
        assertThatThrownBy(() -> inspector.stats(System.out))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("try again");
    }

    @Test
    void it_lists_segments_batches_and_records_without_their_contents() {
        assertThat(said(inspector::inspect))
                .contains("segment-0000000001.log", "message  11 octets", "type 2  50 octets", "no seal: ends here")
                .doesNotContain("secret");
        journal.close();
        assertThat(said(inspector::inspect)).contains("sealed: closed in order");
    }

    @Test
    void it_counts_by_type() {
        assertThat(said(inspector::stats))
                .containsPattern("message +2 records +21 octets")
                .containsPattern("all +3 records");
    }

    @Test
    @Tag("B-07")
    void it_says_what_a_start_would_say_and_changes_nothing() {
        assertThat(said(out -> assertThat(inspector.verify(out)).isTrue()))
                .contains("3 records", "not closed in order");
        MemoryDisk before = disk.copy();
        disk.octets(SegmentHeader.fileName(1))[SegmentHeader.SIZE + 152 + 25] ^= 1;
        assertThat(said(out -> assertThat(inspector.verify(out)).isTrue())).contains("torn tail", "at least 1 records");
        disk.octets(SegmentHeader.fileName(1))[SegmentHeader.SIZE + 152 + 25] ^= 1;
        journal.force();
        journal.mark();
        disk.octets(SegmentHeader.fileName(1))[SegmentHeader.SIZE + 30] ^= 1;
        assertThat(said(out -> assertThat(inspector.verify(out)).isFalse()))
                .contains("segment-0000000001.log, offset 64", "damaged", "nothing was changed");
        assertThat(disk.names).isEqualTo(before.names);
    }
}
