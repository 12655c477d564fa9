package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "0x00, 0F6263, text, åbc",
        "0x03, E56263, text, åbc",
        "0x08, 0416, text, Ж",
        "0x10, 0F6263, text, åbc", // flash
        "0x18, 0416, text, Ж",
        "0x1B, 0416, text, Ж",
        "0xC8, 0F6263, text, åbc", // voice mail waits
        "0xE8, 0416, text, Ж",
        "0xF0, 0F6263, text, åbc",
        "0x02, 0F6263, binary, D2Jj",
        "0x04, 0F6263, binary, D2Jj",
        "0x16, 0F6263, binary, D2Jj",
        "0xF5, 0F6263, binary, D2Jj",
    })
    void a_line_has_what_the_octets_say_by_their_data_coding(String coding, String octets, String field, String says)
            throws Exception {
        Path log = directory.resolve("carrier.jsonl");
        ReceivedSubmit.Party party = new ReceivedSubmit.Party(1, 1, "46701");
        ReceivedSubmit submit = new ReceivedSubmit(
                0,
                "smppclient1",
                1,
                2,
                party,
                party,
                0,
                0,
                Integer.decode(coding),
                new ReceivedSubmit.Times("", 0, 0, "", ""),
                HexFormat.of().parseHex(octets),
                Map.of(),
                0,
                "17");
        try (MessageLog lines = new MessageLog(log)) {
            lines.submit("telia", submit, Instant.EPOCH);
        }
        assertThat(lines(log)).singleElement().asString().contains("\"" + field + "\":\"" + says + "\"");
    }
}
