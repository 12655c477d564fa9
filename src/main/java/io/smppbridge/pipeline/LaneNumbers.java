package io.smppbridge.pipeline;

import io.smppbridge.receipts.MessageIds;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The number of each SMSC's lane, for ever, and how that SMSC's message ids compare. Number 0 is nobody's. */
@ThreadSafe
final class LaneNumbers {
    /** Ten bits in the ledger. */
    static final int MOST = 1023;

    /** How the message ids of an SMSC compare that is not in the configuration. */
    static final String FORM = "text";

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>(List.of(""));
    private final Map<Integer, MessageIds> ids = new HashMap<>();

    synchronized int number(String smsc) {
        Integer known = numbers.get(smsc);
        if (known != null) {
            return known;
        }
        if (names.size() > MOST) {
            throw new IllegalStateException(
                    "more than " + MOST + " SMSC names since the start, restart to forget old ones");
        }
        names.add(smsc);
        numbers.put(smsc, names.size() - 1);
        return names.size() - 1;
    }

    /** The highest number that an SMSC has. */
    synchronized int highest() {
        return names.size() - 1;
    }

    synchronized String name(int number) {
        return names.get(number);
    }

    synchronized void ids(int number, MessageIds form) {
        ids.put(number, form);
    }

    synchronized String canonical(int number, String answeredId) {
        return ids.getOrDefault(number, MessageIds.of(FORM)).ofAnswer(answeredId);
    }
}
