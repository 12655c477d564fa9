package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.Silence;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operator who will not wait for the orderly end. */
@Tag("crowd")
@Timeout(90)
class SecondTermIT {
    private static final int TERMINATED = 128 + 15;
    private static final int WINDOW = 20;

    @TempDir
    Path directory;

    @Test
    @Tag("C32")
    void a_second_term_ends_a_drain_at_once_and_nothing_accepted_is_lost() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "5ms"))) {
            bed.with("bridge.drain-within", "60s").with("smsc.a.answer-within", "60s");
            bed.sim.first().silence(Silence.SUBMITS);
            try (RunningBridge bridge = RunningBridge.run(directory, bed.write())) {
                assertThat(bed.platform.post(bridge.httpPort(), 1, 500)).isTrue();
                bed.awaitSubmits(WINDOW, Duration.ofSeconds(20));
                bridge.terminate();
                bridge.awaitOutput(Pattern.compile("stopping: nothing new is accepted"));
                assertThat(bridge.isAlive()).as("the window has not drained").isTrue();
                long start = System.nanoTime();
                bridge.terminate();
                int code = bridge.awaitExit(20);
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                assertThat(code).isEqualTo(TERMINATED);
                assertThat(took).isLessThan(Duration.ofSeconds(3));
            }
            bed.sim.first().silence(Silence.NONE);
            bed.start();
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report("C32, two TERM", ledger);
            assertThat(ledger.accepted()).isEqualTo(500);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.dup()).isLessThanOrEqualTo(WINDOW);
        }
    }

    @Test
    void under_nohup_the_log_says_that_a_hangup_reloads_nothing() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"));
                RunningBridge bridge = RunningBridge.run(
                        directory, bed.write(), List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh"))) {
            bridge.awaitOutput(Pattern.compile("SIGHUP is ignored, as it is under nohup: ./bridge reload"));
        }
    }
}
