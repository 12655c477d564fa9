package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.JavaCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class DemoIT {
    @TempDir
    Path directory;

    @Test
    void the_demo_balances_in_a_directory_with_spaces_and_leaves_no_process_behind() {
        long before = ProcessHandle.current().children().count();
        Typed typed = Typed.in(directory, "demo", "--for", "8s", "--rate", "200", "--dir", "a new folder");
        assertThat(typed.code()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out())
                .contains("It balances.")
                .containsPattern("accepted \\(answered 202, forced to disk\\) +\\d{3,}")
                .containsPattern("lost +0\\R")
                .containsPattern("doubled without a mark +0\\R")
                .contains("RINVDSTADR")
                .contains("kept: ");
        assertThat(ProcessHandle.current().children().count()).isEqualTo(before);
        assertThat(directory.resolve("a new folder/bridge.properties")).isRegularFile();
    }

    @Test
    void carriers_that_do_not_start_are_a_failure_in_words() throws Exception {
        Path script = Files.createDirectories(directory.resolve("demo"));
        io.smppbridge.demo.Demo.Options options = new io.smppbridge.demo.Demo.Options(
                java.time.Duration.ofSeconds(1), 10, true, script.toString(), List.of("/bin/false"), false);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> io.smppbridge.demo.Demo.run(
                        options, new java.io.PrintWriter(System.out), new java.util.concurrent.CountDownLatch(1)))
                .hasMessageContaining("carriers did not start");
    }

    /** INT goes to every process of a terminal, also to the carriers, which may be gone before they can hear it in their own way. */
    @Test
    void interrupted_while_its_carriers_start_it_ends_as_interrupted() throws Exception {
        Process demo = new ProcessBuilder(JavaCommand.of(List.of(), Main.class.getName(), "demo"))
                .redirectErrorStream(true)
                .start();
        try {
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> demo.children().findAny().isPresent());
            ProcessHandle carriers = demo.children().findAny().orElseThrow();
            new ProcessBuilder("kill", "-INT", String.valueOf(demo.pid()))
                    .start()
                    .waitFor();
            carriers.destroyForcibly();
            String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(demo.waitFor()).as(said).isEqualTo(130);
            assertThat(said).doesNotContain("bridge:");
        } finally {
            demo.destroyForcibly();
        }
    }
}
