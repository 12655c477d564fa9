package io.smppbridge.connector;

import io.smppbridge.Interleavings;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What a reading thread hands to the owner of a bind, in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class ConnectorInterleavingsTest {
    @Test
    void answers_come_over_in_order_and_whole(TestReporter reporter) {
        Interleavings.areAtomic(OneReads.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void two_that_read_one_socket_are_found_out() {
        Interleavings.areNotAtomic(TwoRead.class);
    }

    @Test
    void the_last_word_of_congestion_is_told(TestReporter reporter) {
        Interleavings.areAtomic(OneTellsCongestion.class).tell(reporter);
    }

    @Test
    void an_owner_never_sleeps_on_a_letter(TestReporter reporter) {
        Interleavings.hold(Ringing.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_letter_without_a_ring_is_found_out() {
        Interleavings.doNotHold(Quiet.class);
    }

    private static class Handing {
        private final Answers answers = new Answers(4);
        private int given;

        boolean offer() {
            given++;
            return answers.offer(given, 10 * given, "id " + given, AnswerDetail.NONE, 100L * given);
        }

        void congested(int state) {
            answers.congested(state);
        }

        String drain() {
            StringBuilder told = new StringBuilder();
            answers.drain(new Patron() {
                @Override
                public void congested(int state) {
                    told.append("congested ").append(state).append("; ");
                }

                @Override
                public void answered(int sequence, int status, String id, AnswerDetail detail, long readNanos) {
                    told.append(sequence + " " + status + " " + id + " " + readNanos + "; ");
                }
            });
            return told.toString();
        }
    }

    public static final class OneReads {
        private final Handing handing = new Handing();

        @Operation(nonParallelGroup = "reading thread")
        public boolean offer() {
            return handing.offer();
        }

        @Operation(nonParallelGroup = "owner")
        public String drain() {
            return handing.drain();
        }
    }

    public static final class OneTellsCongestion {
        private final Handing handing = new Handing();

        @Operation(nonParallelGroup = "reading thread")
        public void congested(@Param(gen = IntGen.class, conf = "0:99") int state) {
            handing.congested(state);
        }

        @Operation(nonParallelGroup = "owner")
        public String drain() {
            return handing.drain();
        }
    }

    public static final class TwoRead {
        private final Handing handing = new Handing();

        @Operation
        public boolean offer() {
            return handing.offer();
        }

        @Operation(nonParallelGroup = "owner")
        public String drain() {
            return handing.drain();
        }
    }

    /** A mailbox whose owner says that it sleeps instead of doing so. */
    private static final class Owner implements Rest {
        private final Mailbox mailbox = new Mailbox(this);
        private final AtomicInteger posted = new AtomicInteger();
        private final AtomicInteger read = new AtomicInteger();
        private final AtomicBoolean woken = new AtomicBoolean();
        private volatile boolean asleep;

        void post() {
            posted.incrementAndGet();
            mailbox.post(read::incrementAndGet);
        }

        void postQuietly() {
            posted.incrementAndGet();
            mailbox.offerQuietly(read::incrementAndGet);
        }

        void turn() {
            asleep = false;
            if (mailbox.drain() == 0) {
                mailbox.park(Long.MAX_VALUE);
            }
        }

        void check() {
            if (asleep && !woken.get() && posted.get() > read.get()) {
                throw new IllegalStateException(
                        "the owner sleeps on " + (posted.get() - read.get()) + " letters, and nobody has woken it");
            }
        }

        @Override
        public void enter() {}

        @Override
        public void rest(long nanos) {
            asleep = !woken.getAndSet(false) && nanos > 0;
        }

        @Override
        public void wake() {
            woken.set(true);
        }

        @Override
        public void leave() {}
    }

    public static final class Ringing {
        private final Owner owner = new Owner();

        @Operation
        public void post() {
            owner.post();
        }

        @Operation(nonParallelGroup = "owner")
        public void turn() {
            owner.turn();
        }

        @Validate
        public void awake() {
            owner.check();
        }
    }

    public static final class Quiet {
        private final Owner owner = new Owner();

        @Operation
        public void post() {
            owner.postQuietly();
        }

        @Operation(nonParallelGroup = "owner")
        public void turn() {
            owner.turn();
        }

        @Validate
        public void awake() {
            owner.check();
        }
    }
}
