package io.smppbridge.esme;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Status;

/** What an ESME asks, and whether its state allows it. Every request gets exactly one answer (SMPP 3.4 §2.3). */
@OwnedBy("its event loop")
final class Requests {
    private final Session session;
    private final SubmitSide submits;
    private final Asking asking;

    Requests(Session session, SubmitSide submits, Asking asking) {
        this.session = session;
        this.submits = submits;
        this.asking = asking;
    }

    void take(int command, int number, BodyReader body) {
        switch (command) {
            case Command.ENQUIRE_LINK -> session.bare(Command.responseTo(command), Status.ROK, number);
            case Command.UNBIND -> session.unbound(number);
            case Command.BIND_TRANSMITTER, Command.BIND_RECEIVER, Command.BIND_TRANSCEIVER ->
                session.bind(command, number, body);
            case Command.SUBMIT_SM, Command.DATA_SM, Command.SUBMIT_MULTI -> {
                if (session.isSending()) {
                    submits.take(command, number, body);
                } else if (session.crossesMessages()) {
                    session.refused("not-accepting");
                    session.bare(Command.responseTo(command), Status.RMSGQFUL, number);
                } else {
                    wrongState(command, number);
                }
            }
            case Command.QUERY_SM, Command.CANCEL_SM, Command.REPLACE_SM -> {
                if (session.isSending()) {
                    asking.take(command, number, body);
                } else {
                    wrongState(command, number);
                }
            }
            case Command.BROADCAST_SM, Command.QUERY_BROADCAST_SM, Command.CANCEL_BROADCAST_SM -> {
                if (session.isSending()) {
                    int status = Broadcasts.status(command, body, session.notes());
                    session.bare(Command.responseTo(command), status, number);
                } else {
                    wrongState(command, number);
                }
            }
            case Command.DELIVER_SM -> wrongState(command, number);
            default -> session.bare(Command.GENERIC_NACK, Status.RINVCMDID, number);
        }
    }

    private void wrongState(int command, int number) {
        session.bare(Command.responseTo(command), Status.RINVBNDSTS, number);
    }
}
