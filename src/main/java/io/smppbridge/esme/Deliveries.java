package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Status;
import io.smppbridge.wire.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Events as deliver_sm: receipts in the words that the ESME wants ({@link ReceiptWords}), with our id and the addresses changed about; MO
 * as they came
 * ({@link MoDeliveries}). What an event says is data: it is copied, never formatted or evaluated.
 */
final class Deliveries {
    private static final int RECEIPT = 0x04;
    private static final int INTERMEDIATE = 0x20;
    static final int VERSION_34 = 0x34;
    private static final int SEQUENCE_AT = 12;
    private static final int LONGEST_ADDRESS = 20;
    private static final int LONGEST_REFERENCE = 5;
    private static final byte[] NOTHING = {};

    private Deliveries() {}

    /**
     * One deliver_sm.
     *
     * @param payload whether the octets travel in message_payload
     * @param tlvs all further ones, in octets
     */
    record Pdu(PduWriter.Envelope envelope, byte[] octets, boolean payload, byte[] tlvs) {
        void write(ByteBuf out, int sequence) {
            PduWriter.deliver(out, sequence, envelope, octets, payload, tlvs);
        }
    }

    /** Whether somebody who asked so wants to hear of a state. */
    static boolean isWanted(int registered, MessageState reached) {
        if (!reached.isFinal()) {
            return (registered & SubmitReader.INTERMEDIATE) != 0;
        }
        return switch (registered & SubmitReader.RECEIPT_BITS) {
            case 0 -> false;
            case 2 -> reached.isFailure();
            case SubmitReader.SUCCESS_ONLY -> reached == MessageState.DELIVERED;
            default -> true;
        };
    }

    /** The same of a receipt: whoever has heard of a state hears that the SMSC takes it back. */
    private static boolean isWanted(int registered, Receipt receipt) {
        return isWanted(registered, receipt.state())
                || receipt.before().filter(told -> isWanted(registered, told)).isPresent();
    }

    /**
     * What an event is to the ESME: one deliver_sm, several that make up one message or tell of all that became one, or none when it has
     * not asked to hear of it.
     *
     * @param version of its bind: one before 3.4 is sent no TLVs
     * @param words of the account's receipts
     */
    static List<Pdu> of(Event event, EsmeAccount account, int version, MoReferences references, ReceiptWords words) {
        return event instanceof Event.State state
                ? receipts(state.receipt(), account.receipts(), words, version >= VERSION_34)
                : MoDeliveries.of((Event.Inbound) event, account, version >= VERSION_34, references);
    }

    /** The same for an account that has been sent nothing before. */
    static List<Pdu> of(Event event, EsmeAccount account, int version) {
        return of(event, account, version, new MoReferences(), new ReceiptWords(account.receipts()));
    }

    /** An alert_notification. */
    static void alert(ByteBuf out, int sequence, SubscriberAlert alert) {
        PduWriter.alert(
                out,
                sequence,
                party(alert.subscriber()),
                party(alert.to()),
                alert.availability().ordinal());
    }

    /**
     * Of whom a receipt tells, and what he asked for: a message, or a part that another one has taken in.
     *
     * @param id in its usual form; empty for the message's own
     */
    private record Of(String id, int parts, String reference) {
        /** The message itself, or the submit_multi that it came with. */
        static Of message(Receipt receipt) {
            Map<String, String> tags = receipt.tags();
            return new Of(
                    tags.getOrDefault(SubmitReader.GROUP, ""),
                    receipt.parts(),
                    tags.getOrDefault(SubmitReader.USER_REFERENCE, ""));
        }
    }

    /** Whether a receipt tells of one message, not of the parts that have become one. */
    static boolean isOfOne(Receipt receipt) {
        return !receipt.tags().containsKey(Gathering.PARTS);
    }

    /** Whether who has sent that one message has asked to hear of it. */
    static boolean isWanted(Receipt receipt) {
        String asked = receipt.tags().get(SubmitReader.REGISTERED);
        return asked == null || isWanted(Integer.parseInt(asked), receipt);
    }

