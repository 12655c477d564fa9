package io.smppbridge;

/**
 * Where a message stands. The last eight are final: a message ends in one of them. A later receipt of the SMSC may replace it by another
 * ({@link Receipt#before}).
 */
public enum MessageState {
    /** On disk, waiting in its bag. */
    QUEUED(false),
    /** On disk, waiting for its time. */
    SCHEDULED(false),
    /** The SMSC has taken every part; a receipt is awaited. */
    SENT(false),
    /** Handed to an SMSC that has not answered: it waits for what {@code smsc.<name>.uncertain} says. */
    UNANSWERED(false),
    /** The SMSC has taken every part and no receipt was asked for. */
    ACCEPTED(true),
    /** A receipt says that it reached the handset. */
    DELIVERED(true),
    /** A receipt says that it did not. */
    UNDELIVERED(true),
    /** Its validity ended, here or at the SMSC. */
    EXPIRED(true),
    /** The SMSC refused it for good, or the retries ran out. */
    REJECTED(true),
    /** Withdrawn: before it was handed to an SMSC, or deleted there by cancel_sm. */
    CANCELLED(true),
    /** Perhaps sent: no answer came, and {@code smsc.<name>.uncertain} allows no other attempt. */
    UNCERTAIN(true),
    /** Taken by the SMSC, but the receipt that was asked for never came. */
    NO_RECEIPT(true);

    private final boolean isFinal;

    MessageState(boolean isFinal) {
        this.isFinal = isFinal;
    }

    public boolean isFinal() {
        return isFinal;
    }

    /** Whether a platform that only wants failures hears of it. */
    public boolean isFailure() {
        return isFinal && this != ACCEPTED && this != DELIVERED;
    }
}
