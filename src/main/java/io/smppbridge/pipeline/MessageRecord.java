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
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/**
 * The MESSAGE record: an MO put together, or as much of it as came.
 *
 * @param message what the platform is told
 * @param partIds the INBOUND records that it ends
 */
record MessageRecord(InboundSms message, long[] partIds) {
    private static final int UDHI = 0x40;
    private static final Encoding[] ENCODINGS = Encoding.values();

    static MessageRecord of(long eventId, Assembled whole, TextProfile profile) {
        return new MessageRecord(
                message(eventId, whole.last(), whole.fragments().size(), whole.complete(), whole.decode(profile)),
                whole.partIds());
    }

    /** The message of a record that is whole in itself. */
    static InboundSms single(InboundRecord record, TextProfile profile) {
        MoPart part = part(record);
        return message(record.id(), part, 1, true, Decoder.decode(List.of(part.content()), profile));
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
                Instant.ofEpochMilli(record.atMs()));
    }

    private static InboundSms message(long eventId, MoPart last, int parts, boolean complete, Decoded decoded) {
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
                decoded.flawWords());
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
                flaws(in));
        return new MessageRecord(message, partIds);
    }
}
