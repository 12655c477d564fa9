package io.smppbridge.esme;

import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Broadcast;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Status;

/**
 * The broadcast operations of SMPP 5.0: read, and refused, for no SMSC behind the bridge is asked for them.
 *
 * <p>The answer is the operation's own response with {@code ESME_RPROHIBITED} ("the PDU request was recognised but is denied to the ESME",
 * 5.0 §4.7.6): a generic_nack with RINVCMDID would say that the command is unknown, and {@code RBCASTFAIL} that this broadcast went wrong
 * and the next one might not.
 */
final class Broadcasts {
    private Broadcasts() {}

    /** What one of the three is answered with, where its state allows it at all. */
    static int status(int command, BodyReader body, Notes notes) {
        try {
            notes.read(Broadcast.read(command, body));
            return Status.RPROHIBITED;
        } catch (MalformedBody e) {
            return e.status();
        }
    }
}
