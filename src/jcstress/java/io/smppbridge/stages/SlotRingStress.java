package io.smppbridge.stages;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A slot is published by its stamp; the counters run over meanwhile. */
public final class SlotRingStress {
    private SlotRingStress() {}

    private static final class Filled {
        int content;

        static Filled with(int content) {
            Filled slot = new Filled();
            slot.content = content;
            return slot;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"-1", "42"},
            expect = Expect.ACCEPTABLE,
            desc = "not there yet, or whole")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a slot without its content")
    @State
    public static class OneEachEnd {
        private final SlotRing<Filled> ring = new SlotRing<>(2, false, false, Integer.MAX_VALUE);

        @Actor
        public void put() {
            ring.offer(Filled.with(42));
        }

        @Actor
        public void take(I_Result r) {
            Filled slot = ring.poll();
            r.r1 = slot == null ? -1 : slot.content;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"0, 0, 3", "1, 0, 2", "2, 0, 1", "0, 1, 2", "0, 2, 1", "1, 2, 0", "2, 1, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "each once, two makers and two takers; what is left is taken at the end")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, twice, or without its content")
    @State
    public static class ManyAtBothEnds {
        private final SlotRing<Filled> ring = new SlotRing<>(2, true, true, -1);

        @Actor
        public void putOne() {
            ring.offer(Filled.with(1));
        }

        @Actor
        public void putOther() {
            ring.offer(Filled.with(2));
        }

        @Actor
        public void takeOne(III_Result r) {
            Filled slot = ring.poll();
            r.r1 = slot == null ? 0 : slot.content;
        }

        @Actor
        public void takeOther(III_Result r) {
            Filled slot = ring.poll();
            r.r2 = slot == null ? 0 : slot.content;
        }

        @Arbiter
        public void rest(III_Result r) {
            for (Filled slot = ring.poll(); slot != null; slot = ring.poll()) {
                r.r3 += slot.content;
            }
        }
    }
}
