package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The configuration changes while messages flow. */
@Tag("crowd")
class ReloadIT {
    @TempDir
    Path directory;

    @Test
    @Tag("C107")
    void reloads_under_load_lose_and_double_nothing(TestReporter reporter) throws Exception {
        rounds(1, false, reporter);
    }

    @Test
    @Tag("long")
    @Tag("C107")
    @Tag("G-05")
    void a_hundred_reloads_under_load_lose_and_double_nothing_and_leave_nothing_behind(TestReporter reporter)
            throws Exception {
        rounds(15, true, reporter);
    }

    private void rounds(int rounds, boolean looksForRests, TestReporter reporter) throws Exception {
        try (Bed bed =
                new Bed(directory, SimulatorConfig.forTests("a", "b", "c").with("respond-after", "20ms"))) {
            Map<String, String> third = take(bed.settings, "smsc.c.");
            Map<String, String> second = Map.copyOf(new LinkedHashMap<>(starting(bed.settings, "smsc.b.")));
            Child child = bed.with("route.all.smsc", "a, b").start();
            AtomicInteger next = new AtomicInteger(1);
            all(bed, child, third); // everything has been there once, and is loaded
            bed.awaitSubmits(warm(bed, child, next), Duration.ofSeconds(30));
            bed.settled(Duration.ofSeconds(60));
            Held before = looksForRests ? Held.by(child) : null;
            take(bed.settings, "smsc.c.");
            bed.with("route.all.smsc", "a, b").write();
            assertThat(child.reload()).startsWith("true");
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
            all(bed, child, third);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report("C107, " + rounds * 9 + " reloads", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(ledger.accepted()).isGreaterThan(200);
            Tried tried = ledger.tried().faults(rounds * 9L);
            if (looksForRests) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .untilAsserted(() -> Held.by(child).assertNoMoreThan(before));
                tried.note(rounds * 9 + " reloads; " + before + " before and " + Held.by(child) + " after");
            }
            tried.tell(reporter);
        }
    }

    /**
     * What a bridge holds on to.
     *
     * @param objects of its own classes for SMSCs, binds and senders, by class, after a collection
     */
    private record Held(int threads, int descriptors, Map<String, Long> objects) {
        private static final Pattern LINE = Pattern.compile(
                " *\\d+: +(\\d+) +\\d+ +(io\\.smppbridge\\.(?:app\\.Smsc|connector\\.BindKeeper|sender\\.Sender|smpp\\.\\w*Bind|smpp\\.\\w*Connector))");

        static Held by(Child child) throws Exception {
            Process process = new ProcessBuilder(
                            System.getProperty("java.home") + "/bin/jcmd",
                            Long.toString(child.pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            Map<String, Long> objects = new TreeMap<>();
            try (BufferedReader lines = process.inputReader()) {
                lines.lines()
                        .map(LINE::matcher)
                        .filter(Matcher::matches)
                        .forEach(line ->
                                objects.put(line.group(2).replaceAll(".*\\.", ""), Long.parseLong(line.group(1))));
            }
            Child.Health health = child.health(); // behind the first question, which makes a thread of its own
            return new Held(health.threads(), health.descriptors(), objects);
        }

        void assertNoMoreThan(Held before) {
            assertThat(objects).isNotEmpty().isEqualTo(before.objects);
            assertThat(threads).isLessThanOrEqualTo(before.threads);
            assertThat(descriptors).isLessThanOrEqualTo(before.descriptors);
        }

        @Override
        public String toString() {
            return threads + " threads, " + descriptors + " descriptors, " + objects;
        }
    }

    private static void all(Bed bed, Child child, Map<String, String> third) throws Exception {
        bed.settings.putAll(third);
        bed.with("route.all.smsc", "a, b, c").write();
        assertThat(child.reload()).startsWith("true");
    }

    /** @return how many there will be at the SMSCs */
    private static long warm(Bed bed, Child child, AtomicInteger next) {
        for (int i = 0; i < 20; i++) {
            assertThat(bed.platform.post(child.httpPort(), next.getAndAdd(50), 50))
                    .isTrue();
        }
        return bed.callers.accepted().size();
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
