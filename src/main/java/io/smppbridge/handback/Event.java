package io.smppbridge.handback;

import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.connector.Piece;
import java.util.List;

/** What the platform is told. */
public sealed interface Event {
    /** Stable over every repetition. */
    long id();

    /**
     * A subscriber has written.
     *
     * @param pieces how it came, in the order of its parts; empty when that is not known
     */
    record Inbound(InboundSms message, List<Piece> pieces) implements Event {
        public Inbound {
            pieces = List.copyOf(pieces);
        }

        /** Of which is not known how it came. */
        public Inbound(InboundSms message) {
            this(message, List.of());
        }

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
