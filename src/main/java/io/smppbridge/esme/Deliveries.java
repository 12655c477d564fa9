package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Tag;
import java.nio.charset.StandardCharsets;
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
    private static final int VERSION_34 = 0x34;
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

    /**
     * What an event is to the ESME: one deliver_sm, several that make up one message or tell of all that became one, or none when it has
     * not asked to hear of it.
     *
     * @param version of its bind: one before 3.4 is sent no TLVs
     */
    static List<Pdu> of(Event event, EsmeAccount account, int version, MoReferences references) {
        return event instanceof Event.State state
                ? receipts(state.receipt(), account, version >= VERSION_34)
                : MoDeliveries.of((Event.Inbound) event, account, version >= VERSION_34, references);
    }

    /** The same for an account that has been sent nothing before. */
    static List<Pdu> of(Event event, EsmeAccount account, int version) {
        return of(event, account, version, new MoReferences());
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

    /** Of whom a receipt tells, and what he asked for: a message, or a part that another one has taken in. */
    private record Of(String id, int parts, String reference) {}

    private static List<Pdu> receipts(Receipt receipt, EsmeAccount account, boolean tlvs) {
        Map<String, String> tags = receipt.tags();
        String joined = tags.get(Gathering.PARTS);
        List<Pdu> pdus = new ArrayList<>(1);
        if (joined != null) {
            for (String one : joined.split(",")) {
                String[] part = one.split(":", -1);
                if (isWanted(Integer.parseInt(part[1]), receipt.state())) {
                    pdus.add(receipt(receipt, new Of(part[0], 1, part[2]), account, tlvs));
                }
            }
            return pdus;
        }
        String asked = tags.get(SubmitReader.REGISTERED);
        if (asked == null || isWanted(Integer.parseInt(asked), receipt.state())) {
            String id = tags.getOrDefault(SubmitReader.GROUP, receipt.message().toString());
            String reference = tags.getOrDefault(SubmitReader.USER_REFERENCE, "");
            pdus.add(receipt(receipt, new Of(id, receipt.parts(), reference), account, tlvs));
        }
        return pdus;
    }

    /** Its text is left out only where TLVs say the same. */
    private static Pdu receipt(Receipt receipt, Of of, EsmeAccount account, boolean known) {
        EsmeReceipts by = account.receipts();
        boolean tlvs = known && by.tlvs();
        boolean textless = by.form() == ReceiptForm.TLV && tlvs;
        byte[] text = textless
                ? NOTHING
                : ReceiptWords.of(receipt, of.id, of.parts, by).getBytes(StandardCharsets.ISO_8859_1);
        int esmClass = receipt.state().isFinal() ? RECEIPT : INTERMEDIATE;
        return new Pdu(
                new PduWriter.Envelope(party(receipt.to()), party(receipt.from()), esmClass, 0, PduWriter.Marks.NONE),
                text,
                false,
                tlvs ? tlvs(receipt, of, by) : NOTHING);
    }

    private static byte[] tlvs(Receipt receipt, Of of, EsmeReceipts by) {
        String id = MessageIds.text(of.id, by.answered());
        ByteBuf out = Unpooled.buffer(48);
        out.writeShort(Tag.RECEIPTED_MESSAGE_ID).writeShort(id.length() + 1);
        out.writeCharSequence(id, StandardCharsets.ISO_8859_1);
        out.writeByte(0);
        out.writeShort(Tag.MESSAGE_STATE).writeShort(1).writeByte(Statuses.state(receipt.state()));
        int network = receipt.report().networkError();
        if (network >= 0) {
            out.writeShort(Tag.NETWORK_ERROR_CODE).writeShort(3).writeMedium(network);
        }
        if (!of.reference.isEmpty()) {
            out.writeShort(Tag.USER_MESSAGE_REFERENCE).writeShort(2).writeShort(Integer.parseInt(of.reference));
        }
        byte[] octets = new byte[out.readableBytes()];
        out.readBytes(octets);
        return octets;
    }

    static Party party(Address address) {
        return new Party(address.ton(), address.npi(), address.number());
    }
}
