package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.JavaCommand;
import io.smppbridge.demo.Demo;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
        Demo.Options options =
                new Demo.Options(Duration.ofSeconds(1), 10, true, script.toString(), List.of("/bin/false"), false);
        assertThatThrownBy(() -> Demo.run(options, new PrintWriter(System.out), new CountDownLatch(1)))
                .hasMessageContaining("carriers did not start");
    }

    /** Who ends all of a terminal's processes ends the carriers, too, which may be gone before the demo has heard of it. */
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
            new ProcessBuilder("kill", "-TERM", String.valueOf(demo.pid()))
                    .start()
                    .waitFor();
            carriers.destroyForcibly();
            String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(demo.waitFor()).as(said).isEqualTo(143);
            assertThat(said).doesNotContain("bridge:");
        } finally {
            demo.destroyForcibly();
        }
    }

    /** Who wants it to end while the bridge starts, when its carriers stand already, waits for nothing to be sent and added up. */
    @Test
    void wanted_to_end_while_its_bridge_starts_it_sends_nothing() {
        CountDownLatch enough = new CountDownLatch(1);
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.startsWith("starting the bridge")) {
                    enough.countDown();
                }
            }
        };
        List<String> carriers = JavaCommand.of(List.of(), Main.class.getName(), "smsc-sim", "--until-input-ends");
        Demo.Options options =
                new Demo.Options(Duration.ofSeconds(60), 10, true, directory.toString(), carriers, false);
        assertThatThrownBy(() -> Demo.run(options, out, enough))
                .isInstanceOf(Demo.NotBegun.class)
                .hasMessageContaining("before anything was sent");
        assertThat(said.toString()).doesNotContain("platform:").contains("kept: ");
    }

    /** What was sent is not added up then: that is no end as it was wanted. */
    @Test
    void without_its_carriers_once_it_has_begun_to_send_it_has_failed_also_where_it_is_interrupted() throws Exception {
        Process demo = new ProcessBuilder(JavaCommand.of(List.of(), Main.class.getName(), "demo"))
                .redirectErrorStream(true)
                .start();
        try {
            BufferedReader said = demo.inputReader(StandardCharsets.UTF_8);
            assertThat(said.lines().anyMatch(line -> line.startsWith("platform:")))
                    .isTrue();
            ProcessHandle carriers = demo.children().findAny().orElseThrow();
            carriers.destroyForcibly();
            carriers.onExit().get(60, TimeUnit.SECONDS);
            new ProcessBuilder("kill", "-TERM", String.valueOf(demo.pid()))
                    .start()
                    .waitFor();
            String rest = said.lines().collect(Collectors.joining("\n"));
            assertThat(demo.waitFor()).as(rest).isEqualTo(Exit.IO);
            assertThat(rest).contains("bridge: ");
        } finally {
            demo.destroyForcibly();
        }
    }
}
