package io.smppbridge.pipeline;

import io.smppbridge.Interleavings;
import io.smppbridge.SendOutcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What callers' threads and the journal thread share, in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class PipelineInterleavingsTest {
    private static final String NUMBER = "46701234567";

    @Test
    void who_wants_no_messages_is_refused_them_whatever_is_written_down_meanwhile(TestReporter reporter) {
        Interleavings.areAtomic(Consent.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_list_of_consent_that_two_threads_change_is_found_out() {
        Interleavings.areNotAtomic(ConsentOfTwo.class);
    }

    @Test
    void a_call_is_answered_once_and_with_all_its_outcomes(TestReporter reporter) {
        Interleavings.hold(Call.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_call_whose_last_message_is_looked_for_is_found_out() {
        Interleavings.doNotHold(CallLookedAt.class);
    }

    @Test
    void rooms_are_lent_to_one_call_at_a_time(TestReporter reporter) {
        Interleavings.hold(Lending.class).tell(reporter);
    }

    public static final class Consent {
        private final ConsentList list = new ConsentList(new SegmentUse());

        public Consent() {
            stop();
        }

        @Operation(nonParallelGroup = "journal thread")
        public void stop() {
            list.put(NUMBER, ConsentList.EVERYTHING, 1, 1);
        }

        @Operation(nonParallelGroup = "journal thread")
        public void start() {
            list.remove(NUMBER, ConsentList.EVERYTHING);
        }

        @Operation
        public boolean refuses() {
            return list.refuses(NUMBER, "1234", "acme");
        }
    }

    public static final class ConsentOfTwo {
        private final ConsentList list = new ConsentList(new SegmentUse());

        @Operation
        public void stop() {
            list.put(NUMBER, ConsentList.EVERYTHING, 1, 1);
        }

        @Operation
        public int size() {
            return list.size();
        }
    }

    private static final SlowAnswers AT_ONCE = new SlowAnswers(Duration.ZERO, new LongAdder());
    private static final SendOutcome OUTCOME = new SendOutcome.NotAccepting("later", Duration.ofSeconds(1));

    /** A message is decided by the caller's thread, where it is refused, or by the journal thread. */
    public static final class Call {
        private final AtomicInteger told = new AtomicInteger();
        private final AtomicInteger decided = new AtomicInteger();
        private final AtomicInteger missing = new AtomicInteger();
        private final SendBatch batch = new SendBatch(6, "http", SendOutcome.Durability.FORCED, 0, this::tell, AT_ONCE);

        @Operation
        public void decide() {
            batch.decide(decided.getAndIncrement(), OUTCOME);
        }

        private void tell(SendOutcome[] outcomes) {
            told.incrementAndGet();
            for (SendOutcome outcome : outcomes) {
                missing.addAndGet(outcome == null ? 1 : 0);
            }
        }

        @Validate
        public void once() {
            int expected = decided.get() == 6 ? 1 : 0;
            if (told.get() != expected || missing.get() > 0) {
                throw new IllegalStateException("told " + told + " times, without " + missing + " outcomes");
            }
        }
    }

    public static final class CallLookedAt {
        private volatile int open = 6;
        private final AtomicInteger told = new AtomicInteger();
        private final AtomicInteger decided = new AtomicInteger();

        @Operation
        public void decide() {
            decided.incrementAndGet();
            open = open - 1;
            if (open == 0) {
                told.incrementAndGet();
            }
        }

        @Validate
        public void once() {
            if (told.get() != (decided.get() == 6 ? 1 : 0)) {
                throw new IllegalStateException("told " + told + " times");
            }
        }
    }

    public static final class Lending {
        private final Rooms rooms = new Rooms();

        public Lending() {
            rooms.giveBack(new Admitted[] {new Admitted()});
            rooms.giveBack(new Admitted[] {new Admitted()});
        }

        @Operation
        public void call() {
            Admitted[] room = rooms.take();
            int mine = room[0].index + 1;
            room[0].index = mine;
            if (room[0].index != mine) {
                throw new IllegalStateException("lent to two");
            }
            rooms.giveBack(room);
        }
    }
}
