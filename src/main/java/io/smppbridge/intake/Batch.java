package io.smppbridge.intake;

import io.smppbridge.OutboundSms;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The messages of one request: the sound ones in order, and what is wrong with the others, by their place in the request. */
@OwnedBy("whoever reads the request")
final class Batch {
    final List<OutboundSms> sound;
    private final boolean bulk;
    private Map<Integer, Problem> faulty = Map.of();
    /** Places among the sound ones. */
    private Set<Integer> hexadecimal = Set.of();

    private int count;

    Batch(boolean bulk, int expected) {
        this.bulk = bulk;
        this.sound = new ArrayList<>(expected);
    }

    /** @param hex whether its octets came as binaryHex */
    void add(OutboundSms sms, boolean hex) {
        if (hex) {
            if (hexadecimal.isEmpty()) {
                hexadecimal = new HashSet<>();
            }
            hexadecimal.add(sound.size());
        }
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

    /** Whether the octets of the i-th of the sound ones came as binaryHex. */
    boolean isHex(int i) {
        return !hexadecimal.isEmpty() && hexadecimal.contains(i);
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
