package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Part;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Events as deliver_sm: receipts in the words of appendix B of SMPP 3.4, with our id and the addresses changed about; MO as they were
 * written. What an event says is data: it is copied, never formatted or evaluated.
 */
final class Deliveries {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyMMddHHmm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyMMddHHmmss", Locale.ROOT);
    private static final int RECEIPT = 0x04;
    private static final int INTERMEDIATE = 0x20;
    private static final int UDHI = 0x40;
    private static final int VERSION_34 = 0x34;
    private static final int MOST_PARTS = 255;
    private static final int LONGEST_ERROR = 6;
    private static final byte[] NOTHING = {};

    private Deliveries() {}

    /** A deliver_sm, or several that make up one message. */
    record Content(PduWriter.Envelope envelope, List<Part> parts, byte[] tlvs) {
        /** Writes one of them. */
        void write(ByteBuf out, int sequence, int index) {
            Part part = parts.get(index);
            PduWriter.deliver(out, sequence, envelope, part.octets(), part.payload(), tlvs);
        }
    }

    /** A text as it travels. */
    private record Coded(int dataCoding, List<Part> parts) {}

    /** Whether the ESME has asked to hear of it. */
    static boolean isWanted(Event event) {
        if (!(event instanceof Event.State state)) {
            return true;
        }
        String asked = state.receipt().tags().get(SubmitReader.REGISTERED);
        if (asked == null) {
            return true;
        }
        int registered = Integer.parseInt(asked);
        MessageState reached = state.receipt().state();
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
     * What an event is to the ESME.
     *
     * @param version of its bind: one before 3.4 is sent no TLVs
     */
    static Content of(Event event, EsmeAccount account, int version) {
        return event instanceof Event.State state
                ? receipt(state.receipt(), account, version >= VERSION_34)
                : message(((Event.Inbound) event).message(), account, version >= VERSION_34);
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

    private static Content receipt(Receipt receipt, EsmeAccount account, boolean tlvs) {
        String id = receipt.tags()
                .getOrDefault(SubmitReader.GROUP, receipt.message().toString());
        String error = error(receipt);
        boolean textless = account.receipt() == ReceiptForm.TLV && tlvs;
        byte[] text = textless ? NOTHING : text(receipt, id, error, account).getBytes(StandardCharsets.ISO_8859_1);
        int esmClass = receipt.state().isFinal() ? RECEIPT : INTERMEDIATE;
        return new Content(
                new PduWriter.Envelope(party(receipt.to()), party(receipt.from()), esmClass, 0),
                List.of(new Part(text, false, 0, 0, 0, false)),
                tlvs ? tlvs(receipt, id) : NOTHING);
    }

    private static String text(Receipt receipt, String id, String error, EsmeAccount account) {
        boolean delivered = receipt.state() == MessageState.DELIVERED;
        String parts = threeDigits(receipt.parts());
        Instant submitted = Instant.ofEpochMilli(receipt.message().epochMs());
        return "id:" + id + " sub:" + parts + " dlvrd:" + (delivered ? parts : "000") + " submit date:"
                + date(submitted, account) + " done date:" + date(receipt.at(), account) + " stat:"
                + Statuses.word(receipt.state()) + " err:" + error + " text:";
    }

    private static String date(Instant at, EsmeAccount account) {
        ZoneId zone = account.receiptZone();
        return (account.receipt() == ReceiptForm.SECONDS ? SECONDS : MINUTES).format(at.atZone(zone));
    }

    private static String threeDigits(int number) {
        String digits = Integer.toString(number);
        return "000".substring(Math.min(3, digits.length())) + digits;
    }

    /** The SMSC's own word for why, where it has one that an ESME can read. */
    private static String error(Receipt receipt) {
        String error = receipt.report().err();
        return error.isEmpty() || error.length() > LONGEST_ERROR ? "000" : error;
    }

    private static byte[] tlvs(Receipt receipt, String id) {
        ByteBuf out = Unpooled.buffer(48);
        out.writeShort(Tag.RECEIPTED_MESSAGE_ID).writeShort(id.length() + 1);
        out.writeCharSequence(id, StandardCharsets.ISO_8859_1);
        out.writeByte(0);
        out.writeShort(Tag.MESSAGE_STATE).writeShort(1).writeByte(Statuses.state(receipt.state()));
        int network = receipt.report().networkError();
        if (network >= 0) {
            out.writeShort(Tag.NETWORK_ERROR_CODE).writeShort(3).writeMedium(network);
        }
        String reference = receipt.tags().get(SubmitReader.USER_REFERENCE);
        if (reference != null) {
            out.writeShort(Tag.USER_MESSAGE_REFERENCE).writeShort(2).writeShort(Integer.parseInt(reference));
        }
        byte[] octets = new byte[out.readableBytes()];
        out.readBytes(octets);
        return octets;
    }

    private static Content message(InboundSms sms, EsmeAccount account, boolean tlvs) {
        Coded encoded = encoded(sms, account.longMo() == LongMo.PAYLOAD && tlvs);
        Part first = encoded.parts().get(0);
        return new Content(
                new PduWriter.Envelope(
                        party(sms.from()), party(sms.to()), first.udhi() ? UDHI : 0, encoded.dataCoding()),
                encoded.parts(),
                NOTHING);
    }

    /** In the alphabet it was written in where that is known, else its octets as they came. */
    private static Coded encoded(InboundSms sms, boolean payload) {
        TextProfile profile = new TextProfile(
                payload ? LongMessage.PAYLOAD : LongMessage.UDH8,
                MOST_PARTS,
                TextCoding.GSM,
                TextProfile.SHORT_MESSAGE_LIMIT);
        int reference = (int) sms.eventId().value();
        if (!sms.text().isEmpty() && sms.encoding() != Encoding.BINARY) {
            OutboundSms text = OutboundSms.to(new Address("0", 0, 0))
                    .text(sms.text())
                    .encoding(sms.encoding())
                    .build();
            if (Segmenter.encode(text, profile, reference) instanceof EncodeResult.Encoded encoded) {
                return new Coded(encoded.dataCoding(), encoded.parts());
            }
        }
        EncodeResult octets = Segmenter.encodeOctets(sms.binary(), false, sms.dataCoding(), profile, reference);
        return octets instanceof EncodeResult.Encoded encoded
                ? new Coded(encoded.dataCoding(), encoded.parts())
                : new Coded(sms.dataCoding(), List.of(new Part(sms.binary(), false, 0, 0, 0, true)));
    }

    private static Party party(Address address) {
        return new Party(address.ton(), address.npi(), address.number());
    }
}
