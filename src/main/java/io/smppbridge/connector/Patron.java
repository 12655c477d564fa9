package io.smppbridge.connector;

import io.smppbridge.connector.ConnectorListener.CloseCause;

/** What the owner of a bind hears from its {@link BindKeeper}, on its own thread. */
public interface Patron {
    default void bound(long now) {}
    /** An answer to a submission; unknown sequence numbers included. */
    default void answered(int sequence, int status, String messageId, AnswerDetail detail, long readNanos) {}
    /** How busy the SMSC says it is, see {@link ConnectorListener#congestion}. */
    default void congested(int state) {}
    /** Whether a bind is made anew after an end that is not the owner's, as when the SMSC has asked to unbind. */
    default boolean makesAnew(boolean asked, long now) {
        return true;
    }
    /** The bind is gone: whatever it had not answered will not be answered. */
    default void lost(CloseCause cause, long now) {}
}
