package io.smppbridge.pipeline;

import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;

/** Where MO and receipts come in. Called on transport threads; never blocks. */
public interface InboundDoor {
    /**
     * Takes a delivery; {@code answer} is called, on the journal thread, when it is on disk, or when it cannot be.
     *
     * @return false when the ring is full: the caller answers RMSGQFUL itself, and the SMSC keeps the message
     */
    boolean offer(String smsc, Delivery delivery, Inlet.Answer answer);

    /** Takes the news that a subscriber can be reached; false when the ring is full, and it is lost. */
    boolean alert(String smsc, Alert alert);
}
