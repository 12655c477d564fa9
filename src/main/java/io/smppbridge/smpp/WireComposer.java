package io.smppbridge.smpp;

import io.smppbridge.connector.Submission;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.util.DefaultComposer;
import org.jsmpp.util.PDUByteBuffer;
import org.jsmpp.util.StringParameter;
import org.jsmpp.util.StringValidator;

/**
 * jSMPP's composer with three differences: a password may be longer than 8 characters (some carriers issue such; whether one may be set
 * is the settings' business), texts go out as ISO 8859-1 whatever the JVM's default charset, and a submit_sm is written straight
 * into the cork instead of through a growing buffer (a fifth of all garbage of a message).
 */
@OwnedBy("the owner of its bind, except bind()")
final class WireComposer extends DefaultComposer {
    static final int TAG_TIME_TO_LIVE = 0x0017;
    static final int TAG_SAR_REFERENCE = 0x020C;
    static final int TAG_SAR_TOTAL = 0x020E;
    static final int TAG_SAR_SEQUENCE = 0x020F;
    static final int TAG_MESSAGE_PAYLOAD = 0x0424;
    /** What the octet sm_length can say. */
    private static final int SM_LENGTH = 255;

    private static final int ESM_UDHI = 0x40;
    private static final int ESM_REPLY_PATH = 0x80;
    /** The header, twelve fields of one octet, and the zeros behind five texts. */
    private static final int FIXED = 16 + 12 + 5;

    /** The header, seven fields of one octet, and the zeros behind three texts. */
    private static final int DATA_FIXED = 16 + 7 + 3;

    private static final int LAST_LATIN_1 = 0xFF;
    static final int TLV_HEADER = 4;
    private static final int SAR_TLVS = 3 * TLV_HEADER + 4;
    private static final byte[] NUL = {0};
    private static final byte[] NOTHING = {};

    /** One for all messages: a message costs nothing. */
    private final Octets octets = new Octets();

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
     * A submit_sm (SMPP 3.4 §4.4.1). When it fails, nothing has been written.
     *
     * @param asPayload whether the octets go into message_payload instead of short_message, which its caller keeps as short as the SMSC's
     *     version has it
     * @param tlvs whether the submission's further TLVs go with it
     * @throws PDUStringException if a field is longer than SMPP allows; its error code says which
     */
    void submit(Cork into, int sequence, Submission s, boolean asPayload, boolean tlvs) throws PDUStringException {
        validate(s);
        byte[] shortMessage = asPayload ? NOTHING : s.octets;
        if (shortMessage.length > SM_LENGTH || s.octets.length > 0xFFFF) {
            throw new PDUStringException("text too long", StringParameter.SHORT_MESSAGE);
        }
        Octets pdu = octets.begin(into, size(s, shortMessage.length, asPayload, tlvs));
        upToSender(pdu, SMPPConstant.CID_SUBMIT_SM, sequence, s);
        pdu.one(s.to.ton());
        pdu.one(s.to.npi());
        pdu.text(s.to.number());
        behindRecipients(pdu, s);
        pdu.one(shortMessage.length);
        pdu.octets(shortMessage);
        if (asPayload) {
            pdu.four(TAG_MESSAGE_PAYLOAD << 16 | s.octets.length);
            pdu.octets(s.octets);
        }
        sar(pdu, s);
        if (tlvs) {
            pdu.octets(s.tlvs);
        }
        assert pdu.isWhole() : pdu;
    }

    /** @throws PDUStringException if a text that submit_sm and submit_multi have in common is longer than SMPP allows */
    static void validate(Submission s) throws PDUStringException {
        StringValidator.validateString(s.serviceType, StringParameter.SERVICE_TYPE);
        StringValidator.validateString(s.schedule, StringParameter.SCHEDULE_DELIVERY_TIME);
        StringValidator.validateString(s.validityPeriod, StringParameter.VALIDITY_PERIOD);
    }

    /** Header, service_type and sender, which submit_sm, submit_multi and data_sm have in common. */
    static void upToSender(Octets pdu, int command, int sequence, Submission s) {
        pdu.four(pdu.size());
        pdu.four(command);
        pdu.four(SMPPConstant.STAT_ESME_ROK);
        pdu.four(sequence);
        pdu.text(s.serviceType);
        pdu.one(s.from.ton());
        pdu.one(s.from.npi());
        pdu.text(s.from.number());
    }

    /** What stands between the recipients and the text in submit_sm and submit_multi. */
    static void behindRecipients(Octets pdu, Submission s) {
        pdu.one(esmClass(s));
        pdu.one(s.protocolId);
        pdu.one(s.priority);
        pdu.text(s.schedule);
        pdu.text(s.validityPeriod);
        pdu.one(s.registeredDelivery);
        pdu.one(0); // replace_if_present_flag
        pdu.one(s.dataCoding);
        pdu.one(0); // sm_default_msg_id
    }

