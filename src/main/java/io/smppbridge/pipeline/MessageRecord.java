package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.text.Assembled;
import io.smppbridge.text.Decoded;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.MoPart;
import io.smppbridge.text.TextProfile;
import io.smppbridge.tlv.Tlvs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The MESSAGE record: an MO put together, or as much of it as came.
 *
 * @param message what the platform is told
 * @param partIds the INBOUND records that it ends
 */
record MessageRecord(InboundSms message, long[] partIds) {
    private static final int UDHI = 0x40;
    private static final Encoding[] ENCODINGS = Encoding.values();

    /** @param lane the SMSC that it came by, if it is still configured */
    static MessageRecord of(long eventId, Assembled whole, Optional<Lane> lane) {
        Decoded decoded = whole.decode(profile(lane));
        MoPart last = whole.last();
        return new MessageRecord(
                message(eventId, last, whole.fragments().size(), whole.complete(), decoded, said(last, lane)),
                whole.partIds());
    }

    /** The message of a record that is whole in itself. */
    static InboundSms single(InboundRecord record, Optional<Lane> lane) {
        MoPart part = part(record);
        Decoded decoded = Decoder.decode(List.of(part.content()), profile(lane));
        return message(record.id(), part, 1, true, decoded, said(part, lane));
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
                d.tlvs());
    }

    private static InboundSms message(
            long eventId, MoPart last, int parts, boolean complete, Decoded decoded, Map<String, String> tlvs) {
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
                decoded.flawWords(),
                tlvs);
    }

    void encode(ByteBuffer out) {
        InboundSms m = message;
        out.putLong(m.eventId().value());
        out.putShort((short) partIds.length);
        for (long id : partIds) {
            out.putLong(id);
        }
        Strings.put(out, m.smsc());
        Strings.putAddress(out, m.from());
        Strings.putAddress(out, m.to());
        Strings.put(out, m.text());
        Strings.putBytes(out, m.binary());
        out.put((byte) m.encoding().ordinal()).put((byte) m.dataCoding());
        out.putShort((short) m.parts()).put((byte) (m.complete() ? 1 : 0));
        out.putLong(m.receivedAt().toEpochMilli());
        out.put((byte) m.flaws().size());
        for (String flaw : m.flaws()) {
            Strings.put(out, flaw);
        }
        Strings.putMap(out, m.tlvs());
    }

    private static List<String> flaws(ByteBuffer in) {
        String[] flaws = new String[in.get()];
        for (int i = 0; i < flaws.length; i++) {
            flaws[i] = Strings.get(in);
        }
        return List.of(flaws);
    }

    static MessageRecord decode(ByteBuffer in) {
        TaskId id = new TaskId(in.getLong());
        long[] partIds = new long[in.getShort()];
        for (int i = 0; i < partIds.length; i++) {
            partIds[i] = in.getLong();
        }
        InboundSms message = new InboundSms(
                id,
                Strings.get(in),
                Strings.getAddress(in),
                Strings.getAddress(in),
                Strings.get(in),
                Strings.getBytes(in),
                ENCODINGS[in.get()],
                in.get() & 0xFF,
                in.getShort(),
                in.get() == 1,
                Instant.ofEpochMilli(in.getLong()),
                flaws(in),
                Strings.getMap(in));
        return new MessageRecord(message, partIds);
    }
}
