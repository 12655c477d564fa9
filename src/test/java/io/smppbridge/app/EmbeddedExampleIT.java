package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.JavaCommand;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example that the README shows, compiled and run as its own comment says. */
@Timeout(90)
@Tag("crowd")
class EmbeddedExampleIT {
    private static final Path EXAMPLE = Path.of("examples", "EmbeddedPlatform.java");

    @TempDir
    Path directory;

    @Test
    void the_embedding_example_compiles_sends_and_hears_of_the_receipt() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("intake.http.enabled", "false")
                .simulator(config -> config.with("receipt-after", "50ms"));
        try (SmscSimulator simulator = plan.startSimulator()) {
            Path config = plan.write(
                    simulator.ports().stream().map(SimulatedPort::number).toList());
            Path output = directory.resolve("output");
            Process process = new ProcessBuilder(JavaCommand.of(
                            List.of("-Xmx256m"),
                            EXAMPLE.toAbsolutePath().toString(),
                            config.toString(),
                            "+" + CarrierBed.prefix(0) + "000001"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                String said = Files.readString(output);
                assertThat(process.exitValue()).as(said).isZero();
                assertThat(said.lines().filter(line -> line.contains("is safe; 1 part(s)")))
                        .as(said)
                        .hasSize(3);
                assertThat(said).containsPattern("receipt: \\S+ is DELIVERED");
                assertThat(simulator.first().submits())
                        .extracting(submit -> submit.text())
                        .contains("Hello from the platform", "Your code is 4711");
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
