package io.smppbridge.connector;

/** Where a bind's deliveries go: the inbound pipeline, as the owner of a bind sees it. */
@FunctionalInterface
public interface Inlet {
    /** No deliveries are expected here: all are refused for a time. */
    Inlet CLOSED = (delivery, answer) -> false;

    /**
     * Takes a delivery. Called on transport threads; never blocks.
     *
     * @param answer called, on any thread, once it is on disk or cannot be
     * @return false when there is no room: the SMSC is asked to keep the message (RMSGQFUL)
     */
    boolean offer(Delivery delivery, Answer answer);

    /**
     * Takes the news that a subscriber can be reached. Called on transport threads; never blocks.
     *
     * @return false when there is no room: it is lost then, as SMPP has no way to ask for it again
     */
    default boolean alert(Alert alert) {
        return false;
    }

    /** How a delivery is answered. */
    @FunctionalInterface
    interface Answer {
        /** Only enqueues: nobody may look at it before {@link #told}. */
        void answer(Delivery delivery, int commandStatus);

        /** Some have been answered: once for as many as come together. */
        default void told() {}
    }
}
