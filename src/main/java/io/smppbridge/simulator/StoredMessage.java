package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.Optional;

/** A message that a port has taken and can still be asked about. */
@OwnedBy("smsc-sim")
final class StoredMessage {
    final String id;
    final ReceivedSubmit.Party source;
    final ReceivedSubmit.Party destination;
    final String systemId;
    /** short_message as it would be delivered now. */
    byte[] text;

    int replaced;
    /** Sends the receipt of a message that is deleted; nothing when none was asked for. */
    Runnable deleted = () -> {};

    private Outcome state = Outcome.ENROUTE;
    private Optional<Instant> done = Optional.empty();

    StoredMessage(String id, SubmitView view, String systemId) {
        this.id = id;
        this.source = view.source();
        this.destination = view.destination();
        this.systemId = systemId;
        this.text = view.shortMessage();
    }

    boolean isOpen() {
        return done.isEmpty();
    }

    Outcome state() {
        return state;
    }

    Optional<Instant> done() {
        return done;
    }

    /** Its end; false when it has ended in another way before. */
    boolean end(Outcome outcome, Instant at) {
        if (!isOpen()) {
            return false;
        }
        state = outcome;
        done = Optional.of(at);
        return true;
    }
}
