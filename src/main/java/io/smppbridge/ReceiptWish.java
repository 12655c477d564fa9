package io.smppbridge;

/** Which events of a message the platform wants to hear of. */
public enum ReceiptWish {
    /**
     * No receipt, and nothing of a message that goes well: for the bridge it ends when the SMSC has taken it. That it has failed before is told all
     * the same, as nothing that was accepted ends in silence.
     */
    NONE,
    /** The final state if it is a failure ({@link MessageState#isFailure}): also when the message was withdrawn. */
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
