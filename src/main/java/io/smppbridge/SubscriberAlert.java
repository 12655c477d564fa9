package io.smppbridge;

import java.time.Instant;
import java.util.Objects;

/**
 * An SMSC says that a subscriber can be reached again, or cannot (alert_notification, SMPP 3.4 §4.12): the end of a wait that
 * set_dpf began.
 *
 * @param eventId stable: a repeated hand-over carries the same one
 * @param smsc the SMSC account that says so
 * @param to whom it is for: the address of the ESME
 * @param at when it was read
 */
public record SubscriberAlert(
        TaskId eventId, String smsc, Address subscriber, Address to, Availability availability, Instant at) {
    /** ms_availability_status (§5.3.2.30). */
    public enum Availability {
        AVAILABLE,
        /** Suspended, or has no SMS. */
        DENIED,
        UNAVAILABLE,
        /** The SMSC says something that SMPP does not know. */
        UNKNOWN;

        /** What an SMSC's octet says. */
        public static Availability of(int status) {
            return switch (status) {
                case 0 -> AVAILABLE;
                case 1 -> DENIED;
                case 2 -> UNAVAILABLE;
                default -> UNKNOWN;
            };
        }
    }

    public SubscriberAlert {
        Objects.requireNonNull(eventId, "eventId");
        Objects.requireNonNull(smsc, "smsc");
        Objects.requireNonNull(subscriber, "subscriber");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(availability, "availability");
        Objects.requireNonNull(at, "at");
    }

    /** Names no full number. */
    @Override
    public String toString() {
        return "alert " + eventId + " by " + smsc + ": " + subscriber + " is " + availability;
    }
}
