package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.JavaCommand;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bridge run} as a process, told by a signal to read its file anew. */
@Timeout(120)
@Tag("crowd")
class HangUpIT {
    private static final List<String> RESET = List.of("env", "--default-signal=HUP");

    @TempDir
    Path directory;

    private Path said;

    private Process run(Path file) throws IOException {
        said = directory.resolve("said.log");
        List<String> words = new ArrayList<>();
        if (canReset()) {
            // Where this build runs under nohup, HUP is ignored, and so it would be in the child.
            words.addAll(RESET);
        }
        words.addAll(JavaCommand.of(JavaCommand.SHORT_LIVED, Main.class.getName(), "run", file.toString()));
        return new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }

    private static boolean canReset() throws IOException {
        List<String> words = new ArrayList<>(RESET);
        words.add("true");
        try {
            return new ProcessBuilder(words).start().waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void awaitSaid(Process child, String... words) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    assertThat(child.isAlive()).as("it runs").isTrue();
                    assertThat(Files.readString(said)).contains(words);
                });
    }

    private String sound(SmscSimulator carrier) {
        return """
                smsc.one.host = 127.0.0.1
                smsc.one.port = %d
                smsc.one.system-id = shop
                smsc.one.password = secret
                smsc.one.rate = 100
                route.all.smsc = one
                journal.directory = %s
                journal.segment-size = 1M
                journal.reserve = 0
                journal.reserve-share = 0
                intake.http.enabled = false
                admin.enabled = false
                bridge.drain-within = 1s
                """.formatted(carrier.port(), directory.resolve("journal"));
    }

    private static void hangUp(Process child) throws Exception {
        Process kill = new ProcessBuilder("kill", "-HUP", Long.toString(child.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    @Test
    @Tag("C107")
    void a_faulty_file_is_refused_with_every_fault_in_the_log_and_a_good_one_taken() throws Exception {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"))) {
            String sound = sound(carrier);
            Path file = Files.writeString(directory.resolve("bridge.properties"), sound);
            Process child = run(file);
            try {
                awaitSaid(child, "smpp-bridge", "runs on");
                Files.writeString(file, sound + "smsc.one.windw = 5\nsmsc.one.window = 0\n");
                hangUp(child);
                awaitSaid(child, "nothing has changed", "smsc.one.windw", "smsc.one.window = 0");
                assertThat(Files.readString(said).lines().filter(line -> line.contains("reload refused: ")))
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allSatisfy(line -> assertThat(line).contains("WARN"));
                Files.writeString(file, sound.replace("rate = 100", "rate = 50"));
                hangUp(child);
                awaitSaid(child, "reload: ", "smsc.one.rate");
            } finally {
                child.destroy();
                if (!child.waitFor(20, TimeUnit.SECONDS)) {
                    child.destroyForcibly();
                }
            }
            assertThat(child.exitValue()).as(Files.readString(said)).isZero();
        }
    }

    @Test
    @Tag("C107")
    void a_signal_while_it_starts_ends_nothing_and_is_followed_when_it_runs() throws Exception {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"))) {
            String listening = sound(carrier).replace("admin.enabled = false", "admin.enabled = true\nadmin.port = 0");
            Process child = run(Files.writeString(directory.resolve("bridge.properties"), listening));
            try {
                awaitSaid(child, "admin-http listens on");
                hangUp(child);
                awaitSaid(child, "runs on", "reload: nothing has changed");
            } finally {
                child.destroy();
                if (!child.waitFor(20, TimeUnit.SECONDS)) {
                    child.destroyForcibly();
                }
            }
        }
    }
}
