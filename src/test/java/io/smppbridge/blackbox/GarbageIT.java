package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** One SMSC writes nonsense of every kind on its bind, while another one, that writes none, is busy at its full rate. */
@Tag("crowd")
class GarbageIT {
    private static final int WINDOW = 20;
    private static final int RATE = 200;
    private static final int WAITING = RATE;
    private static final int BATCH = 40;
    /** What this machine's other work costs differs from one time to the next; what the garbage costs does not. */
    private static final int MOST_TIMES = 4;

    private static final long FLAT = 12L << 20;
    private static final long SECOND = 1_000_000_000L;
    private static final long HALF = SECOND / 2;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private int next = 1;
    private int made;
    private long forGood;

    @Test
    @Tag("C-12")
    void garbage_of_every_kind_from_one_smsc_costs_it_a_window_a_bind_and_the_other_nothing(TestReporter reporter)
            throws Exception {
        garbage(reporter, 1, Duration.ofSeconds(2));
    }

    @Test
    @Tag("long")
    @Tag("C-12")
    void garbage_of_every_kind_forty_times_costs_a_window_a_bind_and_neither_rate_nor_memory(TestReporter reporter)
            throws Exception {
        garbage(reporter, 40, Duration.ofSeconds(10));
    }

    private void garbage(TestReporter reporter, int rounds, Duration alone) throws Exception {
        SimulatorConfig two = SimulatorConfig.forTests("a", "b").with("respond-after", "1ms..10ms");
        try (Bed bed = new Bed(directory, two)) {
            Child child = bed.with("smsc.a.rate", 2 * RATE + "/s")
                    .with("smsc.a.answer-within", "500ms")
                    .with("smsc.a.answer-timers", "2")
                    .with("smsc.b.rate", RATE + "/s")
                    .with("route.all.smsc", "b")
                    .with("route.all.prefix", "4670100005, 4670100006, 4670100007, 4670100008, 4670100009")
                    .with("route.bad.smsc", "a")
                    .with("route.bad.prefix", "4670100000, 4670100001, 4670100002, 4670100003, 4670100004")
                    .with("pipeline.history", "1000")
                    .start();
            SimulatedPort bad = bed.sim.ports().get(0);
            Stretch before;
            Stretch beside;
            long heapBefore = 0;
            int times = 0;
            do {
                bad.set("duplicate-every", "0").set("reorder", "0");
                before = stretch(bed, child, () -> feedFor(bed, child, alone));
                if (times == 0) {
                    Ledger first = bed.settled(Duration.ofSeconds(60));
                    assertThat(first.isExact()).as("without garbage: %s", first).isTrue();
                    heapBefore = child.health().heap();
                }
                bad.set("duplicate-every", "3").set("reorder", "3").set("reorder-within", "20ms");
                times++;
                int enough = times * rounds;
                beside = stretch(bed, child, () -> {
                    long from = System.nanoTime();
                    while (made < enough || System.nanoTime() - from < alone.toNanos()) {
                        round(bed, child, bad);
                        made++;
                    }
                });
            } while (!beside.holds(before) && times < MOST_TIMES);
            bad.set("duplicate-every", "0").set("reorder", "0");
            Ledger ledger = bed.settled(Duration.ofSeconds(60));
            long heapAfter = child.health().heap();
            Awaitility.await("lengths and noise end binds, seed " + seed)
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> bad.report().sessions().total() > 3L * made && bad.bindsNow() == 1);
            PortReport.Sessions sessions = bad.report().sessions();
            long broken = sessions.total() - 1;
            String words = beside.words() + ", without " + before.words() + "; " + broken + " binds ended, "
                    + sessions.nacksReceived() + " nacks, heap " + heapBefore / 1024 + " and " + heapAfter / 1024
                    + " KiB";
            bed.report("C-12, seed " + seed + ", " + words, ledger);
            assertThat(child.isAlive()).isTrue();
            assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(ledger.failed().keySet()).isSubsetOf("UNCERTAIN");
            assertThat((long) ledger.dup()).isLessThanOrEqualTo(broken * WINDOW);
            assertThat(sessions.nacksReceived()).as("wrong commands").isGreaterThanOrEqualTo(100L * made);
            SimulatedPort good = bed.sim.ports().get(1);
            assertThat(good.report().sessions().total()).isEqualTo(1);
            assertThat(good.submits()).extracting(ReceivedSubmit::text).doesNotHaveDuplicates();
            assertThat(heapAfter - heapBefore).isLessThan(FLAT);
            beside.assertHolds(before);
            ledger.tried((long) made * Garbage.values().length).note(words).tell(reporter);
        }
    }

    /** Each kind in turn, on a bind that works and that has been answered on. */
    private void round(Bed bed, Child child, SimulatedPort bad) throws IOException {
        for (Garbage kind : Garbage.values()) {
            feed(bed, child);
            long already = bad.report().submits().accepted();
            Awaitility.await(kind + ", seed " + seed)
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> {
                        feed(bed, child);
                        return bad.bindsNow() == 1 && bad.report().submits().accepted() >= already + 5;
                    });
            bad.sendRaw(kind.octets(random, answered(bad)));
        }
        feed(bed, child);
    }

    /** The last ones on the bind as it is now. */
    private static List<ReceivedSubmit> answered(SimulatedPort bad) {
        List<Integer> binds = bad.report().sessions().binds().stream()
                .map(PortReport.Bound::number)
                .toList();
        List<ReceivedSubmit> all = bad.submits();
        return all.subList(Math.max(0, all.size() - 200), all.size()).stream()
                .filter(submit -> submit.status() == 0 && binds.contains(submit.bind()))
                .toList();
    }

    private static boolean isForBad(int n) {
        return Numbered.destination(n).compareTo("46701000050") < 0;
    }

    private void feedFor(Bed bed, Child child, Duration time) {
        long until = System.nanoTime() + time.toNanos();
        Awaitility.await()
                .atMost(time.plusSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    feed(bed, child);
                    return System.nanoTime() > until;
                });
    }

    /** So much that the good one is never without work. */
    private void feed(Bed bed, Child child) {
        while (forGood - bed.sim.ports().get(1).report().submits().total() < WAITING) {
            List<Integer> numbers = IntStream.range(next, next + BATCH).boxed().toList();
            next += BATCH;
            assertThat(bed.platform.post(child.httpPort(), numbers)).isTrue();
            forGood += numbers.stream().filter(n -> !isForBad(n)).count();
        }
    }

    /** Something that goes on while it is measured. */
    private interface Work {
        void run() throws IOException;
    }

    /**
     * What the good SMSC got in a stretch of time, by the middle one of its half seconds: those in which this machine had other work are on
     * one side of it, and it is full in all others, whatever the machine does.
     */
    private record Stretch(double rate) {
        static Stretch of(List<ReceivedSubmit> submits, long start, long end) {
            int[] halves = new int[(int) ((end - start) / HALF)];
            for (ReceivedSubmit submit : submits) {
                int half = (int) Math.floorDiv(submit.nanos() - start, HALF);
                if (half >= 0 && half < halves.length) {
                    halves[half]++;
                }
            }
            Arrays.sort(halves);
            return new Stretch(halves[halves.length / 2] * (double) SECOND / HALF);
        }

        boolean holds(Stretch before) {
            return rate >= 0.98 * before.rate && before.rate >= 0.98 * RATE;
        }

        void assertHolds(Stretch before) {
            assertThat(rate).as("of %s/s before", before.rate).isGreaterThanOrEqualTo(0.98 * before.rate);
            assertThat(before.rate).as("of %d/s", RATE).isGreaterThanOrEqualTo(0.98 * RATE);
        }

        String words() {
            return String.format(Locale.ROOT, "%.0f/s", rate);
        }
    }

    private Stretch stretch(Bed bed, Child child, Work work) throws IOException {
        SimulatedPort good = bed.sim.ports().get(1);
        feed(bed, child);
        long first = good.report().submits().total();
        bed.awaitSubmits(bed.received() + 10, Duration.ofSeconds(20));
        long start = System.nanoTime();
        work.run();
        long end = System.nanoTime();
        List<ReceivedSubmit> all = good.submits();
        return Stretch.of(all.subList((int) first, all.size()), start, end);
    }
}
