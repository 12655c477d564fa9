package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

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
    public Sending send(List<Event> events, Consumer<Answer> answered) {
        Runnable end = outlet.deliver(events.get(0), new Outlet.Said() {
            @Override
            public void taken() {
                answered.accept(new Answer.Taken());
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
            public void returned() {
                answered.accept(new Answer.Returned());
            }
        });
        return () -> {
            end.run();
            return new Answer.Returned();
        };
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
