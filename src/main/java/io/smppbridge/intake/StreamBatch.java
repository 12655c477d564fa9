package io.smppbridge.intake;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages with consecutive ids that came in one read and are handed over together. What has no room yet is offered again. */
@OwnedBy("its connection's event loop")
final class StreamBatch {
    final long firstId;
    private int count;
    /** Those that are not decided, and their places. */
    private List<OutboundSms> waiting = new ArrayList<>();

    private List<Integer> places = new ArrayList<>();
    private Map<Integer, Problem> refused = Map.of();

    StreamBatch(long firstId) {
        this.firstId = firstId;
    }

    void add(OutboundSms sms) {
        waiting.add(sms);
        places.add(count++);
    }

    void add(Problem problem) {
        refuse(count++, problem);
    }

    int count() {
        return count;
    }

    long lastId() {
        return firstId + count - 1;
    }

    boolean isDecided() {
        return waiting.isEmpty();
    }

    List<OutboundSms> waiting() {
        return waiting;
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
        List<OutboundSms> still = new ArrayList<>(0);
        List<Integer> stillPlaces = new ArrayList<>(0);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] instanceof NoCredit || outcomes[i] instanceof NotAccepting) {
                still.add(waiting.get(i));
                stillPlaces.add(places.get(i));
            } else if (outcomes[i] instanceof Refusal refusal) {
                refuse(places.get(i), Answers.problem(refusal, ""));
            }
        }
        waiting = still;
        places = stillPlaces;
    }

    private void refuse(int place, Problem problem) {
        if (refused.isEmpty()) {
            refused = new HashMap<>();
        }
        refused.put(place, problem);
    }
}
