package io.smppbridge.connector;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIJ_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** From the thread that reads a socket to the owner of its bind. */
public final class HandOverStress {
    private HandOverStress() {}

    @JCStressTest
    @Outcome(
            id = {"0, 0, 0", "7, 70, 700"},
            expect = Expect.ACCEPTABLE,
            desc = "not there yet, or whole")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a part of an answer")
    @State
    public static class Answer {
        private final Answers answers = new Answers(2);

        @Actor
        public void read() {
            answers.offer(7, 70, "id", AnswerDetail.NONE, 700);
        }

        @Actor
        public void drain(IIJ_Result r) {
            answers.drain(new Patron() {
                @Override
                public void answered(int sequence, int status, String id, AnswerDetail detail, long readNanos) {
                    r.r1 = id == null || detail == null ? -1 : sequence;
                    r.r2 = status;
                    r.r3 = readNanos;
                }
            });
        }
    }

    /** The owner finds the letter, or does not go to sleep, or is woken. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake in time")
    @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "slept on a letter")
    @State
    public static class Letter {
        private static final long NAP = TimeUnit.SECONDS.toNanos(20);

        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void post() {
            mailbox.post(() -> {});
        }

        @Actor
        public void park(I_Result r) {
            long begin = System.nanoTime();
            while (mailbox.drain() == 0) {
                mailbox.park(NAP);
            }
            r.r1 = System.nanoTime() - begin < NAP / 2 ? 0 : 1;
        }
    }

    /** The same with answers, for all of which that were read together the owner is rung once. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake in time")
    @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "slept on answers")
    @State
    public static class Reading {
        private static final long NAP = TimeUnit.SECONDS.toNanos(20);

        private final Mailbox mailbox = new Mailbox();
        private final Answers answers = new Answers(2);

        @Actor
        public void read() {
            mailbox.ring(); // an earlier one, which the owner may be about to heed
            answers.offer(7, 70, "id", AnswerDetail.NONE, 700);
            answers.offer(8, 80, "id", AnswerDetail.NONE, 800);
            Answers.fence();
            mailbox.ring();
        }

        @Actor
        public void park(I_Result r) {
            long begin = System.nanoTime();
            int[] found = {0};
            Patron owner = new Patron() {
                @Override
                public void answered(int sequence, int status, String id, AnswerDetail detail, long readNanos) {
                    found[0]++;
                }
            };
            while (found[0] < 2) {
                mailbox.drain();
                answers.drain(owner);
                if (found[0] < 2) {
                    mailbox.park(NAP);
                }
            }
            r.r1 = System.nanoTime() - begin < NAP / 2 ? 0 : 1;
        }
    }
}
