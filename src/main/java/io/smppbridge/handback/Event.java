package io.smppbridge.handback;

import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;

/** What the platform is told. */
public sealed interface Event {
    /** Stable over every repetition. */
    long id();

    /** A subscriber has written. */
    record Inbound(InboundSms message) implements Event {
        @Override
        public long id() {
            return message.eventId().value();
        }
    }

    /** An SMSC can reach a subscriber again. */
    record Alert(SubscriberAlert alert) implements Event {
        @Override
        public long id() {
            return alert.eventId().value();
        }
    }

    /** News of a message the platform sent. */
    record State(Receipt receipt) implements Event {
        @Override
        public long id() {
            return receipt.eventId().value();
        }
    }
}
