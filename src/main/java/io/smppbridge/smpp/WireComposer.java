package io.smppbridge.smpp;

import io.smppbridge.connector.Submission;
import java.nio.charset.StandardCharsets;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.util.DefaultComposer;
import org.jsmpp.util.PDUByteBuffer;
import org.jsmpp.util.StringParameter;
import org.jsmpp.util.StringValidator;

/**
 * jSMPP's composer with three differences: a password may be longer than 8 characters (some carriers issue such; whether one may be set
 * is the settings' business), texts go out as ISO 8859-1 whatever the JVM's default charset, and one buffer of the right size is
 * taken instead of a growing one.
 */
final class WireComposer extends DefaultComposer {
    static final int TAG_SAR_REFERENCE = 0x020C;
    static final int TAG_SAR_TOTAL = 0x020E;
    static final int TAG_SAR_SEQUENCE = 0x020F;
    static final int TAG_MESSAGE_PAYLOAD = 0x0424;
    private static final int ESM_UDHI = 0x40;
    private static final byte[] NUL = {0};
    private static final byte[] NOTHING = {};

    @Override
    public byte[] bind(
            int commandId,
            int sequenceNumber,
            String systemId,
            String password,
            String systemType,
            byte interfaceVersion,
            byte addrTon,
            byte addrNpi,
            String addressRange)
            throws PDUStringException {
        StringValidator.validateString(systemId, StringParameter.SYSTEM_ID);
        StringValidator.validateString(systemType, StringParameter.SYSTEM_TYPE);
        StringValidator.validateString(addressRange, StringParameter.ADDRESS_RANGE);
        PDUByteBuffer pdu = new PDUByteBuffer(commandId, SMPPConstant.STAT_ESME_ROK, sequenceNumber);
        append(pdu, systemId);
        append(pdu, password);
        append(pdu, systemType);
        pdu.append(new byte[] {interfaceVersion, addrTon, addrNpi});
        append(pdu, addressRange);
        return pdu.toBytes();
    }

    /**
     * A submit_sm (SMPP 3.4 §4.4.1).
     *
     * @param asPayload whether the octets go into message_payload instead of short_message
     * @throws PDUStringException if a field is longer than SMPP allows; its error code says which
     */
    byte[] submit(int sequence, Submission s, boolean asPayload) throws PDUStringException {
        StringValidator.validateString(s.serviceType, StringParameter.SERVICE_TYPE);
        StringValidator.validateString(s.validityPeriod, StringParameter.VALIDITY_PERIOD);
        byte[] shortMessage = asPayload ? NOTHING : s.octets;
        StringValidator.validateString(shortMessage, StringParameter.SHORT_MESSAGE);
        if (s.octets.length > 0xFFFF) {
            throw new PDUStringException("message_payload too long", StringParameter.SHORT_MESSAGE);
        }
        int room = 160 + s.octets.length;
        PDUByteBuffer pdu = new PDUByteBuffer(
                SMPPConstant.CID_SUBMIT_SM,
                SMPPConstant.STAT_ESME_ROK,
                sequence,
                (required, current) -> required <= current ? current : Math.max(required, room));
        append(pdu, s.serviceType);
        append(pdu, s.from.ton(), s.from.npi());
        append(pdu, s.from.number());
        append(pdu, s.to.ton(), s.to.npi());
        append(pdu, s.to.number());
        // esm_class, protocol_id, priority_flag, and an empty schedule_delivery_time
        pdu.append(new byte[] {(byte) (s.udhi ? ESM_UDHI : 0), 0, (byte) s.priority, 0});
        append(pdu, s.validityPeriod);
        // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id, sm_length
        pdu.append(new byte[] {(byte) s.registeredDelivery, 0, (byte) s.dataCoding, 0, (byte) shortMessage.length});
        pdu.append(shortMessage);
        if (asPayload) {
            pdu.append(TAG_MESSAGE_PAYLOAD << 16 | s.octets.length);
            pdu.append(s.octets);
        }
        if (s.sarTotal > 1) {
            pdu.append(TAG_SAR_REFERENCE << 16 | 2);
            append(pdu, s.sarReference >> 8, s.sarReference);
            pdu.append(TAG_SAR_TOTAL << 16 | 1);
            pdu.append((byte) s.sarTotal);
            pdu.append(TAG_SAR_SEQUENCE << 16 | 1);
            pdu.append((byte) s.sarSequence);
        }
        return pdu.toBytes();
    }

    private static void append(PDUByteBuffer pdu, String text) {
        if (!text.isEmpty()) {
            pdu.append(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        pdu.append(NUL);
    }

    private static void append(PDUByteBuffer pdu, int first, int second) {
        pdu.append(new byte[] {(byte) first, (byte) second});
    }
}
