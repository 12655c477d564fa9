package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.InboundSms;
import io.smppbridge.OutboundSms;
import io.smppbridge.connector.Piece;
import io.smppbridge.esme.Deliveries.Pdu;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Fragment;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.Numbering;
import io.smppbridge.text.Part;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.text.Udh;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Tag;
import java.util.ArrayList;
import java.util.List;

/**
 * A subscriber's message as deliver_sm: octet by octet as the SMSC sent it, header, data_coding, marks and TLVs included, where an ESME reads
 * it as the bridge did; in the ESME's terms where the SMSC has an alphabet of its own, or sent what the ESME cannot take.
 */
final class MoDeliveries {
    private static final int MOST_PARTS = 255;
    private static final int NO_CLASS = -1;
    /** What is cut gets its reference once it is known to have several parts. */
    private static final int UNNUMBERED = 0;

    private static final byte[] NOTHING = {};

    private final InboundSms sms;
    private final List<Piece> pieces;
    /** Whether it may be sent TLVs. */
    private final boolean tlvs;
    /** Whether a long text reaches it whole. */
    private final boolean payload;

    private final TextProfile profile;
    private final MoReferences references;
    private final List<Pdu> pdus = new ArrayList<>();

    private MoDeliveries(Event.Inbound event, EsmeAccount account, boolean tlvs, MoReferences references) {
        this.references = references;
        this.sms = event.message();
        this.pieces = event.pieces();
        this.tlvs = tlvs;
        this.payload = tlvs && account.longMo() == LongMo.PAYLOAD;
        this.profile = new TextProfile(
                payload ? LongMessage.PAYLOAD : LongMessage.UDH8,
                MOST_PARTS,
                TextCoding.GSM,
                TextProfile.SHORT_MESSAGE_LIMIT);
    }

    /** @param tlvs whether the ESME may be sent TLVs */
    static List<Pdu> of(Event.Inbound event, EsmeAccount account, boolean tlvs, MoReferences references) {
        MoDeliveries mo = new MoDeliveries(event, account, tlvs, references);
        boolean joined = mo.payload && mo.mayBeJoined();
        if (mo.pieces.isEmpty() || !mo.readsAlike() || joined && mo.mixesTables()) {
            mo.recode();
        } else if (joined) {
            mo.join();
        } else {
            mo.pieces.forEach(mo::asItCame);
        }
        return mo.pdus;
    }

    /** Whether the standards make the same text of its octets as the SMSC's own profile did. */
    private boolean readsAlike() {
        if (sms.text().isEmpty()) {
            return true;
        }
        List<Fragment> fragments = pieces.stream().map(MoDeliveries::opened).toList();
        return Decoder.decode(fragments, TextProfile.STANDARD).text().equals(sms.text());
    }

    private static Fragment opened(Piece piece) {
        return Decoder.open(new Incoming(
                piece.dataCoding(),
                piece.udhi(),
                piece.octets(),
                piece.sarReference(),
                piece.sarTotal(),
                piece.sarSequence()));
    }

    private boolean mayBeJoined() {
        return pieces.size() > 1
                && sms.complete()
                && pieces.stream().allMatch(it -> it.dataCoding() == sms.dataCoding());
    }

    /** Whether its parts are read by different national tables: one header, as a payload has, says only how to read some of them. */
    private boolean mixesTables() {
        return sms.encoding() == Encoding.GSM7
                && !sms.text().isEmpty()
                && pieces.stream()
                                .map(it -> opened(it).udh())
                                .mapToInt(udh -> udh.shift() << 8 | udh.lock())
                                .distinct()
                                .count()
                        > 1;
    }

    /** Its parts in one message_payload. */
    private void join() {
        Piece first = first();
        byte[] header = ownHeader(first);
        byte[] octets = new byte[header.length + sms.binary().length];
        System.arraycopy(header, 0, octets, 0, header.length);
        System.arraycopy(sms.binary(), 0, octets, header.length, sms.binary().length);
        if (!cut(Segmenter.encodeOctets(octets, header.length > 0, sms.dataCoding(), profile, UNNUMBERED), last())) {
            whole(octets, header.length > 0, last());
        }
    }

    /** What is longer than any number of parts holds has no other way. */
    private void whole(byte[] octets, boolean udhi, Piece marked) {
        pdus.add(new Pdu(envelope(marked.marks().withHeader(udhi), sms.dataCoding()), octets, true, said(marked)));
    }

