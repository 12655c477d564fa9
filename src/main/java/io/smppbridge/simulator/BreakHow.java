package io.smppbridge.simulator;

/** How a port ends a connection when the script tells it to. */
public enum BreakHow {
    /** TCP FIN after what was written. */
    CLOSE,
    /** TCP RST. */
    RST,
    /** The SMSC's direction is closed, the ESME's stays open. */
    HALF_CLOSE,
    /** An unbind; the connection closes when it is answered, or after five seconds. */
    UNBIND
}
