package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;

/** Tells callers what became of their messages. Those of one call that follow each other took the same time: they are counted, and told, together. */
@OwnedBy("journal thread")
final class Telling {
    private final BridgeStats stats;
    private SendBatch call;
    private int accepted;
    private int decided;

    Telling(BridgeStats stats) {
        this.stats = stats;
    }

    /** @param isAccepted whether it is accepted now, and neither refused nor known */
    void tell(SendBatch batch, int index, SendOutcome outcome, boolean isAccepted, long nowNanos) {
        if (batch != call) {
            end(nowNanos);
            call = batch;
        }
        batch.put(index, outcome);
        accepted += isAccepted ? 1 : 0;
        decided++;
    }

    /** Nothing follows: what has been told so far counts. */
    void end(long nowNanos) {
        if (accepted > 0) {
            stats.accepted(call.intake).add(accepted);
            stats.acceptTime.record(nowNanos - call.startNanos, accepted);
        }
        if (call != null) {
            call.decided(decided);
        }
        call = null;
        accepted = 0;
        decided = 0;
    }
}
