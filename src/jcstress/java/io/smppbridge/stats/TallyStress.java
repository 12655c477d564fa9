package io.smppbridge.stats;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A count that one thread keeps and others read. */
public final class TallyStress {
    private TallyStress() {}

    /** It never goes back, and nothing that was counted is missing at the end. */
    @JCStressTest
    @Outcome(id = "(0, [0-2]|1, [12]|2, 2), 2", expect = Expect.ACCEPTABLE, desc = "never less than before")
    @Outcome(expect = Expect.FORBIDDEN, desc = "counted back, or not at all")
    @State
    public static class Counting {
        private final Tally tally = new Tally();

        @Actor
        public void count() {
            tally.increment();
            tally.increment();
        }

        @Actor
        public void read(JJJ_Result r) {
            r.r1 = tally.sum();
            r.r2 = tally.sum();
        }

        @Arbiter
        public void end(JJJ_Result r) {
            r.r3 = tally.sum();
        }
    }

    /** Who sees the count sees what was done before it was counted. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "in order")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "counted before it was done")
    @State
    public static class Publishing {
        private final Tally tally = new Tally();
        private int done;

        @Actor
        public void count() {
            done = 1;
            tally.increment();
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) tally.sum();
            r.r2 = done;
        }
    }

    /** Against its contract, to see that this would show. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "by luck")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "two that count lose one")
    @State
    public static class TwoThatCount {
        private final Tally tally = new Tally();

        @Actor
        public void one() {
            tally.increment();
        }

        @Actor
        public void other() {
            tally.increment();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = (int) tally.sum();
        }
    }
}
