package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("F-20")
class ProcessorWaitTest {
    @TempDir
    Path directory;

    private Path counters;
    private ProcessorWait wait;

    @BeforeEach
    void file() {
        counters = directory.resolve("schedstat");
        wait = new ProcessorWait(counters);
    }

    private boolean looks(long nowNanos, String says) throws IOException {
        Files.writeString(counters, says);
        wait.look(nowNanos);
        return wait.isLong();
    }

    @Test
    void a_thread_waits_long_that_could_run_for_a_quarter_of_the_time_and_does_not() throws Exception {
        assertThat(looks(1_000, "700 5000 3\n")).as("nothing to compare with").isFalse();
        assertThat(looks(2_000, "800 5250 4\n")).isTrue();
        assertThat(looks(3_000, "1700 5350 5\n")).as("a tenth, after a quarter").isTrue();
        assertThat(looks(4_000, "1700 5449 5\n")).isFalse();
        assertThat(looks(5_000, "1700 5698 5\n")).as("less than a quarter").isFalse();
        assertThat(looks(5_500, "1700 5999 5\n")).isTrue();
    }

    @Test
    void where_nobody_counts_processors_are_taken_to_be_short() throws Exception {
        wait.look(1_000);
        assertThat(wait.isLong()).isTrue();
        assertThat(looks(2_000, "1 1 1")).as("it is not asked again").isTrue();
    }

    @Test
    void numbers_that_cannot_be_read_are_none() throws Exception {
        assertThat(looks(1_000, "1 x 3")).isTrue();
        wait = new ProcessorWait(counters);
        assertThat(looks(1_000, "17")).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linux_counts_for_the_thread_that_asks() {
        ProcessorWait own = new ProcessorWait();
        own.look(0);
        own.look(Long.MAX_VALUE);
        assertThat(own.isLong()).as("a quarter of three centuries").isFalse();
    }
}
