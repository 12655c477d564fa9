package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.simulator.MoParts;
import io.smppbridge.simulator.MoParts.Part;
import io.smppbridge.simulator.MoParts.Place;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts of subscribers' messages that were answered, and wait for the others, when the process is killed. */
@Tag("crowd")
@Timeout(120)
class InboundPartsKillIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private static List<JsonNode> told(Bed bed, String text) {
        return bed.hook.seen().stream()
                .map(Hook.Seen::event)
                .filter(event -> event.path("text").asText().equals(text))
                .toList();
    }

    private static void awaitTaken(SimulatedPort smsc, int count) {
        await().atMost(SOON).until(() -> smsc.report().mo().acked() == count);
    }

    @Test
    @Tag("C92")
    @Tag("C75")
    void parts_that_wait_outlive_a_kill_and_are_handed_over_once_whole_or_when_their_time_is_over() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            SimulatedPort smsc = bed.sim.first();
            Child child = bed.start();
            List<Part> header = MoParts.of(Place.UDH_8, "46709999991", 7, "one ", "two ", "three");
            List<Part> wide = MoParts.of(Place.UDH_16, "46709999991", 7, "uno ", "due");
            List<Part> sar = MoParts.of(Place.SAR, "46709999991", 7, "eins ", "zwei");
            List<Part> lost = MoParts.of(Place.UDH_8, "46709999992", 7, "here ", "never");
            header.get(2).send(smsc, "72404");
            header.get(0).send(smsc, "72404");
            wide.get(1).send(smsc, "72404");
            sar.get(0).send(smsc, "72404");
            lost.get(0).send(smsc, "72404");
            awaitTaken(smsc, 5);
            child.kill();
            child = bed.start();
            header.get(0).send(smsc, "72404"); // the SMSC says it once more
            wide.get(0).send(smsc, "72404");
            awaitTaken(smsc, 7);
            await().atMost(SOON).until(() -> !told(bed, "uno due").isEmpty());
            assertThat(bed.hook.taken()).as("all others still wait").isEqualTo(1);
            header.get(1).send(smsc, "72404");
            sar.get(1).send(smsc, "72404");
            awaitTaken(smsc, 9);
            await().atMost(SOON).until(() -> bed.hook.taken() == 3);
            child.kill();
            bed.with("smsc.a.reassemble-within", "1s").start();
            await().atMost(SOON).until(() -> bed.hook.taken() == 4);
            for (String text : List.of("one two three", "uno due", "eins zwei", "here ")) {
                assertThat(told(bed, text)).as(text).isNotEmpty();
                assertThat(told(bed, text).get(0).path("complete").asBoolean())
                        .as(text)
                        .isEqualTo(!text.equals("here "));
            }
        }
    }

    /** By a bridge that answers deliver_sm before the commit. */
    @Test
    @Tag("long")
    @Tag("C92")
    void parts_that_were_answered_too_early_are_found_to_be_lost_by_a_kill(TestReporter reporter) throws Exception {
        int messages = 20;
        LyingDisk.Lie lie = LyingDisk.Lie.FORCED_LATER;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            SimulatedPort smsc = bed.sim.first();
            List<List<Part>> sent = IntStream.range(0, messages)
                    .mapToObj(i -> MoParts.of(Place.UDH_8, "467099999" + (10 + i), 7, "one ", "two"))
                    .toList();
            Child child = bed.jvm(LyingDisk.options(lie)).start();
            sent.forEach(parts -> parts.get(0).send(smsc, "72404"));
            awaitTaken(smsc, messages);
            child.kill();
            bed.jvm().start();
            sent.forEach(parts -> parts.get(1).send(smsc, "72404"));
            awaitTaken(smsc, 2 * messages);
            bed.rested();
            Teeth.bitten(
                    reporter,
                    "first parts",
                    lie,
                    messages,
                    messages - told(bed, "one two").size());
        }
    }
}
