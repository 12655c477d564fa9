package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/** A place in the inbound ring: an outcome, a delivery, or the end of an event. Reused for ever. */
@OwnedBy("who has claimed the slot, then the journal thread")
final class InboundSlot {
    enum Kind {
        ACCEPTED,
        REFUSED,
        UNANSWERED,
        LAST_UNANSWERED,
        ENDED,
        STUCK,
        DELIVERY,
        ALERT,
        EVENT_TAKEN,
        EVENT_DEAD
    }

    Kind kind;
    Task task;
    int part;
    int status;
    /** Of {@link Kind#ACCEPTED}: whether no other part is missing. */
    boolean last;
    /** Of {@link Kind#UNANSWERED}: whether it waits for an operator's word now. */
    boolean held;

    int refusals;
    int unanswered;
    long dueAtMs;
    String text;
    MessageState state;
    Outcomes.Flight flight;
    /** TLVs of the SMSC's answer. */
    byte[] tlvs;

    String smsc;
    Delivery delivery;
    /** By whose terms the delivery was read before it came here; null when it was not. */
    Lane readFor;
    /** What was read then: empty for a message. */
    Optional<SmscReceipt> receipt = Optional.empty();

    /** By whose terms the id was read before it came here; null when there is none, or nobody asks for it. */
    Lane identifiedFor;
    /** The canonical id that the answer gives, or that the receipt means most likely. */
    String id;
    /** That id in the index of ids. */
    long key;

    Alert alert;
    Inlet.Answer answer;
    long eventId;

    /** The id that it names, brought into its form before a place in the ring was claimed; empty for none. */
    void identify(Lane lane, String canonical, long itsKey) {
        identifiedFor = canonical.isEmpty() ? null : lane;
        id = canonical;
        key = itsKey;
    }

    void clear() {
        task = null;
        text = null;
        state = null;
        flight = null;
        tlvs = null;
        smsc = null;
        delivery = null;
        readFor = null;
        receipt = Optional.empty();
        identifiedFor = null;
        id = null;
        alert = null;
        answer = null;
    }
}
