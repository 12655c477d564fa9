package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.blackbox.OpenLoop.Stretch;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Three and ten times too much is offered: more than the carrier takes, and more than the bridge itself can do. */
class OverloadIT {
    private static final Limit CARRIERS = new Limit(0.95, Duration.ofMillis(50));
    private static final Limit OWN = new Limit(0.95, Duration.ofSeconds(5));
    private static final Duration NORMAL_WITHIN = Duration.ofSeconds(10);
    private static final long FLAT = 16L << 20;
    private static final int TRIES = 3;

    /** A bag that is nearly full answers late on purpose, and so holds those who feed it back. */
    private static final int CONNECTIONS = 256;

    /** From here on twice the load brings less than this many times the goodput: the bridge can do no more. */
    private static final double STILL_GROWS = 1.5;

    @TempDir
    Path directory;

    /**
     * What is to hold under too much load.
     *
     * @param goodput share of the peak
     */
    private record Limit(double goodput, Duration refusedWithin) {}

    @Test
    @Tag("long")
    @Tag("C88")
    @Tag("F-20")
    void ten_times_what_the_carrier_takes_is_refused_at_once_and_costs_neither_goodput_nor_memory(TestReporter reporter)
            throws Exception {
        carrier(reporter, 300, Duration.ofSeconds(2));
    }

    @Test
    @Tag("long")
    @Tag("C88")
    @Tag("F-20")
    void ten_times_what_the_carrier_takes_for_a_minute_costs_neither_goodput_nor_memory(TestReporter reporter)
            throws Exception {
        carrier(reporter, 500, Duration.ofSeconds(60));
    }

    /**
     * Interpreted, the bridge is slow enough for its load to come from the same machine. To look at a request and refuse it takes some of the
     * processor that would have sent messages, so most of what is too much waits its turn to be refused.
     */
    @Test
    @Tag("long")
    @Tag("F-20")
    void ten_times_what_the_bridge_itself_can_do_costs_neither_goodput_nor_memory(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            Child child = bed.with("smsc.a.window", "50")
                    .with("smsc.a.bag", "2000")
                    .with("pipeline.history", "1000")
                    .jvm("-Xint")
                    .launch("taskset", "-c", "0")
                    .awaitReady();
            try (OpenLoop load = new OpenLoop(bed, child, CONNECTIONS)) {
                double able = able(load);
                overload(reporter, bed, child, load, able, Duration.ofSeconds(20), OWN);
            }
        }
    }

    /** The load is doubled until that brings no more. */
    private static double able(OpenLoop load) throws Exception {
        double goodput = load.offer(250, Duration.ofSeconds(5)).goodput();
        for (double rate = 500; ; rate *= 2) {
            double more = load.offer(rate, Duration.ofSeconds(5)).goodput();
            if (more < STILL_GROWS * goodput) {
                return Math.max(more, goodput);
            }
            goodput = more;
        }
    }

    private void carrier(TestReporter reporter, int rate, Duration each) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            Child child = bed.with("smsc.a.rate", rate + "/s")
                    .with("smsc.a.window", "50")
                    .with("smsc.a.bag", Integer.toString(rate))
                    .with("pipeline.history", "1000")
                    .start();
            try (OpenLoop load = new OpenLoop(bed, child, CONNECTIONS)) {
                overload(reporter, bed, child, load, rate, each, CARRIERS);
            }
        }
    }

    /**
     * @param able what is the most, a second
     */
    private void overload(
            TestReporter reporter, Bed bed, Child child, OpenLoop load, double able, Duration each, Limit limit)
            throws Exception {
        load.offer(1.2 * able, Duration.ofSeconds(2)); // everything is warm, and the bag full
        for (int attempt = 1; ; attempt++) {
            Stretch peak = load.offer(1.2 * able, each);
            long heapAtPeak = child.health().heap();
            Stretch three = load.offer(3.0 * able, each);
            Stretch ten = load.offer(10.0 * able, each);
            long over = System.nanoTime();
            long heapAtTen = child.health().heap();
            Stretch after = normal(load, able, over);
            Duration normal = Duration.ofNanos(System.nanoTime() - over);
            Ledger ledger = bed.settled(Duration.ofMinutes(5));
            String words = "peak " + peak.words() + "; threefold " + three.words() + "; tenfold " + ten.words()
                    + "; normal after " + normal.toMillis() + " ms: " + after.words() + "; heap " + heapAtPeak / 1024
                    + " and " + heapAtTen / 1024 + " KiB";
            bed.report("overload, " + words, ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(heapAtTen - heapAtPeak).isLessThan(FLAT);
            assertThat(ten.refused() + ten.held()).as("too much was offered").isPositive();
            try {
                for (Stretch much : List.of(three, ten)) {
                    assertThat(much.goodput()).isGreaterThanOrEqualTo(limit.goodput * peak.goodput());
                    assertThat(much.refusedWithin()).isLessThan(limit.refusedWithin);
                }
                assertThat(peak.unanswered() + three.unanswered() + ten.unanswered())
                        .isZero();
                assertThat(after.refused() + after.held())
                        .as("normal within 10 s: %s", after)
                        .isZero();
                ledger.tried(2).note(words).tell(reporter);
                return;
            } catch (AssertionError e) {
                if (!peak.isCrowded() && !three.isCrowded() && !ten.isCrowded() && !after.isCrowded()) {
                    throw e;
                }
                if (attempt == TRIES) {
                    throw new TestAbortedException("other work on this machine each time: " + words, e);
                }
            }
        }
    }

    /** Half of what it is able to, until all of it is taken. */
    private static Stretch normal(OpenLoop load, double able, long over) throws Exception {
        Stretch after;
        do {
            after = load.offer(0.5 * able, Duration.ofSeconds(1));
        } while (after.refused() + after.held() + after.unanswered() > 0
                && System.nanoTime() - over < NORMAL_WITHIN.toNanos());
        return after;
    }
}
