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
    private long atNanos;

    @BeforeEach
    void file() {
        counters = directory.resolve("schedstat");
        wait = new ProcessorWait(counters);
    }

    private boolean looks(long nowNanos, String says) throws IOException {
        Files.writeString(counters, says);
        wait.look(nowNanos);
        atNanos = nowNanos;
        return wait.isLong();
    }

    @Test
    void a_thread_waits_long_that_could_run_for_a_quarter_of_the_time_and_does_not() throws Exception {
        assertThat(looks(1_000, "700 5000 3\n")).as("nothing to compare with").isFalse();
        assertThat(looks(2_000, "800 5250 4\n")).isTrue();
        assertThat(looks(3_000, "1700 5350 5\n")).as("a tenth, after a quarter").isTrue();
        calm(ProcessorWait.CALM);
        assertThat(wait.isLong()).isFalse();
        assertThat(looks(8_000, "1700 5599 5\n")).as("less than a quarter").isFalse();
        assertThat(looks(8_500, "1700 5999 5\n")).isTrue();
    }

    @Test
    void a_thread_that_waits_less_for_a_moment_still_waits_long() throws Exception {
        looks(1_000, "0 0 0");
        looks(2_000, "0 5350 0");
        calm(ProcessorWait.CALM - 1);
        assertThat(wait.isLong()).isTrue();
        assertThat(looks(6_000, "0 5450 0")).as("a tenth").isTrue();
        calm(ProcessorWait.CALM - 1);
        assertThat(wait.isLong()).as("counted anew").isTrue();
    }

    /** It looks so often at 1000 ns each in which it does not wait. */
    private void calm(int times) throws IOException {
        String before = Files.readString(counters);
        for (int i = 0; i < times; i++) {
            looks(atNanos + 1_000, before);
        }
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
