package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.StreamKey;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.Trail;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;

/** A place in the outbound ring: one admitted message on its way to the disk. Reused for ever. */
@OwnedBy("who has claimed the slot, then the journal thread")
final class OutboundSlot {
    /** None when the slot only bears a refusal. */
    Task task;

    SendBatch batch;
    int index;
    RefKey ref;
    /** How its text travels, and what the answer says of that. */
    Encoding encoding;

    String forcedUcs2;
    String replaced;
    int reference;
    String endpoint;
    Trail trail;
    /** The stream that the message is of, its id there, and the id before the connection's first. */
    StreamKey stream = StreamKey.NONE;

    long streamId;
    long streamBase;
    /** Why the message can never be sent; null when it can. */
    SendOutcome.Refusal refusal;

    /** A message that has been admitted; its stream, where it has one, is told beside. */
    void fill(SendBatch of, Admitted admitted) {
        batch = of;
        index = admitted.index;
        task = admitted.task;
        ref = admitted.ref;
        encoding = admitted.encoding;
        forcedUcs2 = admitted.forcedUcs2;
        replaced = admitted.replaced;
        reference = admitted.reference;
        endpoint = admitted.endpoint;
        trail = admitted.trail;
        admitted.task = null;
    }

    /**
     * Writes down its message as one that has come just now.
     *
     * @param likelyTlv the name of the TLV that is likely to be its only one, if it has any
     */
    void encode(ByteBuffer out, StreamPlace place, int number, long acceptedMs, String likelyTlv) {
        AcceptRecord.encode(
                out,
                task.id(),
                acceptedMs,
                task.expiresAtMs(),
                task.dueAtMs,
                number,
                task.parts().count(),
                encoding,
                task.smsc(),
                endpoint,
                task.account(),
                ref,
                place,
                task.sms(),
                trail,
                likelyTlv);
    }

    void clear() {
        task = null;
        batch = null;
        ref = null;
        encoding = null;
        forcedUcs2 = null;
        replaced = null;
        endpoint = null;
        trail = null;
        stream = StreamKey.NONE;
        refusal = null;
    }
}