    /**
     * A data_sm (SMPP 3.4 §4.7.1): the text is always in message_payload, the validity in qos_time_to_live, and there is no priority.
     *
     * @throws PDUStringException if a field is longer than SMPP allows; its error code says which
     */
    void data(Cork into, int sequence, Submission s) throws PDUStringException {
        StringValidator.validateString(s.serviceType, StringParameter.SERVICE_TYPE);
        if (s.octets.length > 0xFFFF) {
            throw new PDUStringException("message_payload too long", StringParameter.SHORT_MESSAGE);
        }
        boolean validity = s.validitySeconds > 0 && !holds(s.tlvs, TAG_TIME_TO_LIVE);
        int texts = s.serviceType.length()
                + s.from.number().length()
                + s.to.number().length();
        Octets pdu = octets.begin(
                into,
                DATA_FIXED
                        + texts
                        + (validity ? TLV_HEADER + 4 : 0)
                        + TLV_HEADER
                        + s.octets.length
                        + (s.sarTotal > 1 ? SAR_TLVS : 0)
                        + s.tlvs.length);
        upToSender(pdu, SMPPConstant.CID_DATA_SM, sequence, s);
        pdu.one(s.to.ton());
        pdu.one(s.to.npi());
        pdu.text(s.to.number());
        pdu.one(esmClass(s));
        pdu.one(s.registeredDelivery);
        pdu.one(s.dataCoding);
        if (validity) {
            pdu.four(TAG_TIME_TO_LIVE << 16 | 4);
            pdu.four((int) Math.min(Integer.MAX_VALUE, s.validitySeconds));
        }
        pdu.four(TAG_MESSAGE_PAYLOAD << 16 | s.octets.length);
        pdu.octets(s.octets);
        sar(pdu, s);
        pdu.octets(s.tlvs);
        assert pdu.isWhole() : pdu;
    }

    static int esmClass(Submission s) {
        return (s.udhi ? ESM_UDHI : 0) | (s.replyPath ? ESM_REPLY_PATH : 0);
    }

    private static void sar(Octets pdu, Submission s) {
        if (s.sarTotal > 1) {
            pdu.four(TAG_SAR_REFERENCE << 16 | 2);
            pdu.one(s.sarReference >> 8);
            pdu.one(s.sarReference);
            pdu.four(TAG_SAR_TOTAL << 16 | 1);
            pdu.one(s.sarTotal);
            pdu.four(TAG_SAR_SEQUENCE << 16 | 1);
            pdu.one(s.sarSequence);
        }
    }

    /** Whether TLVs, which are whole, have one of that tag among them. */
    private static boolean holds(byte[] tlvs, int tag) {
        for (int at = 0; at + TLV_HEADER <= tlvs.length; ) {
            if (((tlvs[at] & 0xFF) << 8 | tlvs[at + 1] & 0xFF) == tag) {
                return true;
            }
            at += TLV_HEADER + ((tlvs[at + 2] & 0xFF) << 8 | tlvs[at + 3] & 0xFF);
        }
        return false;
    }

    private static int size(Submission s, int shortMessage, boolean asPayload, boolean withTlvs) {
        int texts = s.serviceType.length()
                + s.from.number().length()
                + s.to.number().length()
                + s.schedule.length()
                + s.validityPeriod.length();
        int tlvs = (asPayload ? TLV_HEADER + s.octets.length : 0)
                + (s.sarTotal > 1 ? SAR_TLVS : 0)
                + (withTlvs ? s.tlvs.length : 0);
        return FIXED + texts + shortMessage + tlvs;
    }

    /** The room of one PDU in a cork, which fills up. */
    @OwnedBy("the connector's owner thread")
    static final class Octets {
        private byte[] array = NOTHING;
        private int begin;
        private int end;
        private int at;

        Octets begin(Cork into, int size) {
            begin = into.add(size);
            array = into.octets();
            at = begin;
            end = begin + size;
            return this;
        }

        int size() {
            return end - begin;
        }

        void one(int octet) {
            array[at++] = (byte) octet;
        }

        void four(int value) {
            one(value >> 24);
            one(value >> 16);
            one(value >> 8);
            one(value);
        }

        /** ISO 8859-1 with question marks for what it lacks, ended by a zero. */
        void text(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                one(c <= LAST_LATIN_1 ? c : '?');
            }
            one(0);
        }

        void octets(byte[] more) {
            System.arraycopy(more, 0, array, at, more.length);
            at += more.length;
        }

        boolean isWhole() {
            return at == end;
        }

        @Override
        public String toString() {
            return (at - begin) + " octets in a PDU of " + size();
        }
    }

    private static void append(PDUByteBuffer pdu, String text) {
        if (!text.isEmpty()) {
            pdu.append(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        pdu.append(NUL);
    }
}
