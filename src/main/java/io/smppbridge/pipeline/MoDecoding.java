package io.smppbridge.pipeline;

import io.smppbridge.InboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.connector.Piece;
import io.smppbridge.handback.Event;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.records.Taker;
import io.smppbridge.text.Assembled;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoded;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Fragment;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.MoPart;
import io.smppbridge.text.TextProfile;
import io.smppbridge.tlv.Tlvs;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the record of an MO from its parts: reads them as the SMSC that they came by writes. */
final class MoDecoding {
    private static final int UDHI = 0x40;
    private static final int MOST_TLV_OCTETS = 65_536;
    private static final String TLVS_LEFT_OUT = "tlvs-left-out";
    private static final byte[] NO_TLVS = {};

    private MoDecoding() {}

    /** @param lane the SMSC that it came by, if it is still configured */
    static MessageRecord of(long eventId, Assembled whole, Optional<Lane> lane) {
        Decoded decoded = whole.decode(profile(lane));
        MoPart last = whole.last();
        return new MessageRecord(
                message(
                        eventId,
                        last,
                        whole.fragments().size(),
                        whole.complete(),
                        decoded,
                        flaws(decoded, isLeftOut(whole.parts())),
                        said(last, lane)),
                whole.partIds(),
                pieces(whole.parts()),
                Taker.NONE);
    }

    /** Whether TLVs are missing that its parts came with. */
    private static boolean isLeftOut(List<MoPart> parts) {
        return parts.stream().anyMatch(MoPart::tlvsLeftOut) || isMany(parts);
    }

    /** Too many for one record. */
    private static boolean isMany(List<MoPart> parts) {
        return parts.stream().mapToInt(part -> part.tlvs().length).sum() > MOST_TLV_OCTETS;
    }

    private static List<String> flaws(Decoded decoded, boolean tlvsLeftOut) {
        List<String> words = decoded.flawWords();
        return tlvsLeftOut
                ? Stream.concat(words.stream(), Stream.of(TLVS_LEFT_OUT)).toList()
                : words;
    }

    /** How its parts came; without their TLVs, but for the last one's, when these are too many for one record. */
    private static List<Piece> pieces(List<MoPart> parts) {
        boolean many = isMany(parts);
        MoPart last = parts.get(parts.size() - 1);
        return parts.stream()
                .map(part -> piece(part, many && part != last ? NO_TLVS : part.tlvs()))
                .toList();
    }

    private static Piece piece(MoPart part, byte[] tlvs) {
        Fragment content = part.content();
        byte[] header = content.udh().octets();
        byte[] octets =
                header.length == 0 ? content.octets() : Arrays.copyOf(header, header.length + content.octets().length);
        if (header.length > 0) {
            System.arraycopy(content.octets(), 0, octets, header.length, content.octets().length);
        }
        Concat place = content.concat();
        boolean sar = place.kind() == Concat.Kind.SAR;
        MoPart.Marks marks = part.marks();
        return new Piece(
                new Piece.Marks(marks.serviceType(), marks.esmClass(), marks.protocolId(), marks.priority()),
                content.dataCoding(),
                octets,
                sar ? place.reference() : 0,
                sar ? place.total() : 0,
                sar ? place.sequence() : 0,
                tlvs);
    }

    /** The message of a record that is whole in itself. */
    static MessageRecord single(InboundRecord record, Optional<Lane> lane) {
        return single(part(record), lane).of(record.taker());
    }

    /** The same of one that nobody takes yet. */
    static MessageRecord single(MoPart part, Optional<Lane> lane) {
        Decoded decoded = Decoder.decode(List.of(part.content()), profile(lane));
        return new MessageRecord(
                message(part.id(), part, 1, true, decoded, flaws(decoded, part.tlvsLeftOut()), said(part, lane)),
                new long[] {part.id()},
                List.of(piece(part, part.tlvs())),
                Taker.NONE);
    }

    private static TextProfile profile(Optional<Lane> lane) {
        return lane.map(Lane::profile).orElse(TextProfile.STANDARD);
    }

    private static Map<String, String> said(MoPart part, Optional<Lane> lane) {
        return part.tlvs().length == 0
                ? Map.of()
                : lane.map(l -> l.config().operations().tlvs())
                        .orElse(Tlvs.STANDARD)
                        .decode(part.tlvs());
    }

    /** A delivery as the text package takes it. */
    static MoPart part(InboundRecord record) {
        var d = record.delivery();
        Incoming incoming = new Incoming(
                d.dataCoding(),
                (d.esmClass() & UDHI) != 0,
                d.octets(),
                d.sarReference(),
                d.sarTotal(),
                d.sarSequence());
        return new MoPart(
                record.id(),
                record.smsc(),
                d.from(),
                d.to(),
                Decoder.open(incoming),
                Instant.ofEpochMilli(record.atMs()),
                d.tlvs(),
                d.tlvsLeftOut(),
                new MoPart.Marks(d.serviceType(), d.esmClass(), d.protocolId(), d.priority()));
    }

    private static InboundSms message(
            long eventId,
            MoPart last,
            int parts,
            boolean complete,
            Decoded decoded,
            List<String> flaws,
            Map<String, String> tlvs) {
        return new InboundSms(
                new TaskId(eventId),
                last.smsc(),
                last.from(),
                last.to(),
                decoded.text(),
                decoded.octets(),
                decoded.encoding(),
                decoded.dataCoding(),
                parts,
                complete,
                last.receivedAt(),
                flaws,
                tlvs);
    }

    /** What hand-back is told. */
    static Event event(MessageRecord record) {
        return new Event.Inbound(record.message(), record.pieces());
    }
}
