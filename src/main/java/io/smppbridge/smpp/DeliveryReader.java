package io.smppbridge.smpp;

import io.smppbridge.Address;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.threads.OwnedBy;

/** Reads what an SMSC delivers. Of a usual receipt nothing is made but the delivery itself, its octets and texts. */
@OwnedBy("the reading thread of its bind")
final class DeliveryReader {
    private static final int TAG_RECEIPTED_MESSAGE_ID = 0x001E;
    private static final int TAG_NETWORK_ERROR = 0x0423;
    private static final int TAG_MESSAGE_STATE = 0x0427;
    private static final byte[] NOTHING = {};

    private final BodyCursor body;
    private final ConnectorListener listener;
    private final Complaints complaints;
    private final KeptTlvs kept = new KeptTlvs();
    /** Most deliveries of a bind go to one and the same number. */
    private Address lastTo = Address.NONE;

    private String serviceType = "";
    private Address from = Address.NONE;
    private Address to = Address.NONE;
    private int esmClass;
    private int protocolId;
    private int priority;
    private int dataCoding;
    private byte[] octets = NOTHING;
    private String receiptedId = "";
    private int messageState;
    private byte[] networkError = NOTHING;
    private int sarReference;
    private int sarTotal;
    private int sarSequence;

    /** @param body the cursor of its bind, on the PDU at hand when one is read */
    DeliveryReader(BodyCursor body, ConnectorListener listener, Complaints complaints) {
        this.body = body;
        this.listener = listener;
        this.complaints = complaints;
    }

    /** SMPP 3.4 §4.6.1. */
    Delivery deliverSm(int sequence, long readNanos) throws MalformedPdu {
        readHead(readNanos);
        protocolId = body.octet();
        priority = body.octet();
        body.skipText(); // schedule_delivery_time
        body.skipText(); // validity_period
        body.octet(); // registered_delivery
        body.octet(); // replace_if_present_flag
        dataCoding = body.octet();
        body.octet(); // sm_default_msg_id
        readTlvs(body.octets(body.octet()), readNanos);
        return made(sequence, false, readNanos);
    }

    /** SMPP 3.4 §4.7.1. */
    Delivery dataSm(int sequence, long readNanos) throws MalformedPdu {
        readHead(readNanos);
        protocolId = 0;
        priority = 0;
        body.octet(); // registered_delivery
        dataCoding = body.octet();
        readTlvs(NOTHING, readNanos);
        return made(sequence, true, readNanos);
    }

    /** What either begins with, to esm_class. */
    private void readHead(long readNanos) throws MalformedPdu {
        serviceType = body.text();
        from = address(readNanos);
        to = to(readNanos);
        esmClass = body.octet();
    }

    /** What has been read. */
    private Delivery made(int sequence, boolean dataSm, long readNanos) {
        return new Delivery(
                sequence,
                dataSm,
                from,
                to,
                esmClass,
                dataCoding,
                octets,
                receiptedId,
                messageState,
                networkError,
                sarReference,
                sarTotal,
                sarSequence,
                kept.octets(),
                kept.hasLeftOut(),
                serviceType,
                protocolId,
                priority,
                readNanos);
    }

    /**
     * Of what a receipt says twice the first counts.
     *
     * @param text short_message; where that is empty, message_payload counts
     */
    private void readTlvs(byte[] text, long readNanos) throws MalformedPdu {
        octets = text;
        receiptedId = "";
        messageState = -1;
        networkError = NOTHING;
        sarReference = 0;
        sarTotal = 0;
        sarSequence = 0;
        kept.begin();
        while (!body.atEnd() && body.nextTlv()) {
            kept.keep(body);
            switch (body.tag) {
                case TAG_RECEIPTED_MESSAGE_ID -> receiptedId = receiptedId.isEmpty() ? body.tlvText() : receiptedId;
                case TAG_MESSAGE_STATE -> messageState = firstState();
                case TAG_NETWORK_ERROR -> networkError = networkError.length == 0 ? body.tlvOctets() : networkError;
                case WireComposer.TAG_MESSAGE_PAYLOAD -> readPayload(readNanos);
                case WireComposer.TAG_SAR_REFERENCE -> sarReference = body.tlvNumber() & 0xFFFF;
                case WireComposer.TAG_SAR_TOTAL -> sarTotal = body.tlvNumber() & 0xFF;
                case WireComposer.TAG_SAR_SEQUENCE -> sarSequence = body.tlvNumber() & 0xFF;
                default -> {} // Kept for the platform.
            }
        }
        kept.tell(listener, complaints, readNanos);
    }

    private int firstState() {
        return messageState >= 0 || body.valueLength == 0 ? messageState : body.tlvNumber() & 0xFF;
    }

    /** SMPP has one text or the other (3.4 §5.3.2.32). */
    private void readPayload(long readNanos) {
        if (octets.length == 0) {
            octets = body.tlvOctets();
        } else if (body.valueLength > 0) {
            complaints.about(
                    "a message_payload beside another text is left out, its octets", body.valueLength, readNanos);
        }
    }

    /** The destination. */
    private Address to(long readNanos) throws MalformedPdu {
        int ton = body.octet();
        int npi = body.octet();
        if (ton != lastTo.ton() || npi != lastTo.npi() || !body.skipIf(lastTo.number())) {
            lastTo = address(ton, npi, readNanos);
        }
        return lastTo;
    }

    Address address(long readNanos) throws MalformedPdu {
        return address(body.octet(), body.octet(), readNanos);
    }

    private Address address(int ton, int npi, long readNanos) throws MalformedPdu {
        String number = body.text();
        if (number.length() > Address.MAX_LENGTH) {
            // Losing a receipt for its address would be worse; data_sm may carry 64.
            complaints.about("address cut to 20 characters, its length", number.length(), readNanos);
            number = number.substring(0, Address.MAX_LENGTH);
        }
        return number.isEmpty() && ton == 0 && npi == 0 ? Address.NONE : new Address(number, ton, npi);
    }
}
