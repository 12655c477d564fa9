package io.smppbridge.esme;

/** How far a session has come (SMPP 3.4 §2.2). */
enum SessionState {
    OPEN,
    /** The password is being checked. */
    BINDING,
    TRANSMITTER,
    RECEIVER,
    TRANSCEIVER,
    /** Nothing more is asked of it; what it has asked is still answered. */
    LEAVING,
    CLOSED;

    boolean isBound() {
        return sends() || receives();
    }

    /** Whether it may hand messages over. */
    boolean sends() {
        return this == TRANSMITTER || this == TRANSCEIVER;
    }

    /** Whether it hears of receipts and MO. */
    boolean receives() {
        return this == RECEIVER || this == TRANSCEIVER;
    }
}