    private void asItCame(Piece piece) {
        boolean longer = piece.octets().length > TextProfile.SHORT_MESSAGE_LIMIT;
        boolean placed = piece.sarTotal() > 1;
        if (placed && !tlvs) {
            Concat place = new Concat(Concat.Kind.SAR, piece.sarReference(), piece.sarTotal(), piece.sarSequence());
            cut(Segmenter.encodePart(piece.octets(), piece.udhi(), piece.dataCoding(), place, profile), piece);
        } else if (!longer
                || placed
                || payload
                || !cut(
                        Segmenter.encodeOctets(piece.octets(), piece.udhi(), piece.dataCoding(), profile, UNNUMBERED),
                        piece)) { // or longer than any number of parts holds
            pdus.add(new Pdu(
                    envelope(piece.marks(), piece.dataCoding()),
                    piece.octets(),
                    longer,
                    placed ? sar(piece) : said(piece)));
        }
    }

    /** In the alphabet it was written in where the ESME knows that, else in one that holds it; octets that are no text as they came. */
    private void recode() {
        Piece marked = pieces.isEmpty()
                ? new Piece(new Piece.Marks("", 0, 0, 0), sms.dataCoding(), NOTHING, 0, 0, 0, NOTHING)
                : last();
        if (!sms.text().isEmpty() && sms.encoding() != Encoding.BINARY) {
            OutboundSms.Builder text =
                    OutboundSms.to(new Address("0", 0, 0)).text(sms.text()).form(form());
            OutboundSms open = text.build();
            OutboundSms asked = text.encoding(sms.encoding()).build();
            if (cut(Segmenter.encode(asked, profile, UNNUMBERED), marked)
                    || cut(Segmenter.encode(open, profile, UNNUMBERED), marked)) {
                return;
            }
        }
        EncodeResult octets = Segmenter.encodeOctets(sms.binary(), false, sms.dataCoding(), profile, UNNUMBERED);
        if (!cut(octets, marked)) {
            whole(sms.binary(), false, marked);
        }
    }

    /** Its class and its ports. */
    private Form form() {
        int group = sms.dataCoding() & 0xF0;
        int messageClass = group == 0x10 || group == 0xF0 ? sms.dataCoding() & 3 : NO_CLASS;
        Form form = messageClass == NO_CLASS ? Form.PLAIN : Form.PLAIN.withMessageClass(messageClass);
        Udh udh = pieces.isEmpty() ? Udh.NONE : opened(first()).udh();
        return udh.shifted() || udh.others().length == 0 ? form : form.withUdh(udh.others());
    }

    private boolean cut(EncodeResult result, Piece marked) {
        if (!(result instanceof EncodeResult.Encoded encoded)) {
            return false;
        }
        boolean several = encoded.parts().size() > 1;
        int reference = several ? references.next(sms) : UNNUMBERED;
        for (Part part : encoded.parts()) {
            if (several) {
                Numbering.put(part.octets(), reference);
            }
            Piece.Marks marks = marked.marks().withHeader(part.udhi());
            pdus.add(new Pdu(envelope(marks, encoded.dataCoding()), part.octets(), part.payload(), said(marked)));
        }
        return true;
    }

    private PduWriter.Envelope envelope(Piece.Marks marks, int dataCoding) {
        return new PduWriter.Envelope(
                Deliveries.party(sms.from()),
                Deliveries.party(sms.to()),
                marks.esmClass(),
                dataCoding,
                new PduWriter.Marks(marks.serviceType(), marks.protocolId(), marks.priority()));
    }

    private byte[] said(Piece piece) {
        return tlvs ? piece.tlvs() : NOTHING;
    }

    private static byte[] sar(Piece piece) {
        ByteBuf out = Unpooled.buffer(16 + piece.tlvs().length);
        out.writeShort(Tag.SAR_MSG_REF_NUM).writeShort(2).writeShort(piece.sarReference());
        out.writeShort(Tag.SAR_TOTAL_SEGMENTS).writeShort(1).writeByte(piece.sarTotal());
        out.writeShort(Tag.SAR_SEGMENT_SEQNUM).writeShort(1).writeByte(piece.sarSequence());
        out.writeBytes(piece.tlvs());
        byte[] octets = new byte[out.readableBytes()];
        out.readBytes(octets);
        return octets;
    }

    private static byte[] ownHeader(Piece piece) {
        return piece.udhi() ? Udh.parse(piece.octets()).others() : NOTHING;
    }

    private Piece first() {
        return pieces.get(0);
    }

    private Piece last() {
        return pieces.get(pieces.size() - 1);
    }
}
