package io.smppbridge.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.settings.JournalKeys;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contents sealed with a key: the same damage, and what keys are about. */
@Tag("S-52")
@Tag("hot")
class SealedJournalTest extends JournalDamageContract {
    private static final String ONE = "one " + "0123456789abcdef".repeat(4);
    private static final String TWO = "two " + "f0e1d2c3b4a59687".repeat(4);
    private static final JournalKeys KEYS = keys(ONE);

    SealedJournalTest() {
        super(KEYS, 13);
    }

    private static JournalKeys keys(String... lines) {
        return JournalKeys.parse(String.join("\n", lines)).orElseThrow();
    }

    private static String said(Consumer<PrintStream> what) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        what.accept(new PrintStream(out, true));
        return out.toString(UTF_8);
    }

    private static void text(Journal journal, String text) {
        journal.append((byte) 1, ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    private List<String> all(Journal journal) {
        List<String> seen = new ArrayList<>();
        journal.replay(
                (position, type, payload) -> seen.add(UTF_8.decode(payload).toString()));
        return seen;
    }

    private void refusedForKey(MemoryDisk disk, JournalKeys keys, String... words) {
        MemoryDisk before = disk.copy();
        assertThatThrownBy(() -> all(open(disk, keys)))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.KEY))
                .hasMessageContainingAll(words);
        assertThat(disk.names.keySet()).isEqualTo(before.names.keySet());
        before.names.keySet().forEach(name -> assertThat(disk.octets(name)).isEqualTo(before.octets(name)));
    }

    @Test
    void no_word_of_a_record_is_on_the_disk() {
        MemoryDisk disk = killed(100, 260);
        disk.names
                .keySet()
                .forEach(name ->
                        assertThat(new String(disk.octets(name), ISO_8859_1)).doesNotContain("record"));
    }

    @Test
    void a_record_is_read_back_alone_wherever_it_lies_in_its_batch() {
        MemoryDisk disk = new MemoryDisk();
        Journal journal = open(disk);
        all(journal);
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            positions.add(journal.append((byte) 1, ByteBuffer.wrap(("+46" + i + "x".repeat(i)).getBytes(UTF_8))));
            if (i % 37 == 0) {
                journal.write();
            }
        }
        journal.write();
        for (int i = 0; i < 300; i++) {
            JournalRecord read = journal.read(positions.get(i)).orElseThrow();
            assertThat(UTF_8.decode(read.payload()).toString()).isEqualTo("+46" + i + "x".repeat(i));
            JournalRecord along = journal.readAlong(positions.get(i)).orElseThrow();
            assertThat(UTF_8.decode(along.payload()).toString()).isEqualTo("+46" + i + "x".repeat(i));
        }
        journal.abandon();
    }

    @Test
    void a_start_without_the_key_or_with_another_of_its_name_is_refused_and_changes_nothing() {
        MemoryDisk disk = killed(20, 260);
        refusedForKey(disk, JournalKeys.NONE, FIRST, "key one", "missing", "journal.key-file");
        refusedForKey(disk, keys(TWO), FIRST, "key one", "missing");
        refusedForKey(disk, keys(TWO.replace("two", "one")), FIRST, "another key", "called one");
        assertThat(replay(disk)).isEqualTo(records(200));
    }

    @Test
    void a_change_that_keeps_the_checksums_right_is_noticed_by_the_tag() {
        MemoryDisk disk = killed(20, 260);
        byte[] segment = disk.octets(FIRST);
        ByteBuffer octets = ByteBuffer.wrap(segment);
        int salt = SegmentHeader.decode(FIRST, octets).salt();
        for (int place : List.of(0, 9, 16 - Frame.HEADER)) { // of the payload, and the type in its header
            MemoryDisk changed = disk.copy();
            ByteBuffer other = ByteBuffer.wrap(changed.octets(FIRST));
            int at = payload(segment, 55) - Frame.HEADER;
            other.put(at + Frame.HEADER + place, (byte) (other.get(at + Frame.HEADER + place) ^ 2));
            other.putInt(at + 4, salt);
            other.putInt(at + 4, Frame.crc(new CRC32C(), other, at, Frame.padded(other.getInt(at))));
            assertThatThrownBy(() -> replay(changed))
                    .hasMessageContaining(FIRST)
                    .hasMessageContaining("somebody has changed it");
        }
    }

    @Test
    void no_two_segments_have_the_same_key_and_no_place_is_sealed_twice() {
        MemoryDisk disk = new MemoryDisk();
        Set<String> salts = new HashSet<>();
        int segments = 0;
        for (int start = 0; start < 30; start++) {
            Journal journal = open(disk);
            all(journal);
            byte[] before = disk.octets(SegmentHeader.fileName((int) journal.currentSegment()))
                    .clone();
            assertThat(before).as("a start writes into a new segment").endsWith(new byte[before.length - 128]);
            SegmentHeader header = SegmentHeader.decode("", ByteBuffer.wrap(before));
            salts.add(HexFormat.of().formatHex(header.mark().salt()));
            segments++;
            text(journal, "written and torn");
            journal.write();
            journal.abandon();
            // the tail is torn, so the next start cuts it: its place must not be sealed again
            byte[] torn = disk.octets(SegmentHeader.fileName(header.number()));
            torn[payload(torn, 0)] ^= 1;
        }
        assertThat(salts).hasSize(segments);
    }

    @Test
    void keys_are_rotated_while_it_is_written_and_an_old_one_goes_with_its_segments() {
        MemoryDisk disk = new MemoryDisk();
        Journal journal = open(disk, keys(ONE));
        all(journal);
        text(journal, "by one");
        journal.write();
        assertThat(journal.change(keys(TWO)).orElseThrow()).contains("key one");
        assertThat(journal.change(keys(TWO, TWO.replace("two", "one"))).orElseThrow())
                .contains("key one");
        assertThat(journal.change(keys(TWO, ONE))).isEmpty();
        long first = journal.currentSegment();
        while (journal.currentSegment() < first + 3) {
            text(journal, "x".repeat(20_000));
            journal.write();
        }
        assertThat(journal.sealedBy()).containsOnlyKeys("one", "two").doesNotContainEntry("two", 0);
        journal.force();
        while (journal.sealedBy().get("one") > 0) {
            journal.dropOldest();
        }
        journal.write();
        journal.force();
        assertThat(journal.change(keys(TWO))).isEmpty();
        text(journal, "by two");
        journal.close();
        List<String> seen = all(open(disk.copy(), keys(TWO)));
        assertThat(seen).contains("by two").doesNotContain("by one");
    }

    @Test
    void a_journal_in_clear_is_gone_on_with_sealed_and_the_other_way() {
        MemoryDisk disk = new MemoryDisk();
        for (JournalKeys keys : List.of(JournalKeys.NONE, KEYS)) {
            Journal journal = open(disk, keys);
            all(journal);
            text(journal, "with " + keys.all().size());
            journal.close();
        }
        assertThat(all(open(disk.copy(), keys(TWO, ONE)))).containsExactly("with 0", "with 1");
        refusedForKey(disk, JournalKeys.NONE, "key one");
    }

    @Test
    void an_inspector_without_the_key_checks_all_but_the_contents() {
        MemoryDisk disk = killed(20, 260);
        JournalInspector without = JournalInspector.of(disk, JournalKeys.NONE, type -> "message");
        assertThat(said(without::inspect)).contains("version 3", "sealed with key one", "message  260 octets");
        assertThat(said(out -> assertThat(without.verify(out)).isTrue()))
                .contains("200 records", "keys that are not given");
        assertThat(said(without::stats)).containsPattern("message +200 records +52000 octets");
        assertThatThrownBy(() -> without.walk(all -> {}, (position, type, payload) -> {}))
                .hasMessageContaining("key one");
        JournalInspector with = JournalInspector.of(disk, KEYS, type -> "message");
        assertThat(said(out -> assertThat(with.verify(out)).isTrue())).doesNotContain("not given");
        disk.octets(FIRST)[payload(disk.octets(FIRST), 7)] ^= 1;
        assertThat(said(out -> assertThat(without.verify(out)).isFalse())).contains("damaged");
    }

    @Test
    void keys_are_derived_as_rfc_5869_says() {
        // its test case 1
        byte[] secret = HexFormat.of().parseHex("0b".repeat(22));
        byte[] salt = HexFormat.of().parseHex("000102030405060708090a0b0c");
        byte[] info = HexFormat.of().parseHex("f0f1f2f3f4f5f6f7f8f9");
        assertThat(HexFormat.of().formatHex(SegmentSeal.derive(secret, salt, info, 42)))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    }
}
