package io.smppbridge.simulator;

/** On which bind of the account a receipt comes back. */
public enum ReceiptBind {
    /** Any that receives, in turn. */
    ANY,
    /** The one that submitted, where it receives. */
    SAME,
    /** Another one than submitted, where there is one. */
    OTHER
}
