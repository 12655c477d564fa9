package io.smppbridge;

import java.util.function.Consumer;

/**
 * What a platform in the same process implements to hear of inbound messages and of its own messages' fate. Called on a hand-back
 * thread, one call at a time. An event counts as taken when the call returns; when it throws, the event comes again later, with the
 * same event id.
 */
public interface InboundListener {
    /** A subscriber has written. */
    void onMessage(InboundSms message);

    /** A message has reached a state that the platform asked to hear of. */
    void onReceipt(Receipt receipt);

    /** An SMSC says whether a subscriber can be reached; most never do. */
    default void onAlert(SubscriberAlert alert) {}

    /** For a platform that has one method for what subscribers write, and asks for no receipts. */
    static InboundListener ofMessages(Consumer<InboundSms> platform) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                platform.accept(message);
            }

            @Override
            public void onReceipt(Receipt receipt) {
                // Not asked for; taken, so that it does not come again.
            }
        };
    }
}
