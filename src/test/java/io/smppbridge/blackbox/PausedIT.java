package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The process stands still for a while, as a paused container or a migrated machine does, and goes on. */
@Tag("crowd")
class PausedIT {
    /** Two SMSCs with one bind of twenty each. */
    private static final int SUM_OF_WINDOWS = 40;

    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    @Tag("G-03")
    void a_pause_of_five_seconds_loses_nothing_and_dead_binds_are_noticed_at_once(TestReporter reporter)
            throws Exception {
        paused(reporter, Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    @Tag("G-03")
    void a_pause_of_a_minute_loses_nothing_and_dead_binds_are_noticed_at_once(TestReporter reporter) throws Exception {
        paused(reporter, Duration.ofSeconds(60));
    }

    @Test
    @Tag("long")
    @Tag("G-03")
    void a_pause_of_ten_minutes_loses_nothing_and_dead_binds_are_noticed_at_once(TestReporter reporter)
            throws Exception {
        paused(reporter, Duration.ofMinutes(10));
    }

    /**
     * Meanwhile one SMSC gives up its bind and the other one keeps it, with all answers on their way. Those have been read by nobody when
     * the process goes on, and every timer is over.
     */
    private void paused(TestReporter reporter, Duration pause) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b").with("respond-after", "5ms..30ms"))) {
            Child child = bed.with("smsc.a.answer-within", "2s")
                    .with("smsc.b.answer-within", "2s")
                    .with("smsc.b.answer-timers", "1")
                    .with("smsc.a.enquire-link", "2s")
                    .with("smsc.b.enquire-link", "2s")
                    .start();
            SimulatedPort a = bed.sim.ports().get(0);
            SimulatedPort b = bed.sim.ports().get(1);
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            bed.awaitSubmits(500, Duration.ofSeconds(60));
            child.pause();
            long from = System.nanoTime();
            long bindsOfB = b.report().sessions().total();
            a.breakAll(BreakHow.CLOSE);
            long before = a.report().submits().total();
            for (long left = pause.toNanos(); left > 0; left = from + pause.toNanos() - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            long resumed = System.nanoTime();
            child.resume();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> a.bindsNow() == 1 && a.report().submits().total() > before);
            long noticedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - resumed);
            load.end(); // in a long pause its callers have given up
            load = bed.platform.load(child.httpPort(), next, 5, 2);
            bed.awaitSubmits(bed.received() + 200, Duration.ofSeconds(60));
            load.end();
            bed.settleDoubts(child);
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            bed.report(
                    "G-03, " + pause.toSeconds() + " s, the dead bind was made anew and used after " + noticedMs
                            + " ms",
                    ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(ledger.dup()).isLessThanOrEqualTo(SUM_OF_WINDOWS);
            // Kept, unless on a crowded machine nobody has read within the second after the pause.
            boolean kept = b.report().sessions().total() == bindsOfB;
            assertThat(Duration.ofMillis(noticedMs)).isLessThanOrEqualTo(NOTICED_WITHIN);
            ledger.tried(1)
                    .note("stopped for " + pause.toSeconds() + " s; dead bind made anew and used after " + noticedMs
                            + " ms; the other one " + (kept ? "kept" : "made anew"))
                    .tell(reporter);
        }
    }
}
