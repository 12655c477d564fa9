package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.cli.Main;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SimulatorConfig.CaptureConfig;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What an operator does after an incident: the logs of all sides, and {@code ./bridge audit}. */
@Tag("crowd")
@Execution(ExecutionMode.CONCURRENT)
class AuditIT {
    private static final int KILLS = 2;
    private static final int SUM_OF_WINDOWS = 40;

    @TempDir
    Path directory;

    /** What the command said. */
    private record Said(int code, JsonNode json, String text) {
        int count(String fault) {
            return json.path("faults").path(fault).path("count").asInt(-1);
        }
    }

    @Test
    @Tag("A-01")
    void after_kills_amid_load_the_audit_finds_nothing_lost_and_every_duplicate_marked() throws Exception {
        Path carrier = directory.resolve("carrier.jsonl");
        SimulatorConfig simulator = SimulatorConfig.forTests("a", "b")
                .with("respond-after", "5ms..20ms")
                .with("receipt-after", "5ms..50ms")
                .capturing(new CaptureConfig(Optional.empty(), 0, Optional.of(carrier)));
        try (Bed bed = new Bed(directory, simulator)) {
            AtomicInteger next = new AtomicInteger(1);
            Child child = bed.start();
            for (int kill = 0; kill < KILLS; kill++) {
                Platform.Load load = bed.platform.load(child.httpPort(), next, 10, 2);
                bed.awaitSubmits(bed.received() + 200, Duration.ofSeconds(30));
                child.kill();
                load.end();
                child = bed.start();
            }
            bed.settleDoubts(child);
            bed.settled(Duration.ofSeconds(60));
            child.terminate();
            assertThat(child.awaitExit(40)).isZero();
            bed.submits(); // writes what is buffered
            Path callers = Files.write(directory.resolve("callers.jsonl"), callers(bed));
            Path events = Files.write(directory.resolve("events.jsonl"), events(bed));
            Path journal = directory.resolve("journal");

            Said said = audit(callers, carrier, events, journal);
            System.out.println("BLACKBOX audit after " + KILLS + " kills: " + said.json());
            assertThat(said.code()).as(said.text()).isZero();
            assertThat(said.json().path("clean").asBoolean()).isTrue();
            assertThat(said.json().path("figures").path("accepted").asInt()).isGreaterThan(200 * KILLS);
            assertThat(said.json().path("duplicates").path("unmarked").asInt()).isZero();
            assertThat(said.json().path("duplicates").path("marked").asInt())
                    .isLessThanOrEqualTo(KILLS * SUM_OF_WINDOWS);

            planted(callers, carrier, events, journal);
        }
    }

    /** One submit that came once is struck from the carrier's log. */
    private void planted(Path callers, Path carrier, Path events, Path journal) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(carrier));
        String last = lines.stream()
                .filter(line -> line.contains("\"submit\"") && line.contains("\"status\":0"))
                .reduce((one, other) -> other)
                .orElseThrow();
        String words = new ObjectMapper().readTree(last).path("text").asText();
        lines.removeIf(line -> line.contains("\"submit\"") && line.contains("\"" + words + "\""));
        Said said = audit(callers, Files.write(directory.resolve("cut.jsonl"), lines), events, journal);
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.count("lost")).as(said.text()).isEqualTo(1);
    }

    private static List<String> callers(Bed bed) {
        var accepted = bed.callers.accepted();
        var refused = bed.callers.refused();
        return bed.callers.asked().stream()
                .map(n -> {
                    String outcome = accepted.containsKey(n)
                            ? "\"outcome\":\"accepted\",\"id\":\"" + accepted.get(n) + "\""
                            : refused.containsKey(n) ? "\"outcome\":\"refused\"" : "\"outcome\":\"unknown\"";
                    return Numbered.json(n).replaceFirst("\\{", "{" + outcome + ",");
                })
                .toList();
    }

    private static List<String> events(Bed bed) {
        return bed.hook.seen().stream()
                .map(seen -> "{\"answer\":" + (seen.taken() ? 200 : 503) + ",\"body\":" + seen.event() + "}")
                .toList();
    }

    private Said audit(Path callers, Path carrier, Path events, Path journal) throws Exception {
        Path out = directory.resolve("audit.out");
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "audit",
                        "--callers",
                        callers.toString(),
                        "--carrier",
                        carrier.toString(),
                        "--events",
                        events.toString(),
                        "--journal",
                        journal.toString(),
                        "--settled",
                        "--json")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out);
        return new Said(process.exitValue(), new ObjectMapper().readTree(text), text);
    }
}
