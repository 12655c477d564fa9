package io.smppbridge.smpp;

import io.smppbridge.smpp.BindLife.Phase;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A bind's phase, and the numbers under way on it. */
public final class BindStress {
    private BindStress() {}

    /** One of those that step on at once does; who sees the phase sees what was made before it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 1", "0, 1, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "bound by one of two, and made before")
    @Outcome(expect = Expect.FORBIDDEN, desc = "bound twice or not at all, or before it was made")
    @State
    public static class Life {
        private final BindLife life = new BindLife(() -> 0);
        private int made;
        private int steps;
        private int otherSteps;

        @Actor
        public void one() {
            made = 1;
            steps = life.step(Phase.NEW, Phase.BOUND) ? 1 : 0;
        }

        @Actor
        public void close() {
            otherSteps = life.step(Phase.NEW, Phase.CLOSED) ? 1 : 0;
        }

        @Actor
        public void read(III_Result r) {
            r.r1 = life.is(Phase.BOUND) ? 1 : 0;
            r.r2 = made;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = steps + otherSteps;
        }
    }

    /** A number whose answer comes while the next one of its place is added: the one is removed, the other stays. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "one removed, the other under way")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, or left behind")
    @State
    public static class Numbers {
        private final PendingSequences pending = new PendingSequences(16);
        private int removed;

        public Numbers() {
            pending.add(1);
        }

        @Actor
        public void submit() {
            pending.add(65);
        }

        @Actor
        public void answer() {
            removed = pending.remove(1) ? 1 : 0;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = removed;
            r.r2 = (pending.contains(1) ? 1 : 0) + (pending.contains(65) ? 2 : 0);
        }
    }
}
