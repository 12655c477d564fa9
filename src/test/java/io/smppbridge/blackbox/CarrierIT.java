package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The SMSC breaks off, falls silent and answers late while messages flow. */
@Tag("crowd")
@Execution(ExecutionMode.CONCURRENT)
class CarrierIT {
    private static final int WINDOW = 20;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private void pause(int leastMs, int mostMs) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(leastMs + random.nextInt(mostMs - leastMs + 1));
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** What {@code mvn verify -Dtransport=jsmpp} relies on here. */
    @Test
    @Tag("C107")
    void binds_of_a_bridge_in_a_process_are_carried_by_the_transport_that_the_build_names() throws Exception {
        String named = System.getenv().getOrDefault("SMPP_BRIDGE_SMSC_DEFAULTS_TRANSPORT", "netty");
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Child child = bed.start();
            assertThat(bed.platform.post(child.httpPort(), 1, 1)).isTrue();
            bed.awaitSubmits(1, Duration.ofSeconds(20));
            List<String> threads = child.threads();
            assertThat(threads.stream().anyMatch(name -> name.startsWith("smpp-io-")))
                    .as("%s: %s", named, threads)
                    .isEqualTo(named.equals("netty"));
        }
    }

    @Test
    @Tag("C-03")
    void dropped_binds_lose_nothing_and_double_no_more_than_their_windows() throws Exception {
        drops(6, 300, 900);
    }

    @Test
    @Tag("long")
    @Tag("C-03")
    void dropped_binds_for_minutes_lose_nothing_and_double_no_more_than_their_windows() throws Exception {
        drops(60, 1000, 10_000);
    }

    private void drops(int drops, int leastMs, int mostMs) throws Exception {
        BreakHow[] ways = {BreakHow.RST, BreakHow.CLOSE, BreakHow.UNBIND};
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("respond-after", "5ms..30ms"))) {
            // What waits when the load ends must be sent within the time that is waited for it.
            Child child = bed.with("smsc.a.bag", "2000").start();
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            for (int i = 0; i < drops; i++) {
                pause(leastMs, mostMs);
                bed.sim.first().breakAll(ways[i % ways.length]);
            }
            pause(leastMs, mostMs);
            load.end();
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report("C-03, " + drops + " drops, seed " + seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(ledger.accepted()).isGreaterThan(200);
            assertThat(ledger.dup()).isLessThanOrEqualTo(drops * WINDOW);
        }
    }

    @Test
    @Tag("C21")
    @Tag("C22")
    void under_resend_an_smsc_killed_at_random_costs_no_more_than_a_window_each_time() throws Exception {
        Ledger ledger = deaths("resend", 15);
        assertThat(ledger.dup()).isLessThanOrEqualTo(15 * WINDOW);
    }

    @Test
    @Tag("C21")
    @Tag("C22")
    void under_never_an_smsc_killed_at_random_gets_nothing_twice_and_what_is_in_doubt_is_told() throws Exception {
        Ledger ledger = deaths("never", 15);
        assertThat(ledger.dup()).isZero();
    }

    @Test
    @Tag("long")
    @Tag("C21")
    @Tag("C22")
    void a_thousand_deaths_of_the_smsc_under_resend_cost_no_more_than_a_window_each() throws Exception {
        assertThat(deaths("resend", 1000).dup()).isLessThanOrEqualTo(1000 * WINDOW);
    }

    @Test
    @Tag("long")
    @Tag("C21")
    @Tag("C22")
    void a_thousand_deaths_of_the_smsc_under_never_double_nothing() throws Exception {
        assertThat(deaths("never", 1000).dup()).isZero();
    }

    /** The port breaks all connections, refuses new ones for a moment, and comes back. */
    private Ledger deaths(String policy, int deaths) throws Exception {
        SimulatorConfig mortal =
                SimulatorConfig.forTests("a").with("respond-after", "5ms..30ms").recording(2_000_000);
        try (Bed bed = new Bed(directory, mortal)) {
            Child child = bed.with("smsc.a.uncertain", policy)
                    .with("smsc.a.reconnect-max", "50ms")
                    .start();
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            for (int i = 0; i < deaths; i++) {
                bed.awaitSubmits(bed.received() + 10, Duration.ofSeconds(10));
                pause(0, 60);
                bed.sim.first().stopListening();
                bed.sim.first().breakAll(BreakHow.RST);
                pause(10, 60);
                bed.sim.first().listen();
            }
            load.end();
            // While it was dead most of the time, a backlog has grown with the number of deaths.
            Ledger ledger = bed.settled(Duration.ofSeconds(30).plusMillis(400L * deaths));
            bed.report("C21 " + policy + ", " + deaths + " deaths, seed " + seed, ledger);
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            return ledger;
        }
    }

    @Test
    @Tag("C-07")
    void answers_that_come_late_on_a_live_link_double_nothing() throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("respond-after", "0ms..1500ms"))) {
            Child child = bed.with("smsc.a.answer-within", "300ms")
                    .with("smsc.a.answer-timers", "100")
                    .start();
            assertThat(bed.platform.post(child.httpPort(), 1, 200)).isTrue();
            Ledger ledger = bed.settled(Duration.ofSeconds(40));
            bed.report("C-07", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
        }
    }

    @Test
    @Tag("C-06")
    void messages_whose_answer_never_comes_end_and_their_slots_come_back(TestReporter reporter) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Child child = bed.with("smsc.a.answer-within", "200ms")
                    .with("smsc.a.answer-timers", "2")
                    .start();
            for (int round = 0; round < 3; round++) {
                answersDropped(bed, child, round);
                fillsItsWindow(bed, child, round);
            }
            Ledger ledger = bed.settled(Duration.ofSeconds(20));
            PortReport report = bed.sim.first().report();
            long dropped = report.submits().dropped();
            bed.report(
                    "C-06, " + dropped + " answers dropped, "
                            + report.sessions().total() + " binds",
                    ledger);
            assertThat(ledger.isSound()).as("%s", ledger).isTrue();
            assertThat(ledger.failed().keySet()).isSubsetOf("UNCERTAIN");
            assertThat(ledger.dup()).isLessThanOrEqualTo((int) dropped * WINDOW);
            assertThat(report.submits().mostUnanswered()).isEqualTo(WINDOW);
            ledger.tried(dropped)
                    .note("after each of 3 rounds all " + WINDOW + " places of the window were taken again")
                    .tell(reporter);
        }
    }

    private static void answersDropped(Bed bed, Child child, int round) {
        SimulatedPort smsc = bed.sim.first();
        long before = smsc.report().submits().dropped();
        smsc.set("drop-every", "100");
        for (int from = 1; from <= 500; from += 250) {
            assertThat(bed.platform.post(child.httpPort(), 2000 * round + from, 250))
                    .isTrue();
        }
        Ledger ledger = bed.settled(Duration.ofSeconds(40));
        assertThat(ledger.isSound()).as("%s", ledger).isTrue();
        assertThat(smsc.report().submits().dropped()).isGreaterThanOrEqualTo(before + 5);
        smsc.set("drop-every", "0");
    }

    /** As many wait for an answer at one moment, on the one bind that there is, as ever may. */
    private static void fillsItsWindow(Bed bed, Child child, int round) {
        SimulatedPort smsc = bed.sim.first();
        smsc.set("respond-after", "150ms");
        assertThat(bed.platform.post(child.httpPort(), 2000 * round + 1001, 200))
                .isTrue();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> smsc.report().sessions().binds().stream().anyMatch(bind -> bind.unanswered() == WINDOW));
        smsc.set("respond-after", "0ms");
        assertThat(bed.settled(Duration.ofSeconds(20)).isSound()).isTrue();
    }
}
