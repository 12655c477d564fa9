package io.smppbridge.stages;

import io.smppbridge.Interleavings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Rings of slots between stages, in every order of their threads' steps; their counters run over. */
@Tag("interleavings")
@Tag("H-01")
class StagesInterleavingsTest {
    @Test
    void a_ring_between_two_threads_is_a_queue(TestReporter reporter) {
        Interleavings.areAtomic(OneEachEnd.class).tell(reporter);
    }

    @Test
    void a_ring_of_many_hands_each_slot_over_once(TestReporter reporter) {
        Interleavings.hold(ManyAtBothEnds.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void two_that_put_into_a_ring_for_one_are_found_out() {
        Interleavings.doNotHold(TwoPutWhereOneMay.class);
    }

    public static final class OneEachEnd {
        private final SlotRing<Integer> ring = new SlotRing<>(2, false, false, Integer.MAX_VALUE);
        private int last;

        @Operation(nonParallelGroup = "in")
        public boolean offer() {
            return ring.offer(++last);
        }

        @Operation(nonParallelGroup = "out")
        public Integer poll() {
            return ring.poll();
        }
    }

    private static final class Counted {
        private final SlotRing<Integer> ring;
        private final AtomicInteger made = new AtomicInteger();
        private final ConcurrentLinkedQueue<Integer> in = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<Integer> out = new ConcurrentLinkedQueue<>();

        Counted(boolean manyIn, boolean manyOut) {
            ring = new SlotRing<>(2, manyIn, manyOut, Integer.MAX_VALUE);
        }

        void offer() {
            int slot = made.incrementAndGet();
            if (ring.offer(slot)) {
                in.add(slot);
            }
        }

        boolean poll() {
            Integer slot = ring.poll();
            return slot != null && out.add(slot);
        }

        void check() {
            while (poll()) {
                // what is left
            }
            List<Integer> put = new ArrayList<>(in);
            List<Integer> taken = new ArrayList<>(out);
            put.sort(null);
            taken.sort(null);
            if (!put.equals(taken)) {
                throw new IllegalStateException("put " + put + ", taken " + taken);
            }
        }
    }

    public static final class ManyAtBothEnds {
        private final Counted counted = new Counted(true, true);

        @Operation
        public void offer() {
            counted.offer();
        }

        @Operation
        public void poll() {
            counted.poll();
        }

        @Validate
        public void all() {
            counted.check();
        }
    }

    public static final class TwoPutWhereOneMay {
        private final Counted counted = new Counted(false, true);

        @Operation
        public void offer() {
            counted.offer();
        }

        @Operation
        public void poll() {
            counted.poll();
        }

        @Validate
        public void all() {
            counted.check();
        }
    }
}
