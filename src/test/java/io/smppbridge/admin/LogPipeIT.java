package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of a real process whose standard output is a pipe that nobody reads. */
@Tag("crowd")
class LogPipeIT {
    private static final int LINES = 200_000;

    @TempDir
    Path directory;

    /** The process: logs, notes what it cost, ends. */
    static final class Talker {
        private Talker() {}

        public static void main(String[] args) throws Exception {
            LogSetup.apply("text", "info");
            Logger log = LoggerFactory.getLogger("io.smppbridge.talker");
            long before = System.nanoTime();
            for (int i = 0; i < LINES; i++) {
                log.info("line {} of a log that nobody reads", i);
            }
            long tookMs = (System.nanoTime() - before) / 1_000_000;
            Files.writeString(Path.of(args[0]), tookMs + " " + LogSetup.dropped());
            LogSetup.stop();
        }
    }

    @Test
    @Tag("F-11")
    void a_pipe_that_nobody_reads_neither_slows_a_process_nor_keeps_it_from_ending() throws Exception {
        Path note = directory.resolve("note");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Talker.class.getName(),
                        note.toString())
                .redirectError(directory.resolve("err").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            List<String> words = List.of(Files.readString(note).split(" "));
            assertThat(Duration.ofMillis(Long.parseLong(words.get(0)))).isLessThan(Duration.ofSeconds(20));
            assertThat(Long.parseLong(words.get(1))).isBetween(LINES - 20_000L, (long) LINES);
            assertThat(directory.resolve("err")).isEmptyFile();
        } finally {
            process.destroyForcibly();
        }
    }
}
