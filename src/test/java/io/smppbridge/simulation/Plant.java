package io.smppbridge.simulation;

/** A fault of the bridge's own, played around it, that a run must find. */
enum Plant {
    NONE,
    /** The disk says "forced" and has not. */
    FORCE_IGNORED,
    /** Callers hear "accepted" before the force. */
    ANSWER_BEFORE_FORCE,
    /** A flight's slot is free before its outcome is written. */
    SLOT_BEFORE_OUTCOME,
    /** The carrier hears that its receipt is taken before it is. */
    RECEIPT_UNRECORDED
}
