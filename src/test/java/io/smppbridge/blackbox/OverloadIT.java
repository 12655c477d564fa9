package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.blackbox.OpenLoop.Stretch;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Three and ten times too much is offered: more than the carrier takes, and more than the bridge itself can do. */
class OverloadIT {
    private static final Limit CARRIERS = new Limit(0.95, Duration.ofMillis(50), 1);
    private static final Limit OWN = new Limit(0.95, Duration.ofSeconds(5), 3);
    private static final Duration NORMAL_WITHIN = Duration.ofSeconds(10);
    /** Receipts come later than they would when processors are short. */
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(10);

    private static final Duration LEAD = Duration.ofSeconds(3);
    private static final long FLAT = 16L << 20;

    /** Which a message leaves for a day: its clientRef. */
    private static final long OCTETS_OF_REFERENCE = 128;

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
     * @param rounds of which the mean counts
     */
    private record Limit(double goodput, Duration refusedWithin, int rounds) {}

    /** One load, so many times what is the most. */
    private static final class Loaded {
        final double times;
        final List<Stretch> stretches = new ArrayList<>();
        final List<Long> heaps = new ArrayList<>();

        Loaded(double times) {
            this.times = times;
        }

        Stretch all() {
            return Stretch.together(stretches);
        }

        /** Octets, the mean after each of them. */
        long heap() {
            return (long) heaps.stream().mapToLong(Long::longValue).average().orElseThrow();
        }

        String words() {
            String each = stretches.stream()
                    .map(one -> String.format(Locale.ROOT, "%.0f", one.goodput()))
                    .collect(Collectors.joining(", "));
            return String.format(
                    Locale.ROOT,
                    "%.1f times the most: %s (%s), heap %d KiB",
                    times,
                    all().words(),
                    each,
                    heap() / 1024);
        }
    }

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
                overload(reporter, bed, child, load, able, Duration.ofSeconds(10), OWN);
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
     * All three loads in each round, each time in another order: more messages wait for their receipts when the last one begins than when the
     * first does, and no two rounds find this machine as it was. In three rounds each load has had each place once.
     *
     * @param able what is the most, a second
     */
    private void overload(
            TestReporter reporter, Bed bed, Child child, OpenLoop load, double able, Duration each, Limit limit)
            throws Exception {
        for (int attempt = 1; ; attempt++) {
            List<Loaded> loads = Stream.of(1.2, 3.0, 10.0).map(Loaded::new).toList();
            List<Stretch> after = new ArrayList<>();
            Duration normal = Duration.ZERO;
            for (int round = 0; round < limit.rounds; round++) {
                List<Loaded> order = new ArrayList<>(loads);
                Collections.rotate(order, -round);
                for (Loaded much : order) {
                    much.stretches.add(load.offer(much.times * able, LEAD, each));
                    long over = System.nanoTime();
                    much.heaps.add(child.health().heap());
                    after.add(normal(load, able, over));
                    Duration took = Duration.ofNanos(System.nanoTime() - over);
                    normal = took.compareTo(normal) > 0 ? took : normal;
                }
            }
            Ledger ledger = bed.settled(SETTLED_WITHIN);
            Loaded peak = loads.get(0);
            List<Loaded> overloads = loads.subList(1, loads.size());
            Stretch calm = Stretch.together(after);
            String words = loads.stream().map(Loaded::words).collect(Collectors.joining("; ")) + "; normal after "
                    + normal.toMillis() + " ms: " + calm.words();
            bed.report("overload, " + words, ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(ledger.failed()).isEmpty();
            assertThat(child.health().heap() - peak.heaps.get(0))
                    .as("of memory that overload took nothing is left: %s", words)
                    .isLessThan(FLAT + ledger.accepted() * OCTETS_OF_REFERENCE);
            assertThat(overloads).as(words).allMatch(much -> much.heap() - peak.heap() < FLAT);
            assertThat(overloads)
                    .as("too much was offered")
                    .allMatch(much -> much.all().refused() + much.all().held() > 0);
            try {
                for (Loaded much : overloads) {
                    assertThat(much.all().goodput())
                            .isGreaterThanOrEqualTo(limit.goodput * peak.all().goodput());
                    assertThat(much.all().refusedWithin()).isLessThan(limit.refusedWithin);
                }
                assertThat(loads).allMatch(one -> one.all().unanswered() == 0);
                assertThat(calm.refused() + calm.held())
                        .as("normal within 10 s: %s", calm)
                        .isZero();
                ledger.tried(2 * limit.rounds).note(words).tell(reporter);
                return;
            } catch (AssertionError e) {
                if (!calm.isCrowded()
                        && loads.stream().noneMatch(one -> one.all().isCrowded())) {
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
