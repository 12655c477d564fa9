package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.CID_SUBMIT_MULTI_RESP;

import io.smppbridge.Address;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the answers to submit_sm, data_sm and submit_multi. Whatever is broken behind the id changes nothing about the answer: it is
 * complained of, and what came before it counts.
 */
@OwnedBy("the reading thread of its bind")
final class SubmitAnswers {
    /** SMPP allows 64, and there are SMSCs with more; as much of it counts in a receipt ({@code MessageIds}). */
    private static final int LONGEST_MESSAGE_ID = 255;

    private static final int TAG_CONGESTION_STATE = 0x0428;
    private static final int MOST_CONGESTED = 100;

    private final BodyCursor body;
    private final ConnectorListener listener;
    private final Complaints complaints;
    private final TappedLink tap;
    private final boolean tellsLoad;
    private final KeptTlvs kept = new KeptTlvs();

    /**
     * @param body the cursor of its bind, on the PDU at hand when {@link #read} is called
     * @param tellsLoad whether the SMSC may say how busy it is: only where SMPP 5.0 was announced to it
     */
    SubmitAnswers(
            BodyCursor body, ConnectorListener listener, Complaints complaints, TappedLink tap, boolean tellsLoad) {
        this.tap = tap;
        this.tellsLoad = tellsLoad;
        this.body = body;
        this.listener = listener;
        this.complaints = complaints;
    }

    void read(int command, int sequence, int status, long readNanos) {
        String messageId = body.atEnd() ? "" : body.lastText(LONGEST_MESSAGE_ID);
        if (messageId.length() == LONGEST_MESSAGE_ID && body.leftOut > 0) {
            complaints.about(
                    "message_id cut to " + LONGEST_MESSAGE_ID + " characters, its length",
                    LONGEST_MESSAGE_ID + body.leftOut,
                    readNanos);
        }
        if (tap.isReading()) {
            tap.understood(Meaning.messageId(tap.understanding(), messageId));
        }
        if (body.atEnd()) {
            listener.answered(sequence, status, messageId, readNanos);
            return;
        }
        List<AnswerDetail.Refused> refused = List.of();
        kept.begin();
        boolean whole = true;
        try {
            if (command == CID_SUBMIT_MULTI_RESP) {
                refused = new ArrayList<>();
                whole = false;
                whole = refused(refused);
            }
            tlvs();
        } catch (MalformedPdu e) {
            complaints.about(CommandId.nameOf(command) + ": " + e.getMessage(), e.status, readNanos);
        }
        kept.tell(listener, complaints, readNanos);
        byte[] tlvs = kept.octets();
        if (refused.isEmpty() && tlvs.length == 0 && whole) {
            listener.answered(sequence, status, messageId, readNanos);
        } else {
            listener.answered(sequence, status, messageId, new AnswerDetail(refused, tlvs, whole), readNanos);
        }
    }

    /** Reads no_unsuccess and the unsuccess_smes (SMPP 3.4 §4.5.2); false when one of them names nobody. */
    private boolean refused(List<AnswerDetail.Refused> into) throws MalformedPdu {
        boolean whole = true;
        int count = body.octet();
        for (int i = 0; i < count; i++) {
            int ton = body.octet();
            int npi = body.octet();
            String number = body.text();
            int status = body.octet() << 24 | body.octet() << 16 | body.octet() << 8 | body.octet();
            if (status == 0) {
                continue; // named, and taken all the same
            }
            if (number.isEmpty() || number.length() > Address.MAX_LENGTH) {
                whole = false;
            } else {
                into.add(new AnswerDetail.Refused(new Address(number, ton, npi), status));
            }
        }
        return whole;
    }

    /**
     * An answer of SMPP 5.0 may say how busy the SMSC is (§4.8.4.18; more than 100 is reserved), which concerns no message; the platform
     * hears of the others.
     */
    private void tlvs() throws MalformedPdu {
        while (body.nextTlv()) {
            if (body.tag != TAG_CONGESTION_STATE) {
                kept.keep(body);
            } else if (tellsLoad && body.valueLength == 1 && body.tlvNumber() <= MOST_CONGESTED) {
                listener.congestion(body.tlvNumber());
            }
        }
    }
}
