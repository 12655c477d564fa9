package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.stats.CounterFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bridge stat} at files that no bridge writes any more. */
class StatCommandTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String NAME = "smpp_bridge_accepted_total";

    @TempDir
    Path directory;

    private Path file() throws IOException {
        return Files.createDirectories(directory.resolve("journal")).resolve("counters.live");
    }

    private CounterFile.Picture write(long process, Instant started, Instant written, double value) throws IOException {
        try (CounterFile counters = CounterFile.create(file(), process, started)) {
            counters.put(NAME.getBytes(StandardCharsets.UTF_8), value);
            counters.show(written);
        }
        return CounterFile.read(file()).orElseThrow();
    }

    @Test
    @Tag("S3.4")
    void a_pause_that_is_none_is_refused_with_the_least_one() throws IOException {
        write(1, NOON, NOON, 7);
        for (String command : new String[] {"stat", "status"}) {
            Typed typed = Typed.in(directory, command, "--watch", "--every", "0s");
            assertThat(typed.code()).isEqualTo(Exit.USAGE);
            assertThat(typed.err()).contains("--every = 0ms, expected at least 100ms");
        }
        Typed watched =
                Typed.in(directory, "stat", "--file", file().toString(), "--watch", "--count", "2", "--every", "100ms");
        assertThat(watched.out()).contains(NAME);
    }

    @Test
    @Tag("S3.4")
    void of_a_file_that_is_not_there_it_is_not_said_that_no_bridge_runs() throws IOException {
        Typed typed = Typed.in(directory, "stat", "--file", file().toString());
        assertThat(typed.code()).isEqualTo(Exit.FAILURE);
        assertThat(typed.err())
                .contains("does not exist: no bridge has run", "or the file was deleted under its bridge");
    }

    @Test
    @Tag("S3.4")
    void a_damaged_file_is_told_as_one_that_cannot_be_read() throws IOException {
        write(1, NOON, NOON, 7);
        byte[] octets = Files.readAllBytes(file());
        octets[65] = (byte) 0xff;
        Files.write(file(), octets);
        Typed typed = Typed.in(directory, "stat", "--file", file().toString());
        assertThat(typed.code()).isEqualTo(Exit.IO);
        assertThat(typed.err()).contains("counters.live is damaged").doesNotContain("Exception");
    }

    @Test
    @Tag("S3.4")
    void counters_that_have_begun_anew_are_not_held_against_those_before() throws IOException {
        CounterFile.Picture before = write(4711, NOON, NOON.plusSeconds(1), 1_795);
        assertThat(StatCommand.isSameRun(before, write(4711, NOON, NOON.plusSeconds(2), 1_800)))
                .isTrue();
        assertThat(StatCommand.isSameRun(before, write(4712, NOON.plusSeconds(2), NOON.plusSeconds(3), 3)))
                .isFalse();
        assertThat(StatCommand.isSameRun(before, write(4711, NOON.plusSeconds(2), NOON.plusSeconds(3), 3)))
                .as("the same process id, as in a container")
                .isFalse();
    }

    @Test
    @Tag("S3.4")
    void old_counters_beside_a_configuration_that_writes_none_are_told_as_such() throws IOException {
        write(Integer.MAX_VALUE, NOON, NOON, 7);
        String sound = """
                smsc.one.host = 127.0.0.1
                smsc.one.system-id = bridge
                smsc.one.password =
                smsc.one.rate = 10
                journal.directory = journal
                """;
        Path config = Files.writeString(directory.resolve("bridge.properties"), sound);
        Typed ended = Typed.in(directory, "stat", "--config", config.toString());
        assertThat(ended.code()).isEqualTo(Exit.FAILURE);
        assertThat(ended.out()).contains("ENDED OR STUCK").doesNotContain("admin.counters-every");
        Files.writeString(config, sound + "admin.counters-every = 0s\n");
        assertThat(Typed.in(directory, "stat", "--config", config.toString()).out())
                .contains("ENDED OR STUCK", "admin.counters-every = 0s: a bridge with this configuration writes no");
    }
}
