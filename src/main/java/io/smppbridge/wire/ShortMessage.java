package io.smppbridge.wire;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/**
 * What submit_sm, data_sm and submit_multi carry (SMPP 3.4 §4.4, §4.5, §4.7). Either read once and kept, or read again and again by who
 * takes from it what he needs before the next one: then what a message has in common with the one before is not made anew.
 */
@OwnedBy("whoever reads the PDUs")
public final class ShortMessage {
    private static final int SME_ADDRESS = 1;
    private static final byte[] NOTHING = {};

    /** The most destinations of a submit_multi. */
    public static final int MOST_DESTINATIONS = 254;

    private String serviceType = "";
    private int fromTon;
    private int fromNpi;
    private String from = "";
    private int toTon;
    private int toNpi;
    private String to = "";
    /** Of a submit_multi; empty for all others, which have one destination. */
    private List<Party> several = List.of();

    private int esmClass;
    private int protocolId;
    private int priority;
    private String schedule = "";
    private String validity = "";
    private int registeredDelivery;
    private int dataCoding;
    private byte[] octets = NOTHING;
    private Tlvs tlvs = Tlvs.NONE;

    /** Reads a submit_sm. */
    public static ShortMessage submit(BodyReader in) throws MalformedBody {
        ShortMessage read = new ShortMessage();
        read.read(Command.SUBMIT_SM, in);
        return read;
    }

    /** Reads a submit_multi; distribution lists are not known here. */
    public static ShortMessage multi(BodyReader in) throws MalformedBody {
        ShortMessage read = new ShortMessage();
        read.read(Command.SUBMIT_MULTI, in);
        return read;
    }

    /** Reads a data_sm. */
    public static ShortMessage data(BodyReader in) throws MalformedBody {
        ShortMessage read = new ShortMessage();
        read.read(Command.DATA_SM, in);
        return read;
    }

    /** The text that a replace_sm ends with: in SMPP 5.0 (§4.5.3.1) it may stand in message_payload. */
    public static byte[] text(BodyReader in) throws MalformedBody {
        return payload(in.octets(in.octet()), in.tlvs());
    }

    /**
     * Reads another one; when that fails, nothing of it may be used.
     *
     * @param command submit_sm, data_sm or submit_multi
     */
    public void read(int command, BodyReader in) throws MalformedBody {
        serviceType = in.text(serviceType);
        fromTon = in.octet();
        fromNpi = in.octet();
        from = in.text(from);
        several = List.of();
        if (command == Command.SUBMIT_MULTI) {
            several(in);
        } else {
            toTon = in.octet();
            toNpi = in.octet();
            to = in.text();
        }
        if (command == Command.DATA_SM) {
            data();
            esmClass = in.octet();
            registeredDelivery = in.octet();
            dataCoding = in.octet();
            tlvs = in.tlvs();
            octets = tlvs.octets(Tag.MESSAGE_PAYLOAD);
        } else {
            rest(in);
        }
    }

    private void several(BodyReader in) throws MalformedBody {
        int count = in.octet();
        if (count < 1 || count > MOST_DESTINATIONS) {
            throw new MalformedBody(Status.RINVNUMDESTS, "number_of_dests = " + count);
        }
        several = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int flag = in.octet();
            if (flag != SME_ADDRESS) {
                throw new MalformedBody(flag == 2 ? Status.RINVDLNAME : Status.RINVDESTFLAG, "dest_flag = " + flag);
            }
            several.add(Party.read(in));
        }
    }

    private void rest(BodyReader in) throws MalformedBody {
        esmClass = in.octet();
        protocolId = in.octet();
        priority = in.octet();
        schedule = in.text(schedule);
        validity = in.text(validity);
        registeredDelivery = in.octet();
        in.octet(); // replace_if_present_flag
        dataCoding = in.octet();
        in.octet(); // sm_default_msg_id
        byte[] shortMessage = in.octets(in.octet());
        tlvs = in.tlvs();
        octets = payload(shortMessage, tlvs);
    }

    /** What a data_sm does not have. */
    private void data() {
        protocolId = 0;
        priority = 0;
        schedule = "";
        validity = "";
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

    public String serviceType() {
        return serviceType;
    }

    public Party from() {
        return new Party(fromTon, fromNpi, from);
    }

    /** The number of {@link #from}. */
    public String fromNumber() {
        return from;
    }

    public int fromTon() {
        return fromTon;
    }

    public int fromNpi() {
        return fromNpi;
    }

    /** How many destinations there are: one, but for submit_multi. */
    public int destinations() {
        return several.isEmpty() ? 1 : several.size();
    }

    /** One of the destinations. */
    public Party to(int index) {
        return several.isEmpty() ? new Party(toTon, toNpi, to) : several.get(index);
    }

    /** The number of {@link #to}. */
    public String toNumber(int index) {
        return several.isEmpty() ? to : several.get(index).number();
    }

    public int toTon(int index) {
        return several.isEmpty() ? toTon : several.get(index).ton();
    }

    public int toNpi(int index) {
        return several.isEmpty() ? toNpi : several.get(index).npi();
    }

    public int esmClass() {
        return esmClass;
    }

    public int protocolId() {
        return protocolId;
    }

    public int priority() {
        return priority;
    }

    /** schedule_delivery_time as it came. */
    public String schedule() {
        return schedule;
    }

    /** validity_period as it came. */
    public String validity() {
        return validity;
    }

    public int registeredDelivery() {
        return registeredDelivery;
    }

    public int dataCoding() {
        return dataCoding;
    }

    /** short_message, or message_payload when that came instead; made for this message alone. */
    public byte[] octets() {
        return octets;
    }

    public Tlvs tlvs() {
        return tlvs;
    }

    /** Names no text and no number. */
    @Override
    public String toString() {
        return "short message of " + octets.length + " octets to " + destinations();
    }
}
