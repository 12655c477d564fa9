package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.JavaCommand;
import io.smppbridge.Tried;
import io.smppbridge.cli.Main;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SimulatorConfig.CaptureConfig;
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
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What an operator does after an incident: the logs of all sides, and {@code ./bridge audit}. */
@Tag("crowd")
@Execution(ExecutionMode.CONCURRENT)
class AuditIT {
    private static final int KILLS = 2;

    @TempDir
    Path directory;

    private Child last;

    /** What the command said. */
    private record Said(int code, JsonNode json, String text) {
        int count(String fault) {
            return json.path("faults").path(fault).path("count").asInt(-1);
        }
    }

    @Test
    @Tag("A-01")
    void after_kills_amid_load_the_audit_finds_nothing_lost_and_every_duplicate_marked(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, simulator("5ms..20ms"))) {
            kills(bed, KILLS);
            bed.settleDoubts(last);
            bed.settled(Duration.ofSeconds(60));
            Said said = audited(bed);
            assertThat(said.code()).as(said.text()).isZero();
            assertThat(said.json().path("clean").asBoolean()).isTrue();
            int accepted = said.json().path("figures").path("accepted").asInt();
            int marked = said.json().path("duplicates").path("marked").asInt();
            int unmarked = said.json().path("duplicates").path("unmarked").asInt();
            assertThat(accepted).isGreaterThan(40 * KILLS);
            assertThat(unmarked).isZero();
            assertThat(marked).isLessThanOrEqualTo(KILLS * Kills.SUM_OF_WINDOWS);
            Tried.times(accepted)
                    .faults(KILLS)
                    .lost(said.count("lost"))
                    .doubled(marked + unmarked)
                    .note("as ./bridge audit --settled says")
                    .tell(reporter);

            planted();
        }
    }

    /** The bridge answers before the commit. */
    @Test
    @Tag("long")
    @Tag("A-01")
    void after_a_kill_of_a_bridge_that_answers_early_the_audit_says_what_is_lost(TestReporter reporter)
            throws Exception {
        LyingDisk.Lie lie = LyingDisk.Lie.FORCED_LATER;
        try (Bed bed = new Bed(directory, simulator("1s"))) {
            bed.jvm(LyingDisk.options(lie));
            kills(bed, 1);
            bed.rested();
            Said said = audited(bed);
            assertThat(said.code()).as(said.text()).isEqualTo(1);
            int accepted = said.json().path("figures").path("accepted").asInt();
            Teeth.bitten(reporter, "the audit after a kill", lie, accepted, said.count("lost"));
        }
    }

    private SimulatorConfig simulator(String answerAfter) {
        return Kills.answeringAfter(answerAfter)
                .capturing(new CaptureConfig(Optional.empty(), 0, Optional.of(directory.resolve("carrier.jsonl"))));
    }

    private void kills(Bed bed, int count) throws Exception {
        Kills kills = new Kills(bed);
        kills.strike(kills.http(new AtomicInteger(1), 10, 2), count);
        last = bed.jvm().start();
    }

    /** Stops the bridge, and asks the audit about all that was written down. */
    private Said audited(Bed bed) throws Exception {
        last.terminate();
        assertThat(last.awaitExit(40)).isZero();
        bed.submits(); // writes what is buffered
        Files.write(directory.resolve("callers.jsonl"), callers(bed));
        Files.write(directory.resolve("events.jsonl"), events(bed));
        Said said = audit("carrier.jsonl");
        System.out.println("BLACKBOX audit after kills: " + said.json());
        return said;
    }

    /** One submit that came once is struck from the carrier's log. */
    private void planted() throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(directory.resolve("carrier.jsonl")));
        String last = lines.stream()
                .filter(line -> line.contains("\"submit\"") && line.contains("\"status\":0"))
                .reduce((one, other) -> other)
                .orElseThrow();
        String words = new ObjectMapper().readTree(last).path("text").asText();
        lines.removeIf(line -> line.contains("\"submit\"") && line.contains("\"" + words + "\""));
        Files.write(directory.resolve("cut.jsonl"), lines);
        Said said = audit("cut.jsonl");
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

    private Said audit(String carrier) throws Exception {
        Path out = directory.resolve("audit.out");
        Process process = new ProcessBuilder(JavaCommand.of(
                        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"),
                        Main.class.getName(),
                        "audit",
                        "--callers",
                        directory.resolve("callers.jsonl").toString(),
                        "--carrier",
                        directory.resolve(carrier).toString(),
                        "--events",
                        directory.resolve("events.jsonl").toString(),
                        "--journal",
                        directory.resolve("journal").toString(),
                        "--settled",
                        "--json"))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out);
        return new Said(process.exitValue(), new ObjectMapper().readTree(text), text);
    }
}
