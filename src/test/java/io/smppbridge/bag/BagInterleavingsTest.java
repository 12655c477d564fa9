package io.smppbridge.bag;

import io.smppbridge.Interleavings;
import io.smppbridge.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What callers, the journal thread and senders share of a bag, in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class BagInterleavingsTest {
    private static final TaskSource NO_DISK = (id, position) -> Optional.empty();

    @Test
    void credits_are_taken_whole_and_never_beyond_the_capacity(TestReporter reporter) {
        Interleavings.areAtomic(Credits.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void credits_that_are_looked_at_first_and_taken_then_are_found_out() {
        Interleavings.areNotAtomic(CreditsLookedAtFirst.class);
    }

    @Test
    void a_message_is_taken_by_one_sender_or_withdrawn(TestReporter reporter) {
        Interleavings.areAtomic(Claim.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_claim_that_is_looked_at_first_is_found_out() {
        Interleavings.areNotAtomic(ClaimLookedAtFirst.class);
    }

    @Test
    void a_lane_hands_over_in_order_across_its_chunks(TestReporter reporter) {
        Interleavings.areAtomic(OneEachEnd.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void two_that_take_from_one_lane_are_found_out() {
        Interleavings.areNotAtomic(TwoTake.class);
    }

    @Test
    void what_is_put_is_taken_once_and_who_found_the_turn_taken_is_rung(TestReporter reporter) {
        Interleavings.hold(Turns.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void senders_whose_bells_are_not_heard_are_found_out() {
        Interleavings.doNotHold(TurnsWithoutBells.class);
    }

    public static final class Credits {
        private final TaskBag bag = new TaskBag("telia", 7, 0);

        public Credits() {
            bag.acquireAnyway(6); // as many may be given back, one by each operation
        }

        @Operation
        public boolean take(@Param(gen = IntGen.class, conf = "1:3") int n) {
            return bag.tryAcquire(n);
        }

        @Operation
        public void giveBack() {
            bag.release(1);
        }

        @Operation
        public int left() {
            return bag.credits();
        }
    }

    public static final class CreditsLookedAtFirst {
        private final TaskBag bag = new TaskBag("telia", 3, 0);

        @Operation
        public boolean take(@Param(gen = IntGen.class, conf = "1:3") int n) {
            boolean enough = bag.credits() >= n;
            if (enough) {
                bag.acquireAnyway(n);
            }
            return enough;
        }
    }

    public static final class Claim {
        private final Task task = TaskBagTest.task(1, Priority.NORMAL);

        @Operation
        public boolean claim() {
            return task.claim();
        }

        @Operation
        public boolean withdraw() {
            return task.withdraw();
        }

        @Operation
        public boolean isTaken() {
            return task.isTaken();
        }

        @Operation
        public boolean isWithdrawn() {
            return task.isWithdrawn();
        }
    }

    public static final class ClaimLookedAtFirst {
        private final Task task = TaskBagTest.task(1, Priority.NORMAL);

        @Operation
        public boolean claim() {
            boolean free = !task.isTaken() && !task.isWithdrawn();
            if (free) {
                task.claim();
            }
            return free;
        }

        @Operation
        public boolean withdraw() {
            return task.withdraw();
        }
    }

    /** A lane that stands before the end of a chunk. */
    private static final class AtTheEdge {
        final Lane lane = new Lane(true);
        private long last;

        AtTheEdge() {
            for (int i = 0; i < 255; i++) {
                put();
                take();
            }
        }

        void put() {
            last++;
            lane.add(last, 2 * last, null, 3 * last);
            lane.publish();
        }

        String take() {
            if (lane.size() == 0) {
                return "none";
            }
            String entry = lane.headId() + " " + lane.headPosition() + " " + lane.headDue();
            lane.remove();
            return entry;
        }
    }

    public static final class OneEachEnd {
        private final AtTheEdge edge = new AtTheEdge();

        @Operation(nonParallelGroup = "adding thread")
        public void put() {
            edge.put();
        }

        @Operation(nonParallelGroup = "taking thread")
        public String take() {
            return edge.take();
        }
    }

    public static final class TwoTake {
        private final AtTheEdge edge = new AtTheEdge();

        public TwoTake() {
            edge.put();
            edge.put();
        }

        @Operation
        public String take() {
            return edge.take();
        }
    }

    /** The journal thread puts; two senders take whenever they have been rung, and give one back. */
    private static class Senders {
        private final TaskBag bag = new TaskBag("telia", 100, 0);
        private final Task[] tasks = new Task[4];
        private final AtomicInteger put = new AtomicInteger();
        private final ConcurrentLinkedQueue<Long> taken = new ConcurrentLinkedQueue<>();
        private final List<AtomicBoolean> rung = List.of(new AtomicBoolean(), new AtomicBoolean());
        private final List<Bunch> hands = List.of(new Bunch(8), new Bunch(8));

        Senders(boolean heard) {
            for (int i = 0; i < tasks.length; i++) {
                tasks[i] = TaskBagTest.task(i + 1, Priority.NORMAL);
            }
            for (AtomicBoolean bell : rung) {
                bag.addBell(() -> bell.set(heard));
            }
        }

        void put() {
            int next = put.getAndIncrement();
            bag.put(next + 1, 0, tasks[next], Priority.NORMAL, 0);
            bag.publish();
        }

        void take(int sender) {
            rung.get(sender).set(false);
            Bunch hand = hands.get(sender);
            if (bag.take(hand, 8, 1, NO_DISK) == 0) {
                return;
            }
            bag.giveBack(hand.task(0), 0);
            for (int i = 1; i < hand.size(); i++) {
                taken.add(hand.task(i).id());
            }
            bag.ring();
        }

        /** Only who has been rung looks again. */
        void settle() {
            for (int sender = 0; sender < rung.size(); sender++) {
                while (rung.get(sender).getAndSet(false)) {
                    Bunch hand = hands.get(sender);
                    bag.take(hand, 8, 1, NO_DISK);
                    for (int i = 0; i < hand.size(); i++) {
                        taken.add(hand.task(i).id());
                    }
                }
            }
            List<Long> expected = new ArrayList<>();
            for (long id = 1; id <= put.get(); id++) {
                expected.add(id);
            }
            List<Long> sorted = new ArrayList<>(taken);
            sorted.sort(null);
            if (!sorted.equals(expected)) {
                throw new IllegalStateException("put " + expected + ", taken " + sorted);
            }
        }
    }

    public static final class Turns {
        private final Senders senders = new Senders(true);

        @Operation(nonParallelGroup = "first thread")
        public void journal() {
            senders.put();
        }

        @Operation(nonParallelGroup = "first thread")
        public void first() {
            senders.take(0);
        }

        @Operation(nonParallelGroup = "second thread")
        public void second() {
            senders.take(1);
        }

        @Validate
        public void all() {
            senders.settle();
        }
    }

    public static final class TurnsWithoutBells {
        private final Senders senders = new Senders(false);

        @Operation(nonParallelGroup = "first thread")
        public void journal() {
            senders.put();
        }

        @Operation(nonParallelGroup = "second thread")
        public void second() {
            senders.take(1);
        }

        @Validate
        public void all() {
            senders.settle();
        }
    }
}
