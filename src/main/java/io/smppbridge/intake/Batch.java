package io.smppbridge.intake;

import io.smppbridge.OutboundSms;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages of one request: the sound ones in order, and what is wrong with the others, by their place in the request. */
@OwnedBy("whoever reads the request")
final class Batch {
    final List<OutboundSms> sound;
    private final boolean bulk;
    private Map<Integer, Problem> faulty = Map.of();
    private int count;

    Batch(boolean bulk, int expected) {
        this.bulk = bulk;
        this.sound = new ArrayList<>(expected);
    }

    void add(OutboundSms sms) {
        sound.add(sms);
        count++;
    }

    void add(Problem problem) {
        if (faulty.isEmpty()) {
            faulty = new HashMap<>();
        }
        faulty.put(count++, problem);
    }

    /** Whether the answer is a list. */
    boolean isBulk() {
        return bulk;
    }

    int count() {
        return count;
    }

    int faultyCount() {
        return faulty.size();
    }

    /** Whether the i-th is not sound. */
    boolean isFaulty(int i) {
        return !faulty.isEmpty() && faulty.containsKey(i);
    }

    /** What is wrong with the i-th, which is faulty. */
    Problem problem(int i) {
        return faulty.get(i);
    }
}
