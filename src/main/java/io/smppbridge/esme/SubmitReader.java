package io.smppbridge.esme;

import io.smppbridge.Address;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.SmppTime;
import io.smppbridge.wire.Status;
import io.smppbridge.wire.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the bridge's words of what an ESME submits. Octets, data_coding, header and the place among parts that SAR TLVs tell stay as they
 * are, for whichever SMSC gets them.
 */
final class SubmitReader {
    /** Tags that come back with the receipt. */
    static final String USER_REFERENCE = "smpp.user_message_reference";

    static final String REGISTERED = "smpp.registered_delivery";
    static final String GROUP = "smpp.message_id";

    static final int RECEIPT_BITS = 0x03;
    static final int SUCCESS_ONLY = 3;
    static final int INTERMEDIATE = 0x10;
    private static final int UDHI = 0x40;
    private static final int REPLY_PATH = 0x80;
    private static final int MESSAGE_TYPE = 0x3C;
    private static final int DELIVERY_ACKNOWLEDGEMENT = 0x08;
    private static final int USER_ACKNOWLEDGEMENT = 0x10;
    private static final int RINVESMCLASS = 0x43;
    private static final int RINVPRTFLG = 0x06;
    private static final int MOST_PRIORITY = 4;
    private static final int LONGEST_SERVICE_TYPE = 5;

    private final InstantSource clock;

