package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Address;
import io.smppbridge.connector.Alert;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What each PDU from the SMSC leads to: a word to the listener, an answer on the spot, or both. */
@OwnedBy("the reading thread of its bind")
final class Inbound {
    private static final Logger LOG = LoggerFactory.getLogger(Inbound.class);
    private static final int TAG_INTERFACE_VERSION = 0x0210;
    private static final int TAG_MS_AVAILABILITY = 0x0422;
    private static final int SMPP_50 = 0x50;

    /** The bind as the inbound side sees it. */
    interface Bind {
        String name();

        /** What it announces to the SMSC: 0x33, 0x34 or 0x50. */
        int announces();

        /** Whether deliver_sm and data_sm may come now. */
        boolean mayReceive();

        /** @return whether that number was asked, and now */
        boolean bindAnswered(int sequence, int status, String systemId, int interfaceVersion);

        /** @return whether the number is that of a request of the bind's own (bind, enquire_link, unbind) */
        boolean ownRequestRefused(int sequence, int status, long readNanos);

        void submitAnswered(int sequence);

        /** @return whether that number was asked */
        boolean operationAnswered(int sequence, Said said);

        void unbindAsked();

        void unbindAnswered();

        /** What has been read already is still told. */
        void writeFailed(IOException why);
    }

    private final Bind bind;
    private final ConnectorListener listener;
    private final Replies replies;
    private final PduTrace trace;
    private final TappedLink tap;
    private final Complaints complaints;
    private final BodyCursor body = new BodyCursor();
    private final SubmitAnswers answers;
    private final DeliveryReader deliveries;

    /** @param tap told what is made of a PDU, before anything is said or written because of it */
    Inbound(Bind bind, ConnectorListener listener, Replies replies, PduTrace trace, TappedLink tap) {
        this.tap = tap;
        this.bind = bind;
        this.listener = listener;
        this.replies = replies;
        this.trace = trace;
        complaints = new Complaints(bind.name());
        answers = new SubmitAnswers(body, listener, complaints, tap, bind.announces() >= SMPP_50);
        deliveries = new DeliveryReader(body, listener, complaints);
    }

    void pdu(byte[] buffer, int at, int length, long readNanos) {
        int command = GuardedReader.intAt(buffer, at + 4);
        int status = GuardedReader.intAt(buffer, at + 8);
        int sequence = GuardedReader.intAt(buffer, at + 12);
        trace.in(bind.name(), command, status, sequence, length);
        body.on(buffer, at, length);
        tap.in(buffer, at, length, readNanos);
        try {
            lead(command, status, sequence, readNanos);
        } finally {
            tap.done(); // The buffer is the reader's again.
        }
    }

    private void lead(int command, int status, int sequence, long readNanos) {
        switch (command) {
            case CID_SUBMIT_SM_RESP, CID_DATA_SM_RESP, CID_SUBMIT_MULTI_RESP ->
                submitAnswer(command, sequence, status, readNanos);
            case CID_DELIVER_SM, CID_DATA_SM -> delivery(command, sequence, readNanos);
            case CID_ENQUIRE_LINK -> answer(CID_ENQUIRE_LINK_RESP, CommandStatus.ROK, sequence, false);
            case CID_ENQUIRE_LINK_RESP -> listener.linkAlive(readNanos);
            case CID_GENERIC_NACK -> genericNack(sequence, status, readNanos);
            case CID_BIND_TRANSMITTER_RESP, CID_BIND_RECEIVER_RESP, CID_BIND_TRANSCEIVER_RESP ->
                bindAnswer(command, sequence, status, readNanos);
            case CID_UNBIND -> {
                answer(CID_UNBIND_RESP, CommandStatus.ROK, sequence, false);
                bind.unbindAsked();
            }
            case CID_QUERY_SM_RESP, CID_CANCEL_SM_RESP, CID_REPLACE_SM_RESP ->
                operationAnswer(command, sequence, status, readNanos);
            case CID_UNBIND_RESP -> bind.unbindAnswered();
            case CID_ALERT_NOTIFICATION -> alert(readNanos);
            case CID_OUTBIND -> complaints.about("outbind on a bind, sequence", sequence, readNanos);
            default -> other(command, sequence, readNanos);
        }
    }

    /** Requests that an SMSC may not make, requests unknown to SMPP, and answers to questions that were never asked. */
    private void other(int command, int sequence, long readNanos) {
        if (CommandId.isResponse(command)) {
            // Never answered: two sides that nack each other's answers would not stop.
            stray(command, sequence, readNanos);
        } else if (CommandId.isForbiddenRequest(command)) {
            answer(command | MASK_CID_RESP, CommandStatus.RINVBNDSTS, sequence, false);
        } else {
            answer(CID_GENERIC_NACK, CommandStatus.RINVCMDID, sequence, false);
        }
    }

