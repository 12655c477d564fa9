package io.smppbridge.pipeline;

import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;

/** Where MO and receipts come in. Called on transport threads; never blocks. */
public interface InboundDoor {
    /**
     * Takes a delivery; {@code answer} is called when it is on disk, or when it cannot be.
     *
     * @return false when the ring is full: the caller answers RMSGQFUL itself, and the SMSC keeps the message
     */
    boolean offer(String smsc, Delivery delivery, Answer answer);

    /** Takes the news that a subscriber can be reached; false when the ring is full, and it is lost. */
    boolean alert(String smsc, Alert alert);

    /** Called on the journal thread: only enqueues. */
    interface Answer {
        void answer(Delivery delivery, int commandStatus);
    }
}
