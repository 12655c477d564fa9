package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.smppbridge.JavaCommand;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a command prints, where it cannot be written whole. */
@Timeout(60)
@Tag("crowd")
class ResultsIT {
    private static final List<String> SMALL = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static List<String> profiles() {
        return JavaCommand.of(SMALL, Main.class.getName(), "profiles");
    }

    @Test
    void results_that_a_full_disk_cuts_end_in_an_error() throws Exception {
        assumeTrue(new File("/dev/full").exists(), "a device that is always full");
        Process full = new ProcessBuilder(profiles())
                .redirectOutput(new File("/dev/full"))
                .start();
        String said = new String(full.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(full.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("not all of this could be written to standard output");
        assertThat(full.exitValue()).isEqualTo(74);
    }

    @Test
    void whoever_reads_no_more_of_it_than_he_wants_hears_of_no_error() throws Exception {
        List<String> words =
                new ArrayList<>(List.of("bash", "-c", "\"$@\" | head -c 1; exit ${PIPESTATUS[0]}", "bash"));
        words.addAll(profiles());
        Process piped = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(piped.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(piped.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(said).hasSize(1);
        assertThat(piped.exitValue()).isZero();
    }
}
