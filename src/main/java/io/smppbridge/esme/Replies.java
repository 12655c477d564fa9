package io.smppbridge.esme;

import io.smppbridge.wire.Command;
import io.smppbridge.wire.Status;

/** What an ESME answers to what it was asked. */
final class Replies {
    private Replies() {}

    static void take(Session session, Deadlines deadlines, int command, int status, int sequence) {
        switch (command) {
            case Command.DELIVER_SM | Command.GENERIC_NACK -> {
                if (!session.deliveries().answered(sequence, status)) {
                    session.stray(command, sequence);
                }
            }
            case Command.ENQUIRE_LINK | Command.GENERIC_NACK -> deadlines.lives();
            case Command.UNBIND | Command.GENERIC_NACK -> session.unbindAnswered(command, sequence);
            case Command.GENERIC_NACK -> {
                int refused = status == Status.ROK ? Status.RINVCMDID : status;
                if (!session.deliveries().answered(sequence, refused)) {
                    deadlines.lives(); // it does not know enquire_link
                }
            }
            default -> session.stray(command, sequence); // Answers nothing that we ask.
        }
    }
}
