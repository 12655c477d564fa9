package io.smppbridge.smpp;

import io.smppbridge.Interleavings;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The numbers under way on one bind, which its owner adds and the thread that reads removes, in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class NumbersInterleavingsTest {
    /** All in one place of the 64. */
    private static final int APART = 64;

    @Test
    void a_number_is_under_way_until_it_is_answered(TestReporter reporter) {
        Interleavings.areAtomic(OneOwner.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void two_owners_of_one_bind_are_found_out() {
        Interleavings.areNotAtomic(TwoOwners.class);
    }

    private static final class UnderWay {
        private final PendingSequences pending = new PendingSequences(16);
        private int last = 1;

        UnderWay() {
            pending.add(last);
        }

        void add() {
            last += APART;
            pending.add(last);
        }

        boolean contains(int nth) {
            return pending.contains(1 + nth * APART);
        }

        boolean remove(int nth) {
            return pending.remove(1 + nth * APART);
        }
    }

    public static final class OneOwner {
        private final UnderWay numbers = new UnderWay();

        @Operation(nonParallelGroup = "owner")
        public void add() {
            numbers.add();
        }

        @Operation(nonParallelGroup = "owner")
        public boolean contains(@Param(gen = IntGen.class, conf = "0:3") int nth) {
            return numbers.contains(nth);
        }

        @Operation(nonParallelGroup = "reading thread")
        public boolean remove(@Param(gen = IntGen.class, conf = "0:3") int nth) {
            return numbers.remove(nth);
        }
    }

    public static final class TwoOwners {
        private final PendingSequences pending = new PendingSequences(16);

        @Operation
        public void add(@Param(gen = IntGen.class, conf = "0:3") int nth) {
            pending.add(1 + nth * APART);
        }

        @Operation
        public boolean contains(@Param(gen = IntGen.class, conf = "0:3") int nth) {
            return pending.contains(1 + nth * APART);
        }
    }
}
