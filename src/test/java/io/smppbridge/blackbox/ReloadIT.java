package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration changes while messages flow. */
@Tag("crowd")
class ReloadIT {
    @TempDir
    Path directory;

    @Test
    @Tag("C107")
    void reloads_under_load_lose_and_double_nothing() throws Exception {
        rounds(1);
    }

    @Test
    @Tag("long")
    @Tag("C107")
    @Tag("G-05")
    void a_hundred_reloads_under_load_lose_and_double_nothing() throws Exception {
        rounds(15);
    }

    private void rounds(int rounds) throws Exception {
        try (Bed bed =
                new Bed(directory, SimulatorConfig.forTests("a", "b", "c").with("respond-after", "20ms"))) {
            Map<String, String> third = take(bed.settings, "smsc.c.");
            Map<String, String> second = Map.copyOf(new LinkedHashMap<>(starting(bed.settings, "smsc.b.")));
            Child child = bed.with("route.all.smsc", "a, b").start();
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            for (int round = 0; round < rounds; round++) {
                changed(bed, child, "smsc.a.rate", "500/s");
                changed(bed, child, "smsc.a.window", "5");
                changed(bed, child, "smsc.a.senders", "3");
                changed(bed, child, "smsc.a.senders", "1");
                changed(bed, child, "smsc.a.rate", "unlimited");
                bed.settings.putAll(third);
                changed(bed, child, "route.all.smsc", "a, b, c");
                take(bed.settings, "smsc.b.");
                changed(bed, child, "route.all.smsc", "a, c");
                bed.with("smsc.a.window", "0").write();
                assertThat(child.reload())
                        .startsWith("false")
                        .contains("smsc.a.window")
                        .contains("bridge.properties");
                flow(bed);
                bed.settings.put("smsc.a.window", "20");
                changed(bed, child, "smsc.a.system-type", "type" + round);
                bed.settings.putAll(second);
                take(bed.settings, "smsc.c.");
                changed(bed, child, "route.all.smsc", "a, b");
            }
            load.end();
            // Receipts of what the third SMSC took are still with it.
            bed.settings.putAll(third);
            bed.with("route.all.smsc", "a, b, c").write();
            assertThat(child.reload()).startsWith("true");
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("C107, " + rounds * 9 + " reloads", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(ledger.accepted()).isGreaterThan(200);
        }
    }

    private static void changed(Bed bed, Child child, String key, String value) throws Exception {
        bed.with(key, value).write();
        assertThat(child.reload()).startsWith("true");
        flow(bed);
    }

    private static void flow(Bed bed) {
        bed.awaitSubmits(bed.received() + 30, Duration.ofSeconds(15));
    }

    private static Map<String, String> starting(Map<String, String> settings, String prefix) {
        Map<String, String> some = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                some.put(key, value);
            }
        });
        return some;
    }

    private static Map<String, String> take(Map<String, String> settings, String prefix) {
        Map<String, String> some = starting(settings, prefix);
        settings.keySet().removeAll(some.keySet());
        return some;
    }
}
