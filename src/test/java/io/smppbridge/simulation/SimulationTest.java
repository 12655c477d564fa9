package io.smppbridge.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs of the whole bridge in a world with faults of every kind, each decided by one seed. {@code -Dsimulation.seed=N} makes one run again and
 * shows it; {@code -Dsimulation.from=N} and {@code -Dsimulation.seeds=N} make others.
 */
@Tag("A-07")
class SimulationTest {
    private static final long FIXED = 1;
    private static final int SEEDS = 150;
    /** These have found something: a part taken for another that begins alike, and a receipt given up and then taken. */
    private static final List<Long> FOUND = List.of(
            5716802545778L,
            5716802553797L,
            5716802551517L,
            21441197226219L,
            21441197226536L,
            22928538931261L,
            29239971143997L);

    private static final int OTHERS = 50;
    private static final int MANY = 10_000;
    private static final int MOST_TRIES = 1_500;
    private static final int FEW_TRIES = 400;
    private static final int FAILURES_SHOWN = 3;
    /** A planted fault is found within so many seeds. */
    private static final int SOON = 400;

    private static Bed bed;

    @BeforeAll
    static void begin() throws IOException {
        bed = new Bed();
    }

    @AfterAll
    static void end() throws IOException {
        bed.close();
    }

    /** The same seeds each time, and some that nobody has tried. */
    @Test
    void no_seed_finds_a_broken_promise(TestReporter reporter) {
        Long one = Long.getLong("simulation.seed");
        if (one != null) {
            System.out.println(told(Plan.of(one), "", bed.run(Plan.of(one), Plant.NONE, true)));
        }
        Sum sum = new Sum();
        sum.run(Long.getLong("simulation.from", one == null ? FIXED : one), one == null ? SEEDS : 1);
        sum.run(fresh(), one == null ? OTHERS : 0);
        FOUND.forEach(seed -> sum.run(seed, one == null ? 1 : 0));
        sum.tell(reporter);
    }

    @Test
    @Tag("long")
    void no_seed_of_ten_thousand_finds_a_broken_promise(TestReporter reporter) {
        Sum sum = new Sum();
        sum.run(Long.getLong("simulation.from", fresh()), Integer.getInteger("simulation.seeds", MANY));
        sum.tell(reporter);
    }

    @Test
    void a_seed_makes_the_same_run_each_time() {
        for (long seed = FIXED; seed < FIXED + 5; seed++) {
            Simulation.Verdict first = bed.run(Plan.of(seed), Plant.NONE, false);
            Simulation.Verdict again = bed.run(Plan.of(seed), Plant.NONE, true);
            assertThat(again.sum()).isEqualTo(first.sum());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_planted_fault_is_found(Plant plant, TestReporter reporter) {
        int tried = 0;
        Simulation.Verdict verdict;
        do {
            tried++;
            verdict = bed.run(Plan.of(tried), plant, false);
        } while (!verdict.failed() && tried < SOON);
        assertThat(verdict.violations()).as("found within " + SOON + " seeds").isNotEmpty();
        Tried.times(tried)
                .note(plant + " found: " + verdict.violations().get(0))
                .tell(reporter);
    }

    @Test
    void a_failure_is_told_by_its_seed_and_by_the_few_steps_that_bring_it_about() {
        long seed = FIXED;
        while (!bed.run(Plan.of(seed), Plant.FORCE_IGNORED, false).failed()) {
            seed++;
        }
        Plan shortest = Shrinking.shortest(Plan.of(seed), bed, Plant.FORCE_IGNORED, FEW_TRIES);
        Simulation.Verdict verdict = bed.run(shortest, Plant.FORCE_IGNORED, true);
        assertThat(verdict.failed()).isTrue();
        assertThat(shortest.steps().size()).isLessThan(Plan.of(seed).steps().size() / 4);
        assertThat(told(Plan.of(seed), shortest.steps().toString(), verdict))
                .contains("-Dsimulation.seed=" + seed)
                .contains("POWER_LOSS");
    }

    private static long fresh() {
        return System.nanoTime() & 0x7fff_ffff_ffffL;
    }

    /** A failure as a reader needs it. */
    private static String told(Plan plan, String steps, Simulation.Verdict verdict) {
        return "seed " + plan.seed() + ", settings " + plan.setting() + ", " + plan.mood()
                + ", again with -Dsimulation.seed=" + plan.seed() + "\n  "
                + String.join("\n  ", verdict.violations()) + "\n"
                + steps + "\n" + String.join("\n", verdict.lines());
    }

    /** What all runs of a test have tried. */
    private static final class Sum {
        private final List<String> failures = new ArrayList<>();
        private long runs;
        private long accepted;
        private long refused;
        private long doubled;
        private long lost;
        private long faults;
        private long lives;
        private long from;

        void run(long first, int seeds) {
            from = first;
            for (long seed = first; seed < first + seeds && failures.size() < FAILURES_SHOWN; seed++) {
                Simulation.Verdict verdict = bed.run(Plan.of(seed), Plant.NONE, false);
                runs++;
                accepted += verdict.truth().accepted;
                refused += verdict.truth().refused;
                doubled += verdict.truth().doubled;
                faults += verdict.faults();
                lost += verdict.violations().stream()
                        .filter(one -> one.startsWith("lost"))
                        .count();
                lives += verdict.lives();
                if (verdict.failed()) {
                    failures.add(shown(Plan.of(seed)));
                }
            }
        }

        private String shown(Plan plan) {
            Plan shortest = Shrinking.shortest(plan, bed, Plant.NONE, MOST_TRIES);
            Simulation.Verdict verdict = bed.run(shortest, Plant.NONE, true);
            return told(plan, shortest.steps().toString(), verdict);
        }

        void tell(TestReporter reporter) {
            assertThat(failures).as("runs that broke a promise").isEmpty();
            Tried.times(runs)
                    .faults(faults)
                    .lost(lost)
                    .doubled(doubled)
                    .refused(refused)
                    .note(runs + " seeds, the last ones from " + from + ": " + lives + " starts, " + accepted
                            + " accepted")
                    .tell(reporter);
        }
    }
}
