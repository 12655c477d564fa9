package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.threads.OwnedBy;

/** The receipts of a message of several parts: it is delivered when every part is, and failed as soon as one is. */
@OwnedBy("journal thread")
final class PartsAwaited {
    private final boolean[] delivered;
    private int count;

    PartsAwaited(int parts) {
        this.delivered = new boolean[parts];
    }

    /** Enters one part's final state; says what that makes the whole message, or SENT while parts are missing. */
    MessageState enter(int part, MessageState state) {
        if (state != MessageState.DELIVERED) {
            return state;
        }
        if (part < delivered.length && !delivered[part]) {
            delivered[part] = true;
            count++;
        }
        return count == delivered.length ? MessageState.DELIVERED : MessageState.SENT;
    }
}
