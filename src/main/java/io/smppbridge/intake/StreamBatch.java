package io.smppbridge.intake;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.Streamed;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What consecutive ids stand for that came in one read and are handed over together. What has no room yet is offered again: of a stream
 * with a name, everything from the first such id on, so that the bridge sees the ids in order.
 */
@OwnedBy("its connection's event loop")
final class StreamBatch {
    /** Stands for an id whose message could not even be read; its problem is kept here. */
    private static final Refusal UNREADABLE = new SendOutcome.Invalid(List.of());

    final long firstId;
    private final boolean named;
    private int count;
    /** Those that are not decided. */
    private List<Streamed> waiting;
    /** Where each of them stands. */
    private int[] places;

    private Map<Integer, Problem> refused = Map.of();
    /** Places from the beginning on whose answers are written. */
    private int answered;

    private boolean atDoor;
    private boolean pausing;
    private boolean stuck;

    /** @param likely how many it is likely to be of */
    StreamBatch(long firstId, boolean named, int likely) {
        this.firstId = firstId;
        this.named = named;
        this.waiting = new ArrayList<>(likely);
        this.places = new int[Math.max(1, likely)];
    }

    void add(OutboundSms sms) {
        await(sms);
        count++;
    }

    private void await(Streamed one) {
        if (waiting.size() == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[waiting.size()] = count;
        waiting.add(one);
    }

    void add(Problem problem) {
        refuse(count, problem);
        if (named) { // the bridge is to know of every id
            await(UNREADABLE);
        }
        count++;
    }

    int count() {
        return count;
    }

    boolean isDecided() {
        return waiting.isEmpty();
    }

    /** How many places are decided from the beginning on. */
    int decided() {
        return isDecided() ? count : places[0];
    }

    int answered() {
        return answered;
    }

    /** So many places from the beginning on are answered. */
    void answered(int places) {
        answered = places;
    }

    /** What is to be offered; in a stream with a name, of consecutive ids from {@link #firstWaiting} on. */
    List<Streamed> waiting() {
        return waiting;
    }

    long firstWaiting() {
        return firstId + places[0];
    }

    /** Whether it waits until those before it are decided. */
    boolean isWaiting() {
        return !atDoor && !pausing && !isDecided();
    }

    /** Whether the bridge has it, and will say what becomes of it. */
    boolean isAtDoor() {
        return atDoor;
    }

    void offered() {
        atDoor = true;
        pausing = false;
    }

    /** It is offered again after a while. */
    void pause() {
        pausing = true;
    }

    /** It has found no room, or waits behind one that has not; whether that is new. */
    boolean stick() {
        boolean before = stuck;
        stuck = true;
        return !before;
    }

    /** It waits no longer; whether it did. */
    boolean unstick() {
        boolean before = stuck;
        stuck = false;
        return before;
    }

    /** Why a place was refused; null when it was not. */
    Problem problem(int place) {
        return refused.get(place);
    }

    boolean hasRefusals() {
        return !refused.isEmpty();
    }

    /** Takes what became of {@link #waiting()}: what the bridge has no room for stays there. */
    void decide(SendOutcome[] outcomes) {
        atDoor = false;
        List<Streamed> still = new ArrayList<>(0);
        for (int i = 0; i < outcomes.length; i++) {
            boolean behind = named && !still.isEmpty();
            if (behind || outcomes[i] instanceof NoCredit || outcomes[i] instanceof NotAccepting) {
                places[still.size()] = places[i];
                still.add(waiting.get(i));
            } else if (outcomes[i] instanceof Refusal refusal && waiting.get(i) != UNREADABLE) {
                refuse(places[i], Answers.problem(refusal, ""));
            }
        }
        waiting = still;
    }

    private void refuse(int place, Problem problem) {
        if (refused.isEmpty()) {
            refused = new HashMap<>();
        }
        refused.put(place, problem);
    }
}