    SubmitReader(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * One destination's message.
     *
     * @param to which destination
     * @param before the sender of the message before, which the next one's often is; {@link Address#NONE} for none
     * @param group the message_id that all destinations of a submit_multi have in common; empty for the message's own
     * @throws Unfit with the status to answer
     */
    OutboundSms read(ShortMessage m, int to, Address before, String group, Account account) throws Unfit {
        return read(m, to, before, group, account, PassedTlvs.of(m.tlvs()));
    }

    /**
     * The same of one of many destinations.
     *
     * @param passed the TLVs that go on, which all of them have in common
     */
    OutboundSms read(ShortMessage m, int to, Address before, String group, Account account, Map<String, String> passed)
            throws Unfit {
        if (!mayBe(m.esmClass() & MESSAGE_TYPE)) {
            throw new Unfit(RINVESMCLASS);
        }
        if (m.octets().length == 0) {
            throw new Unfit(Status.RINVMSGLEN);
        }
        boolean udhi = (m.esmClass() & UDHI) != 0;
        // Once for both: what ends thirty days from now must not be longer for what the clock goes on in between.
        Instant now = m.schedule().isEmpty() && m.validity().isEmpty() ? Instant.EPOCH : clock.instant();
        Instant schedule = schedule(m.schedule(), now);
        Address destination = to(m, to);
        Address sender = from(m, before, account);
        SmppCoding coding = SmppCoding.of(udhi, m.dataCoding(), fields(m));
        return new OutboundSms( // not by the builder, which would copy the octets
                sender,
                destination,
                "",
                m.octets(),
                Optional.empty(),
                "",
                priority(m.priority()),
                validity(m, schedule, now),
                schedule,
                wish(m.registeredDelivery()),
                "",
                tags(m, group),
                coding,
                passed,
                Form.PLAIN);
    }

    /** Of the message types an ESME has the usual one and two kinds of acknowledgement (SMPP 3.4 §5.2.12); there are clients that set one always. */
    private static boolean mayBe(int messageType) {
        return messageType == 0 || messageType == DELIVERY_ACKNOWLEDGEMENT || messageType == USER_ACKNOWLEDGEMENT;
    }

    private static Address from(ShortMessage m, Address before, Account account) throws Unfit {
        String number = bare(m.fromNumber());
        if (number.length() > Address.MAX_LENGTH || !number.isEmpty() && !account.maySendAs(number)) {
            throw new Unfit(Status.RINVSRCADR);
        }
        if (number.isEmpty()) {
            return Address.NONE;
        }
        boolean same = before.ton() == m.fromTon()
                && before.npi() == m.fromNpi()
                && before.number().equals(number);
        return same ? before : new Address(number, m.fromTon(), m.fromNpi());
    }

    private static Address to(ShortMessage m, int to) throws Unfit {
        String written = m.toNumber(to);
        String number = bare(written);
        if (number.length() > Address.MAX_LENGTH) {
            throw new Unfit(Status.RINVDSTADR);
        }
        Address address = new Address(number, m.toTon(to), m.toNpi(to));
        if (!address.isNumeric()) {
            throw new Unfit(Status.RINVDSTADR);
        }
        return number.length() < written.length() ? address.writtenWithPlus() : address;
    }

    private static String bare(String number) {
        return number.length() > 1 && number.charAt(0) == '+' ? number.substring(1) : number;
    }

    /** 0 is what nearly everybody sends: it does not mean less than the rest. */
    private static Priority priority(int flag) throws Unfit {
        if (flag > MOST_PRIORITY) {
            throw new Unfit(RINVPRTFLG);
        }
        return flag > 1 ? Priority.HIGH : Priority.NORMAL;
    }

    Instant now() {
        return clock.instant();
    }

    /** When a message is not to be sent before; {@link Instant#EPOCH} for now. */
    Instant schedule(String text) throws Unfit {
        return schedule(text, clock.instant());
    }

    private static Instant schedule(String text, Instant now) throws Unfit {
        if (text.isEmpty()) {
            return Instant.EPOCH;
        }
        Instant at = SmppTime.parse(text, now).orElseThrow(() -> new Unfit(Status.RINVSCHED));
        return at.isAfter(now) ? at : Instant.EPOCH;
    }

    /** From the moment of its schedule on, as the bridge counts. */
    private static Duration validity(ShortMessage m, Instant schedule, Instant now) throws Unfit {
        if (m.validity().isEmpty()) {
            long seconds = m.tlvs().number(Tag.QOS_TIME_TO_LIVE, 0);
            return Duration.ofSeconds(seconds);
        }
        return validity(m.validity(), schedule, now);
    }

    /** When it is not worth sending any more. */
    Instant until(String text) throws Unfit {
        return until(text, clock.instant());
    }

    private static Instant until(String text, Instant now) throws Unfit {
        return SmppTime.parse(text, now).orElseThrow(() -> new Unfit(Status.RINVEXPIRY));
    }

    /** How long it is worth sending, from that moment on. */
    private static Duration validity(String text, Instant schedule, Instant now) throws Unfit {
        Instant until = until(text, now);
        Duration validity = Duration.between(schedule.isAfter(now) ? schedule : now, until);
        if (validity.isNegative() || validity.isZero()) {
            throw new Unfit(Status.RINVEXPIRY);
        }
        return validity;
    }

    private static ReceiptWish wish(int registered) {
        if ((registered & INTERMEDIATE) != 0) {
            return ReceiptWish.ALL;
        }
        return switch (registered & RECEIPT_BITS) {
            case 0 -> ReceiptWish.NONE;
            case 2 -> ReceiptWish.FAILURE;
            default -> ReceiptWish.FINAL;
        };
    }

    private static Map<String, String> tags(ShortMessage m, String group) {
        boolean reference = m.tlvs().has(Tag.USER_MESSAGE_REFERENCE);
        int registered = m.registeredDelivery() & (RECEIPT_BITS | INTERMEDIATE);
        if (!reference && registered < SUCCESS_ONLY && group.isEmpty()) {
            return Map.of();
        }
        Map<String, String> tags = new HashMap<>();
        if (reference) {
            tags.put(USER_REFERENCE, Long.toString(m.tlvs().number(Tag.USER_MESSAGE_REFERENCE, 0)));
        }
        if (registered >= SUCCESS_ONLY) {
            tags.put(REGISTERED, Integer.toString(registered));
        }
        if (!group.isEmpty()) {
            tags.put(GROUP, group);
        }
        return tags;
    }

    private static SmppCoding.Fields fields(ShortMessage m) throws Unfit {
        if (m.serviceType().length() > LONGEST_SERVICE_TYPE) {
            throw new Unfit(Status.RINVSERTYP); // read, but it cannot be passed on
        }
        SmppCoding.Fields fields =
                SmppCoding.Fields.of(m.serviceType(), m.protocolId(), (m.esmClass() & REPLY_PATH) != 0);
        int total = (int) m.tlvs().number(Tag.SAR_TOTAL_SEGMENTS, 0);
        if (total <= 1) {
            return fields;
        }
        int reference = (int) m.tlvs().number(Tag.SAR_MSG_REF_NUM, 0);
        int sequence = (int) m.tlvs().number(Tag.SAR_SEGMENT_SEQNUM, 0);
        if (sequence < 1 || sequence > total) {
            throw new Unfit(Status.RINVOPTPARAMVAL);
        }
        return fields.withPlace(reference, total, sequence);
    }
}