    private void submitAnswer(int command, int sequence, int status, long readNanos) {
        bind.submitAnswered(sequence);
        answers.read(command, sequence, status, readNanos);
    }

    /** Whether a subscriber can be reached (SMPP 3.4 §4.12); there is no answer to it, also when it is broken. */
    private void alert(long readNanos) {
        try {
            Address subscriber = deliveries.address(readNanos);
            Address esme = deliveries.address(readNanos);
            int availability = 0;
            while (!body.atEnd() && body.nextTlv()) {
                if (body.tag == TAG_MS_AVAILABILITY && body.valueLength > 0) {
                    availability = body.tlvNumber() & 0xFF;
                }
            }
            LOG.debug("{}: alert_notification about {}", bind.name(), subscriber);
            listener.alerted(new Alert(subscriber, esme, availability));
        } catch (MalformedPdu e) {
            complaints.about("alert_notification: " + e.getMessage(), e.status, readNanos);
        }
    }

    /** SMPP 3.4 §4.8.2; the answers to cancel_sm and replace_sm have no body, and none has one that says no. */
    private void operationAnswer(int command, int sequence, int status, long readNanos) {
        Said said = Said.status(status);
        if (command == CID_QUERY_SM_RESP && status == CommandStatus.ROK) {
            try {
                body.text(); // message_id
                String finalDate = body.text();
                said = new Said(status, body.octet(), finalDate, body.octet());
            } catch (MalformedPdu e) {
                complaints.about("query_sm_resp: " + e.getMessage(), e.status, readNanos);
                said = Said.status(e.status);
            }
        }
        if (tap.isReading() && said.messageState() >= 0) {
            tap.understood(Meaning.queried(tap.understanding(), said));
        }
        tap.done();
        if (!bind.operationAnswered(sequence, said)) {
            stray(command, sequence, readNanos);
        }
    }

    private void stray(int command, int sequence, long readNanos) {
        complaints.about(CommandId.nameOf(command) + " without a request, sequence", sequence, readNanos);
        listener.strayAnswer();
    }

    private void genericNack(int sequence, int status, long readNanos) {
        tap.done();
        if (sequence == 0) {
            complaints.about("generic_nack for no request, status", status, readNanos);
        } else if (!bind.ownRequestRefused(sequence, status, readNanos)) {
            bind.submitAnswered(sequence);
            // A nack that says "no error" is still a nack: the message was not taken.
            listener.answered(sequence, status == 0 ? CommandStatus.RSYSERR : status, "", readNanos);
        }
    }

    private void bindAnswer(int command, int sequence, int status, long readNanos) {
        String systemId = body.atEnd() ? "" : body.lastText(64);
        int version = -1;
        try {
            while (!body.atEnd() && body.nextTlv()) {
                if (body.tag == TAG_INTERFACE_VERSION && body.valueLength > 0) {
                    version = body.tlvNumber() & 0xFF;
                }
            }
        } catch (MalformedPdu e) {
            complaints.about("bind_resp: " + e.getMessage(), e.status, readNanos);
        }
        if (tap.isReading() && status == CommandStatus.ROK) {
            tap.understood(Meaning.bound(tap.understanding(), systemId, version));
        }
        tap.done();
        if (!bind.bindAnswered(sequence, status, systemId, version)) {
            stray(command, sequence, readNanos);
        }
    }

    private void delivery(int command, int sequence, long readNanos) {
        boolean dataSm = command == CID_DATA_SM;
        if (!bind.mayReceive()) {
            answer(command | MASK_CID_RESP, CommandStatus.RINVBNDSTS, sequence, true);
            return;
        }
        Delivery delivery;
        try {
            delivery = dataSm ? deliveries.dataSm(sequence, readNanos) : deliveries.deliverSm(sequence, readNanos);
        } catch (MalformedPdu e) {
            complaints.about(CommandId.nameOf(command) + " refused: " + e.getMessage(), e.status, readNanos);
            answer(command | MASK_CID_RESP, e.status, sequence, true);
            return;
        }
        if (tap.isReading()) {
            tap.understood(Meaning.delivery(tap.understanding(), delivery));
        }
        trace.delivered(bind.name(), sequence, delivery.from(), delivery.to());
        listener.delivered(delivery);
    }

    private void answer(int command, int status, int sequence, boolean nulBody) {
        tap.done();
        trace.out(bind.name(), command, status, sequence);
        try {
            replies.urgent(command, status, sequence, nulBody);
        } catch (IOException e) {
            bind.writeFailed(e);
        }
    }
}
