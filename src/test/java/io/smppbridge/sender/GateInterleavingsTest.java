package io.smppbridge.sender;

import io.smppbridge.Interleavings;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** One account's gate, asked by two workers in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class GateInterleavingsTest {
    private static final long MS = 1_000_000;

    @Test
    void permits_of_one_gate_are_given_once(TestReporter reporter) {
        Interleavings.areAtomic(TwoWorkers.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_bucket_without_a_lock_is_found_out() {
        Interleavings.areNotAtomic(Unlocked.class);
    }

    @Test
    void a_gate_slows_down_between_two_permits(TestReporter reporter) {
        Interleavings.areAtomic(Slowing.class).tell(reporter);
    }

    /** Three a second, three at once. */
    public static final class TwoWorkers {
        private final RateGate gate = new RateGate(3, 3, Duration.ZERO);
        private final long given = gate.reserve(1, "nobody", 0);

        @Operation(nonParallelGroup = "one")
        public long one(@Param(gen = IntGen.class, conf = "1:2") int parts) {
            return gate.reserve(parts, "one", 500 * MS);
        }

        @Operation(nonParallelGroup = "other")
        public long other(@Param(gen = IntGen.class, conf = "1:2") int parts) {
            return gate.reserve(parts, "other", 1_001 * MS);
        }

        @Operation(nonParallelGroup = "one")
        public void written() {
            gate.written(given, 1, 0);
        }

        @Operation
        public int ready() {
            return gate.ready("other", 1_001 * MS);
        }

        @Operation(nonParallelGroup = "one")
        public void leave() {
            gate.leave("one");
        }
    }

    /** The same lever as the throttle's and the operator's. */
    public static final class Slowing {
        private final RateGate gate = new RateGate(3, 3, Duration.ZERO);

        @Operation
        public long submit() {
            return gate.reserve(1, "one", 0);
        }

        @Operation(nonParallelGroup = "operator")
        public void apply(@Param(gen = IntGen.class, conf = "1:4") int rate) {
            gate.apply(rate, rate, Duration.ZERO);
        }

        @Operation(nonParallelGroup = "operator")
        public void slow() {
            gate.slowTo(1);
        }

        @Operation
        public double rate() {
            return gate.rate();
        }
    }

    public static final class Unlocked {
        private long left = 3;

        @Operation
        public long submit() {
            return left > 0 ? left-- : RateGate.NOT_NOW;
        }
    }
}
