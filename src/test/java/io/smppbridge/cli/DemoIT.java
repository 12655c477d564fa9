package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
