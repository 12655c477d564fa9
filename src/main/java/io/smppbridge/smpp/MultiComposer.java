package io.smppbridge.smpp;

import io.smppbridge.Address;
import io.smppbridge.connector.Submission;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.util.StringParameter;
import org.jsmpp.util.StringValidator;

/** Writes a submit_multi (SMPP 3.4 §4.5.1): one text, 2 to 254 destinations, each an SME address. */
final class MultiComposer {
    /** What number_of_dests can say, and SMPP 3.4 allows. */
    static final int MOST = 254;

    private static final int SME_ADDRESS = 1;
    /** The header, number_of_dests, ten fields of one octet, and the zeros behind four texts. */
    private static final int FIXED = 16 + 1 + 10 + 4;
    /** dest_flag, TON, NPI, and the zero behind the number. */
    private static final int DESTINATION = 4;

    private MultiComposer() {}

    /**
     * One PDU for {@code to} and all {@code others}. When it fails, nothing has been written.
     *
     * @throws PDUStringException if a field is longer than SMPP allows; its error code says which
     */
    static void compose(Cork into, int sequence, Submission s, boolean tlvs) throws PDUStringException {
        int destinations = 1 + s.others.size();
        if (destinations > MOST || s.payload || s.sarTotal > 1) {
            throw new IllegalArgumentException("submit_multi of " + destinations + " destinations, expected at most "
                    + MOST + ", one segment, and a short_message");
        }
        WireComposer.validate(s);
        StringValidator.validateString(s.octets, StringParameter.SHORT_MESSAGE);
        WireComposer.Octets pdu = new WireComposer.Octets().begin(into, size(s, tlvs));
        WireComposer.upToSender(pdu, SMPPConstant.CID_SUBMIT_MULTI, sequence, s);
        pdu.one(destinations);
        destination(pdu, s.to);
        for (int i = 0; i < s.others.size(); i++) {
            destination(pdu, s.others.get(i));
        }
        WireComposer.behindRecipients(pdu, s);
        pdu.one(s.octets.length);
        pdu.octets(s.octets);
        if (tlvs) {
            pdu.octets(s.tlvs);
        }
        assert pdu.isWhole() : pdu;
    }

    private static void destination(WireComposer.Octets pdu, Address to) {
        pdu.one(SME_ADDRESS);
        pdu.one(to.ton());
        pdu.one(to.npi());
        pdu.text(to.number());
    }

    private static int size(Submission s, boolean tlvs) {
        int size = FIXED
                + s.serviceType.length()
                + s.from.number().length()
                + s.schedule.length()
                + s.validityPeriod.length()
                + s.octets.length
                + (tlvs ? s.tlvs.length : 0)
                + DESTINATION
                + s.to.number().length();
        for (int i = 0; i < s.others.size(); i++) {
            size += DESTINATION + s.others.get(i).number().length();
        }
        return size;
    }
}
