package io.smppbridge.pipeline;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.SendOutcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** From callers to the journal thread, and what it tells them. */
public final class RingStress {
    private RingStress() {}

    /** A slot of the outbound ring; and the mark up to which the journal thread has come, by which others know what it has done. */
    @JCStressTest
    @Outcome(
            id = {"-1, 0, 0", "-1, 0, 1", "42, 0, 0", "42, 0, 1", "42, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "whole or not there; done where it is said to be settled")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a slot before its content, or a mark before the work")
    @State
    public static class Slot {
        private final RingBuffer<OutboundSlot> ring =
                RingBuffer.createMultiProducer(OutboundSlot::new, 2, new BusySpinWaitStrategy());
        private final EventPoller<OutboundSlot> poller = ring.newPoller();
        private int done;

        @Actor
        public void send() {
            long at = ring.next();
            ring.get(at).index = 42;
            ring.publish(at);
        }

        @Actor
        public void journal(III_Result r) {
            r.r1 = -1;
            try {
                poller.poll((slot, sequence, last) -> {
                    r.r1 = slot.index;
                    done = 1;
                    return true;
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void await(III_Result r) {
            r.r2 = poller.getSequence().get() == 0 ? 1 : 0;
            r.r3 = done;
        }
    }

    /** The last that decides sees what all others have decided. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "told once, whole")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not told, or told twice, or without an outcome")
    @State
    public static class Call {
        private static final SendOutcome OUTCOME = new SendOutcome.NotAccepting("later", Duration.ZERO);
        private static final SlowAnswers AT_ONCE = new SlowAnswers(Duration.ZERO, new LongAdder());

        private int told;
        private int missing;
        private final SendBatch batch = new SendBatch(2, "http", SendOutcome.Durability.FORCED, 0, this::tell, AT_ONCE);

        private void tell(SendOutcome[] outcomes) {
            told++;
            for (SendOutcome outcome : outcomes) {
                missing += outcome == null ? 1 : 0;
            }
        }

        @Actor
        public void caller() {
            batch.decide(0, OUTCOME);
        }

        @Actor
        public void journal() {
            batch.decide(1, OUTCOME);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = told;
            r.r2 = missing;
        }
    }

    /** The journal thread finds the work, or does not go to sleep, or is woken. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake in time")
    @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "slept on work")
    @State
    public static class Bell {
        private static final long NAP = TimeUnit.SECONDS.toNanos(20);

        private final Doorbell bell = new Doorbell();
        private volatile boolean work;

        @Actor
        public void bring() {
            work = true;
            bell.ring();
        }

        @Actor
        public void sleep(I_Result r) {
            long begin = System.nanoTime();
            while (!work) {
                bell.sleep(NAP, () -> work);
            }
            r.r1 = System.nanoTime() - begin < NAP / 2 ? 0 : 1;
        }
    }

    /** The owner's patience ends while something is brought that may wait for that: it finds it, or is woken. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake in time")
    @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "slept on work")
    @State
    public static class Patience {
        private static final long NAP = TimeUnit.SECONDS.toNanos(20);

        private final Doorbell bell = new Doorbell();
        private volatile boolean work;

        @Actor
        public void bring() {
            work = true;
            bell.ring(1);
        }

        @Actor
        public void sleep(I_Result r) {
            long begin = System.nanoTime();
            bell.sleepPatiently(1, 1, () -> false);
            while (!work) {
                bell.sleep(NAP, () -> work);
            }
            r.r1 = System.nanoTime() - begin < NAP / 2 ? 0 : 1;
        }
    }
}
