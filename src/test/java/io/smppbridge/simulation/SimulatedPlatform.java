package io.smppbridge.simulation;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The platform's side of the hand-back: takes events when it is told to, or refuses them, or says nothing. */
final class SimulatedPlatform implements Outlet {
    private static final int WINDOW = 4;

    private final Truth truth;
    private final Trace trace;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(Event event, Said said) {}

    SimulatedPlatform(Truth truth, Trace trace) {
        this.truth = truth;
        this.trace = trace;
    }

    @Override
    public int room() {
        return WINDOW - pending.size();
    }

    @Override
    public Attempt deliver(Event event, Said said) {
        if (event instanceof Event.State state) {
            trace.say(
                    "event %x: %s of %s",
                    event.id(), state.receipt().state(), state.receipt().tags());
            truth.event(state.receipt());
        }
        Pending one = new Pending(event, said);
        pending.add(one);
        return () -> pending.remove(one);
    }

    @Override
    public Duration answerWithin() {
        return Duration.ofSeconds(10);
    }

    void decide(SplittableRandom luck) {
        if (pending.isEmpty()) {
            return;
        }
        Pending one = pending.remove(luck.nextInt(pending.size()));
        int mood = luck.nextInt(10);
        trace.say("event %x gets answer %d", one.event.id(), mood);
        switch (mood) {
            case 0 -> one.said.refused("not this one");
            case 1 -> one.said.busy("not now", luck.nextInt(2_000));
            case 2 -> backAgain(one.said, luck.nextBoolean());
            case 3 -> pending.add(one); // says nothing for now
            default -> one.said.taken();
        }
    }

    private static void backAgain(Said said, boolean full) {
        if (full) {
            said.full("too many at once");
        } else {
            said.returned();
        }
    }

    void takeAll() {
        List<Pending> all = List.copyOf(pending);
        pending.clear();
        all.forEach(one -> one.said.taken());
    }

    void processEnded() {
        pending.clear();
    }
}
