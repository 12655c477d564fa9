package io.smppbridge;

/** Which lane of a bag a message waits in. */
public enum Priority {
    /** Bulk: may wait. */
    LOW,
    NORMAL,
    /** One-time passwords and alarms. */
    HIGH
}
