package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Messages that were accepted in a turn, of calls that are answered in a later one, when the last of their messages is decided. */
@OwnedBy("journal thread")
final class Unanswered {
    private final Map<Long, SendBatch> calls = new HashMap<>();
    /** Few, where messages may be many. */
    private final Set<SendBatch> open = new HashSet<>();

    void enter(long message, SendBatch call) {
        calls.put(message, call);
        open.add(call);
    }

    /** Whether its caller does not know it yet. */
    boolean holds(long message) {
        SendBatch call = calls.isEmpty() ? null : calls.get(message);
        return call != null && !call.isTold();
    }

    void forgetTold() {
        if (!open.isEmpty() && open.removeIf(SendBatch::isTold)) {
            calls.values().removeIf(SendBatch::isTold);
        }
    }
}
