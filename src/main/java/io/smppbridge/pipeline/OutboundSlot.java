package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;

/** A place in the outbound ring: one admitted message on its way to the disk. Reused for ever. */
@OwnedBy("who has claimed the slot, then the journal thread")
final class OutboundSlot {
    /** None when the slot only covers an id of a stream. */
    Task task;

    SendBatch batch;
    int index;
    RefKey ref;
    EncodeResult.Encoded encoded;
    int reference;
    String endpoint;
    Trail trail;
    /** The stream that the message is of, its id there, and the id before the connection's first. */
    StreamKey stream = StreamKey.NONE;

    long streamId;
    long streamBase;
    /** Why the id's message can never be sent; null when there is one. */
    SendOutcome.Refusal refusal;

    void clear() {
        task = null;
        batch = null;
        ref = null;
        encoded = null;
        endpoint = null;
        trail = null;
        stream = StreamKey.NONE;
        refusal = null;
    }
}