    /** Puts the deliver_sm of a receipt of one message into a draft, {@link #number} gives it its own: octet by octet what {@link #of} makes. */
    static void compose(Draft out, Receipt receipt, EsmeReceipts by, ReceiptWords words, int version) {
        Of of = Of.message(receipt);
        out.begin();
        out.four(0).four(Command.DELIVER_SM).four(Status.ROK).four(0);
        out.one(0); // service_type
        address(out, receipt.to());
        address(out, receipt.from());
        out.one(esmClass(receipt));
        out.two(0)
                .two(0)
                .two(0); // protocol_id, priority_flag, two empty dates, registered_delivery, replace_if_present_flag
        out.two(0).one(0); // data_coding, sm_default_msg_id, sm_length
        int text = out.length();
        boolean tlvs = version >= VERSION_34 && by.tlvs();
        if (!isTextless(by, tlvs)) {
            words.write(out, receipt, of.id, of.parts);
        }
        out.oneAt(text - 1, out.length() - text);
        if (tlvs) {
            tlvs(out, receipt, of, by);
        }
        out.fourAt(0, out.length());
    }

    /** Gives the PDU in a draft its sequence number. */
    static void number(Draft pdu, int sequence) {
        pdu.fourAt(SEQUENCE_AT, sequence);
    }

    private static void address(Draft out, Address address) {
        out.one(address.ton()).one(address.npi());
        out.text(address.number(), LONGEST_ADDRESS).one(0);
    }

    private static List<Pdu> receipts(Receipt receipt, EsmeReceipts by, ReceiptWords words, boolean tlvs) {
        Map<String, String> tags = receipt.tags();
        String joined = tags.get(Gathering.PARTS);
        if (joined != null) {
            List<Pdu> pdus = new ArrayList<>();
            for (String one : joined.split(",")) {
                String[] part = one.split(":", -1);
                if (isWanted(Integer.parseInt(part[1]), receipt)) {
                    pdus.add(receipt(receipt, new Of(part[0], 1, part[2]), by, words, tlvs));
                }
            }
            return pdus;
        }
        return isWanted(receipt) ? List.of(receipt(receipt, Of.message(receipt), by, words, tlvs)) : List.of();
    }

    private static Pdu receipt(Receipt receipt, Of of, EsmeReceipts by, ReceiptWords words, boolean known) {
        boolean tlvs = known && by.tlvs();
        byte[] text = isTextless(by, tlvs) ? NOTHING : words.of(receipt, of.id, of.parts);
        Draft said = new Draft();
        if (tlvs) {
            tlvs(said, receipt, of, by);
        }
        return new Pdu(
                new PduWriter.Envelope(
                        party(receipt.to()), party(receipt.from()), esmClass(receipt), 0, PduWriter.Marks.NONE),
                text,
                false,
                said.toArray());
    }

    private static int esmClass(Receipt receipt) {
        return receipt.state().isFinal() ? RECEIPT : INTERMEDIATE;
    }

    /** Its text is left out only where TLVs say the same. */
    private static boolean isTextless(EsmeReceipts by, boolean tlvs) {
        return by.form() == ReceiptForm.TLV && tlvs;
    }

    private static void tlvs(Draft out, Receipt receipt, Of of, EsmeReceipts by) {
        int id = out.beginTlv(Tag.RECEIPTED_MESSAGE_ID);
        MessageIds.write(out, receipt, of.id, by.answered());
        out.one(0);
        out.endTlv(id);
        out.two(Tag.MESSAGE_STATE).two(1).one(Statuses.state(receipt));
        int network = receipt.report().networkError();
        if (network >= 0) {
            out.two(Tag.NETWORK_ERROR_CODE).two(3).one(network >> 16).two(network);
        }
        int reference = reference(of.reference);
        if (reference >= 0) {
            out.two(Tag.USER_MESSAGE_REFERENCE).two(2).two(reference);
        }
    }

    /** What a message has kept as its reference; negative where that is none of two octets, as a journal of former days may have it. */
    private static int reference(String kept) {
        int number = kept.isEmpty() || kept.length() > LONGEST_REFERENCE ? -1 : 0;
        for (int i = 0; i < kept.length() && number >= 0; i++) {
            int digit = kept.charAt(i) - '0';
            number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
        }
        return number > 0xFFFF ? -1 : number;
    }

    static Party party(Address address) {
        return new Party(address.ton(), address.npi(), address.number());
    }
}
