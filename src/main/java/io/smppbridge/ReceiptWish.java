package io.smppbridge;

/** Which events of a message the platform wants to hear of. */
public enum ReceiptWish {
    /** None: the message ends, for the bridge, when the SMSC has taken it. */
    NONE,
    /** Only the news that it will not be, or could not be, delivered: also when it was withdrawn. */
    FAILURE,
    /** The final state, whatever it is, also {@link MessageState#CANCELLED}. */
    FINAL,
    /** The final state and every state before it (sent, en route). */
    ALL;

    /** Whether a receipt must be asked of the SMSC (registered_delivery). */
    public boolean asksForReceipt() {
        return this != NONE;
    }
}
