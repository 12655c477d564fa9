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
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Tag;
import java.nio.ByteBuffer;
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
    private static final int HEADER = 4;
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

    /** Of whom a receipt tells, and what he asked for: a message, or a part that another one has taken in. */
    private record Of(String id, int parts, String reference) {}

    private static List<Pdu> receipts(Receipt receipt, EsmeReceipts by, ReceiptWords words, boolean tlvs) {
        Map<String, String> tags = receipt.tags();
        String joined = tags.get(Gathering.PARTS);
        if (joined != null) {
            List<Pdu> pdus = new ArrayList<>();
            for (String one : joined.split(",")) {
                String[] part = one.split(":", -1);
                if (isWanted(Integer.parseInt(part[1]), receipt.state())) {
                    pdus.add(receipt(receipt, new Of(part[0], 1, part[2]), by, words, tlvs));
                }
            }
            return pdus;
        }
        String asked = tags.get(SubmitReader.REGISTERED);
        if (asked != null && !isWanted(Integer.parseInt(asked), receipt.state())) {
            return List.of();
        }
        String id = tags.containsKey(SubmitReader.GROUP)
                ? tags.get(SubmitReader.GROUP)
                : receipt.message().toString();
        String reference = tags.getOrDefault(SubmitReader.USER_REFERENCE, "");
        return List.of(receipt(receipt, new Of(id, receipt.parts(), reference), by, words, tlvs));
    }

    /** Its text is left out only where TLVs say the same. */
    private static Pdu receipt(Receipt receipt, Of of, EsmeReceipts by, ReceiptWords words, boolean known) {
        boolean tlvs = known && by.tlvs();
        boolean textless = by.form() == ReceiptForm.TLV && tlvs;
        byte[] text = textless ? NOTHING : words.of(receipt, of.id, of.parts).getBytes(StandardCharsets.ISO_8859_1);
        int esmClass = receipt.state().isFinal() ? RECEIPT : INTERMEDIATE;
        return new Pdu(
                new PduWriter.Envelope(party(receipt.to()), party(receipt.from()), esmClass, 0, PduWriter.Marks.NONE),
                text,
                false,
                tlvs ? tlvs(receipt, of, by) : NOTHING);
    }

    private static byte[] tlvs(Receipt receipt, Of of, EsmeReceipts by) {
        String id = MessageIds.text(of.id, by.answered());
        int network = receipt.report().networkError();
        int length = HEADER + id.length() + 1 + HEADER + 1;
        length += (network < 0 ? 0 : HEADER + 3) + (of.reference.isEmpty() ? 0 : HEADER + 2);
        ByteBuffer out = ByteBuffer.allocate(length);
        out.putShort((short) Tag.RECEIPTED_MESSAGE_ID).putShort((short) (id.length() + 1));
        for (int i = 0; i < id.length(); i++) {
            out.put((byte) id.charAt(i));
        }
        out.put((byte) 0);
        out.putShort((short) Tag.MESSAGE_STATE).putShort((short) 1).put((byte) Statuses.state(receipt.state()));
        if (network >= 0) {
            out.putShort((short) Tag.NETWORK_ERROR_CODE).putShort((short) 3);
            out.put((byte) (network >> 16)).putShort((short) network);
        }
        if (!of.reference.isEmpty()) {
            out.putShort((short) Tag.USER_MESSAGE_REFERENCE).putShort((short) 2);
            out.putShort((short) Integer.parseInt(of.reference));
        }
        return out.array();
    }

    static Party party(Address address) {
        return new Party(address.ton(), address.npi(), address.number());
    }
}
