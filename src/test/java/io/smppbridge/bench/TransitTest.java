package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times in the bridge from its PDU logs. */
@Tag("S2.7")
class TransitTest {
    private static final String ESME = "Z esme-bench-127.0.0.1:1000 ";

    @TempDir
    Path directory;

    private static String at(int micros, String rest) {
        return "2026-01-02T03:04:0" + micros / 1_000_000 + "." + String.format("%06d", micros % 1_000_000) + rest;
    }

    @Test
    void a_message_is_in_the_bridge_from_its_reading_to_its_answer_and_to_its_writing() throws Exception {
        Files.write(
                directory.resolve("account.bench-20260102T030405-001.log"),
                List.of(
                        at(0, ESME + "< bind_transceiver sequence=1 status=0x0 length=40"),
                        at(10, ESME + "> bind_transceiver_resp sequence=1 status=0x0 length=30"),
                        at(100, ESME + "< submit_sm sequence=2 status=0x0 length=120 data=\"\""),
                        at(1_100, ESME + "> submit_sm_resp sequence=2 status=0x0 length=30"),
                        at(3_000_000, ESME + "< submit_sm sequence=3 status=0x0 length=120"),
                        at(3_000_150, ESME + "> submit_sm_resp sequence=3 status=0x0 length=30"),
                        at(3_000_200, ESME + "< submit_sm sequence=4 status=0x0 length=120"),
                        at(3_000_380, ESME + "> submit_sm_resp sequence=4 status=0x0 length=30"),
                        at(3_000_400, ESME + "< submit_sm sequence=5 status=0x0 length=120"),
                        at(3_000_600, ESME + "> submit_sm_resp sequence=5 status=0x0 length=30")));
        Files.write(
                directory.resolve("sink1-20260102T030405-001.log"),
                List.of(
                        at(1_200, "Z smpp-sink1-1 > submit_sm sequence=9 status=0x0 length=120"),
                        at(1_300, "Z smpp-sink1-1 < submit_sm_resp sequence=9 status=0x0 length=20"),
                        at(3_000_160, "Z smpp-sink1-1 > submit_sm sequence=10 status=0x0 length=120"),
                        at(3_000_390, "Z smpp-sink1-1 > submit_sm sequence=11 status=0x0 length=120"),
                        at(3_000_620, "Z smpp-sink1-1 > submit_sm sequence=12 status=0x0 length=120")));
        Transit transit = Transit.read(directory, Duration.ofSeconds(2));
        assertThat(transit.messages()).as("the first came before it counts").isEqualTo(3);
        assertThat(transit.answerMicros()).isCloseTo(180, withinPercentage(0.1));
        assertThat(transit.submitMicros()).isCloseTo(190, withinPercentage(0.1));
    }

    @Test
    void nothing_measured_is_no_figure() throws Exception {
        Files.write(directory.resolve("account.bench-20260102T030405-001.log"), List.of());
        assertThat(Transit.read(directory, Duration.ZERO).answerMicros()).isNaN();
    }
}
