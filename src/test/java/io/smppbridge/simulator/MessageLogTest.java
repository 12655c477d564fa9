package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator's word for the audit, while it runs and after it was killed. */
@Tag("crowd")
class MessageLogTest {
    @TempDir
    Path directory;

    private SmscSimulator started(Path log) throws Exception {
        Properties script = new Properties();
        script.setProperty("listen", "0");
        script.setProperty("http-port", "-1");
        script.setProperty("message-log", log.toString());
        return SmscSimulator.start(SimulatorConfig.from(script));
    }

    private static void submit(SmscSimulator simulator, String text) throws Exception {
        try (RawEsme esme = RawEsme.bound(simulator.port(), BindMode.TRX)) {
            esme.write(RawEsme.submit("46701", 0, text, 2));
            assertThat(esme.read().status()).isZero();
        }
    }

    private static List<String> lines(Path log) throws Exception {
        String all = Files.readString(log);
        assertThat(all).matches(text -> text.isEmpty() || text.endsWith("\n"), "whole lines");
        return all.lines().toList();
    }

    @Test
    void a_line_is_in_the_file_while_the_simulator_runs() throws Exception {
        Path log = directory.resolve("carrier.jsonl");
        try (SmscSimulator simulator = started(log)) {
            submit(simulator, "one");
            await().atMost(Duration.ofSeconds(20)).until(() -> lines(log).size() == 1);
            submit(simulator, "two");
            await().atMost(Duration.ofSeconds(20)).until(() -> lines(log).size() == 2);
        }
        assertThat(lines(log)).hasSize(2);
    }

    @Test
    void a_restart_goes_on_behind_what_the_file_holds_and_on_a_line_of_its_own() throws Exception {
        Path log = directory.resolve("carrier.jsonl");
        try (SmscSimulator simulator = started(log)) {
            submit(simulator, "one");
        }
        String cut = "{\"type\":\"submit\",\"sm";
        Files.writeString(log, cut, StandardOpenOption.APPEND);
        try (SmscSimulator simulator = started(log)) {
            submit(simulator, "two");
        }
        List<String> lines = lines(log);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("\"text\":\"one\"");
        assertThat(lines.get(1)).isEqualTo(cut);
        assertThat(lines.get(2)).contains("\"text\":\"two\"");
    }
}
