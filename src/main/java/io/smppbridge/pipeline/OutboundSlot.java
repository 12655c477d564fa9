package io.smppbridge.pipeline;

import io.smppbridge.bag.Task;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;

/** A place in the outbound ring: one admitted message on its way to the disk. Reused for ever. */
@OwnedBy("who has claimed the slot, then the journal thread")
final class OutboundSlot {
    Task task;
    SendBatch batch;
    int index;
    RefKey ref;
    EncodeResult.Encoded encoded;
    int reference;
    String endpoint;
    Trail trail;

    void clear() {
        task = null;
        batch = null;
        ref = null;
        encoded = null;
        endpoint = null;
        trail = null;
    }
}
