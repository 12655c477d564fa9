package io.smppbridge;

import java.util.function.Consumer;

/**
 * What a platform in the same process implements to hear of inbound messages and of what became of its own.
 *
 * <p>Called on the thread {@code handback-listener}, one call at a time: a call that blocks delays this listener's events and nothing else.
 * An event counts as taken when the call returns. When it throws, the event comes again later with the same event id. So it may after a kill
 * of the process.
 */
public interface InboundListener {
    /** A subscriber has written. */
    void onMessage(InboundSms message);

    /** A message has reached a state that the platform asked to hear of. */
    void onReceipt(Receipt receipt);

    /** An SMSC says whether a subscriber can be reached (alert_notification). Most SMSCs never do. */
    default void onAlert(SubscriberAlert alert) {}

    /** A listener for inbound messages alone, for a platform that asks for no receipts. Receipts that come are taken and dropped. */
    static InboundListener ofMessages(Consumer<InboundSms> platform) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                platform.accept(message);
            }

            @Override
            public void onReceipt(Receipt receipt) {
                // Taken, so that it does not come again.
            }
        };
    }
}
