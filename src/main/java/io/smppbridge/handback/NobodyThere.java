package io.smppbridge.handback;

import java.time.Duration;
import java.util.List;

/** Stands for an endpoint that is not configured (any more), or not yet: its events wait. */
final class NobodyThere implements HandOver {
    static final NobodyThere INSTANCE = new NobodyThere();

    private NobodyThere() {}

    @Override
    public Readiness readiness() {
        return Readiness.WAIT;
    }

    @Override
    public Sending send(List<Event> events, Answered answered) {
        throw new IllegalStateException("nobody to send to");
    }

    @Override
    public int concurrency() {
        return 1;
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
        return Duration.ofSeconds(1);
    }
}
