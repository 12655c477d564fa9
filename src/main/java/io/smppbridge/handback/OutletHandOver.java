package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.List;

/** Hands events to an {@link Outlet}, each on its own. */
@OwnedBy("its lane")
final class OutletHandOver implements HandOver {
    private final Outlet outlet;

    OutletHandOver(Outlet outlet) {
        this.outlet = outlet;
    }

    @Override
    public Readiness readiness() {
        return outlet.room() > 0 ? Readiness.READY : Readiness.WAIT;
    }

    @Override
    public Sending send(List<Event> events, Answered answered) {
        UnderWay underWay = new UnderWay(answered);
        underWay.attempt = outlet.deliver(events.get(0), underWay);
        return underWay.attempt == Outlet.NO_PLACE ? Sending.NO_PLACE : underWay;
    }

    @Override
    public void sent() {
        outlet.delivered();
    }

    /** An event at the outlet. */
    private static final class UnderWay implements Outlet.Said, Sending {
        private final Answered answered;
        private Outlet.Attempt attempt;

        UnderWay(Answered answered) {
            this.answered = answered;
        }

        @Override
        public void taken() {
            answered.accept(Answer.Taken.TAKEN);
        }

        @Override
        public void takenQuietly() {
            answered.quietly(Answer.Taken.TAKEN);
        }

        @Override
        public void refused(String why) {
            answered.accept(new Answer.Refused(why));
        }

        @Override
        public void busy(String why, long pauseMs) {
            answered.accept(new Answer.Failed(why, true, pauseMs));
        }

        @Override
        public void away(String why) {
            answered.accept(new Answer.Away(why));
        }

        @Override
        public void full(String why) {
            answered.accept(new Answer.Full(why));
        }

        @Override
        public void returned() {
            answered.accept(Answer.Returned.RETURNED);
        }

        @Override
        public Answer giveUp() {
            attempt.end();
            return Answer.Returned.RETURNED;
        }
    }

    @Override
    public int concurrency() {
        return outlet.room();
    }

    @Override
    public int batch() {
        return 1;
    }

    @Override
    public boolean mayBeAway() {
        return true;
    }

    @Override
    public Duration answerWithin() {
        return outlet.answerWithin();
    }
}
