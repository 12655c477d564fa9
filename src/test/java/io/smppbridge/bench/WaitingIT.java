package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.settings.TransportKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More waits than the heap could hold. */
@Timeout(900)
@Tag("long")
class WaitingIT {
    private static final int WAITING = 5_000_000;
    /** As many as are in memory in the run that the other is compared with. */
    private static final int HOT = 1_000_000;

    @TempDir
    Path directory;

    private WaitingScenarios of(int pending, String name, List<String> options) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new WaitingScenarios(new Plan(
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                0,
                100,
                4,
                pending,
                java,
                directory.resolve(name),
                TransportKind.NETTY,
                options));
    }

    @Test
    @Tag("F-12")
    void five_million_messages_wait_in_256_mebibytes_and_are_sent_as_fast_as_such_in_memory(TestReporter reporter)
            throws Exception {
        Result hot = of(HOT, "hot", List.of()).hot();
        Result cold = of(WAITING, "cold", List.of("-Xmx256m")).cold();

        String figures = String.format(
                Locale.ROOT,
                "%.0f/s and %.1f µs each; in memory %.0f/s and %.1f µs: x%.2f",
                cold.perSecond(),
                cold.cpuMicros(),
                hot.perSecond(),
                hot.cpuMicros(),
                cold.perSecond() / hot.perSecond());
        System.out.println("F-12: " + figures + "; " + cold.note());
        Tried.times(WAITING)
                .lost(cold.note().endsWith(WaitingScenarios.EXACT) ? 0 : 1)
                .note(figures)
                .tell(reporter);
        assertThat(cold.note()).endsWith(WaitingScenarios.EXACT);
        assertThat(hot.note()).endsWith(WaitingScenarios.EXACT);
        assertThat(cold.perSecond()).isGreaterThan(0.8 * hot.perSecond());
    }
}
