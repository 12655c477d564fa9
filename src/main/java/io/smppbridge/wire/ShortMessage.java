package io.smppbridge.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * What submit_sm, data_sm and submit_multi carry (SMPP 3.4 §4.4, §4.5, §4.7).
 *
 * @param to the destinations: one, but for submit_multi
 * @param schedule schedule_delivery_time as it came
 * @param validity validity_period as it came
 * @param octets short_message, or message_payload when that came instead
 */
public record ShortMessage(
        String serviceType,
        Party from,
        List<Party> to,
        int esmClass,
        int protocolId,
        int priority,
        String schedule,
        String validity,
        int registeredDelivery,
        int dataCoding,
        byte[] octets,
        Tlvs tlvs) {
    private static final int SME_ADDRESS = 1;

    /** The most destinations of a submit_multi. */
    public static final int MOST_DESTINATIONS = 254;

    /** Reads a submit_sm. */
    public static ShortMessage submit(BodyReader in) throws MalformedBody {
        String serviceType = in.text();
        Party from = Party.read(in);
        return rest(serviceType, from, List.of(Party.read(in)), in);
    }

    /** Reads a submit_multi; distribution lists are not known here. */
    public static ShortMessage multi(BodyReader in) throws MalformedBody {
        String serviceType = in.text();
        Party from = Party.read(in);
        int count = in.octet();
        if (count < 1 || count > MOST_DESTINATIONS) {
            throw new MalformedBody(Status.RINVNUMDESTS, "number_of_dests = " + count);
        }
        List<Party> to = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int flag = in.octet();
            if (flag != SME_ADDRESS) {
                throw new MalformedBody(flag == 2 ? Status.RINVDLNAME : Status.RINVDESTFLAG, "dest_flag = " + flag);
            }
            to.add(Party.read(in));
        }
        return rest(serviceType, from, to, in);
    }

    private static ShortMessage rest(String serviceType, Party from, List<Party> to, BodyReader in)
            throws MalformedBody {
        int esmClass = in.octet();
        int protocolId = in.octet();
        int priority = in.octet();
        String schedule = in.text();
        String validity = in.text();
        int registeredDelivery = in.octet();
        in.octet(); // replace_if_present_flag
        int dataCoding = in.octet();
        in.octet(); // sm_default_msg_id
        byte[] octets = in.octets(in.octet());
        Tlvs tlvs = in.tlvs();
        return new ShortMessage(
                serviceType,
                from,
                to,
                esmClass,
                protocolId,
                priority,
                schedule,
                validity,
                registeredDelivery,
                dataCoding,
                payload(octets, tlvs),
                tlvs);
    }

    /** Reads a data_sm. */
    public static ShortMessage data(BodyReader in) throws MalformedBody {
        String serviceType = in.text();
        Party from = Party.read(in);
        Party to = Party.read(in);
        int esmClass = in.octet();
        int registeredDelivery = in.octet();
        int dataCoding = in.octet();
        Tlvs tlvs = in.tlvs();
        byte[] octets = tlvs.octets(Tag.MESSAGE_PAYLOAD);
        return new ShortMessage(
                serviceType, from, List.of(to), esmClass, 0, 0, "", "", registeredDelivery, dataCoding, octets, tlvs);
    }

    /** The text that a replace_sm ends with: in SMPP 5.0 (§4.5.3.1) it may stand in message_payload. */
    public static byte[] text(BodyReader in) throws MalformedBody {
        return payload(in.octets(in.octet()), in.tlvs());
    }

    /** One of the two may be there, not both (§3.2.3). */
    private static byte[] payload(byte[] shortMessage, Tlvs tlvs) throws MalformedBody {
        if (!tlvs.has(Tag.MESSAGE_PAYLOAD)) {
            return shortMessage;
        }
        if (shortMessage.length > 0) {
            throw new MalformedBody(Status.RINVMSGLEN, "short_message and message_payload");
        }
        return tlvs.octets(Tag.MESSAGE_PAYLOAD);
    }

    /** Names no text and no number. */
    @Override
    public String toString() {
        return "short message of " + octets.length + " octets to " + to.size();
    }
}
