package io.smppbridge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.stats.CounterFile.Picture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CounterFileTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("counters");
    }

    private static byte[] name(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("S3.4")
    void a_picture_is_read_as_it_was_written_and_also_after_the_writer_has_gone() throws Exception {
        CounterFile counters = CounterFile.create(file(), 4711, NOON);
        assertThat(CounterFile.read(file())).isEmpty();
        counters.put(name("sent{smsc=\"å\"}"), 17);
        counters.put(name("rate"), 0.25);
        counters.show(NOON.plusSeconds(2));
        counters.put(name("rate"), 0.5);
        counters.close();

        Picture picture = CounterFile.read(file()).orElseThrow();
        assertThat(picture.process()).isEqualTo(4711);
        assertThat(picture.started()).isEqualTo(NOON);
        assertThat(picture.written()).isEqualTo(NOON.plusSeconds(2));
        assertThat(picture.figures())
                .containsExactly(java.util.Map.entry("sent{smsc=\"å\"}", 17.0), java.util.Map.entry("rate", 0.25));
        assertThat(picture.leftOut()).isZero();
    }

    @Test
    @Tag("S3.4")
    void a_reader_never_sees_half_of_one_picture_and_half_of_another() throws Exception {
        CounterFile counters = CounterFile.create(file(), 1, NOON);
        byte[][] names = new byte[500][];
        for (int i = 0; i < names.length; i++) {
            names[i] = name("figure-" + i);
        }
        AtomicBoolean enough = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            for (long round = 1; !enough.get(); round++) {
                for (byte[] each : names) {
                    counters.put(each, round);
                }
                counters.show(NOON);
            }
        });
        writer.start();
        int pictures = 0;
        double last = 0;
        try {
            while (pictures < 300) {
                Picture picture = CounterFile.read(file()).orElse(null);
                if (picture == null) {
                    continue;
                }
                assertThat(picture.figures()).hasSize(names.length);
                assertThat(new HashSet<>(picture.figures().values())).hasSize(1);
                double round = picture.figures().get("figure-0");
                assertThat(round).isGreaterThanOrEqualTo(last);
                last = round;
                pictures++;
            }
        } finally {
            enough.set(true);
            writer.join(5_000);
        }
        assertThat(last).as("the writer went on meanwhile").isGreaterThan(1);
    }

    @Test
    void figures_beyond_the_room_are_left_out_and_counted() throws Exception {
        CounterFile counters = CounterFile.create(file(), 1, NOON);
        byte[] wide = name("x".repeat(1000));
        int fits = (CounterFile.SIZE - 64) / (2 + 1000 + 8);
        for (int i = 0; i < fits + 7; i++) {
            counters.put(wide, i);
        }
        counters.show(NOON);
        assertThat(CounterFile.read(file()).orElseThrow().leftOut()).isEqualTo(7);
        counters.put(name("few"), 1);
        counters.show(NOON);
        assertThat(CounterFile.read(file()).orElseThrow().leftOut()).isZero();
    }

    @Test
    void a_damaged_file_is_refused_by_name() throws Exception {
        CounterFile counters = CounterFile.create(file(), 1, NOON);
        counters.put(name("rate"), 1);
        counters.show(NOON);
        byte[] sound = Files.readAllBytes(file());
        int[][] spoilt = {{40, 13}, {43, 0x7f}, {43, 0xff}, {31, 0x7f}, {23, 0x80}, {64, 0xff}, {65, 0xff}};
        for (int[] octet : spoilt) {
            byte[] octets = sound.clone();
            octets[octet[0]] = (byte) octet[1];
            Files.write(file(), octets);
            assertThatThrownBy(() -> CounterFile.read(file()))
                    .as("octet " + octet[0])
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("counters is damaged");
        }
        Files.write(file(), sound);
        assertThat(CounterFile.read(file()).orElseThrow().figures()).containsOnlyKeys("rate");
    }

    @Test
    void another_file_is_refused_by_name() throws Exception {
        Files.writeString(file(), "hello");
        assertThatThrownBy(() -> CounterFile.read(file()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("counters is not a file of counters: it has 5 octets");
        Files.write(file(), new byte[CounterFile.SIZE]);
        assertThatThrownBy(() -> CounterFile.read(file())).hasMessageContaining("does not begin with SBCOUNT1");
    }
}
