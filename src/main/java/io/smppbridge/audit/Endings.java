package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.Map;
import java.util.TreeMap;

/** How many messages ended otherwise than delivered, by final state. */
@OwnedBy("whoever audits")
final class Endings {
    private final Map<String, Integer> others = new TreeMap<>();

    /** Whether a message that ended so must have been at a carrier. */
    static boolean takesCarrier(String state) {
        return state.equals("DELIVERED") || state.equals("ACCEPTED") || state.equals("NO_RECEIPT");
    }

    void add(String state) {
        if (!state.equals("DELIVERED") && !state.equals("ACCEPTED")) {
            others.merge(state, 1, Integer::sum);
        }
    }

    Map<String, Integer> others() {
        return others;
    }
}
