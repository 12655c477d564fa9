package io.smppbridge.records;

import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.connector.Piece;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/**
 * The MESSAGE record: an MO put together, or as much of it as came.
 *
 * @param message what the platform is told
 * @param partIds the INBOUND records that it ends
 * @param pieces how it came, in the order of its parts
 * @param taker whose it is
 */
public record MessageRecord(InboundSms message, long[] partIds, List<Piece> pieces, Taker taker) {
    private static final Encoding[] ENCODINGS = Encoding.values();

    /** The same for somebody. */
    public MessageRecord of(Taker owner) {
        return new MessageRecord(message, partIds, pieces, owner);
    }

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
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
        out.put((byte) pieces.size());
        pieces.forEach(piece -> put(out, piece));
        taker.encode(out);
    }

    private static void put(ByteBuffer out, Piece piece) {
        Piece.Marks marks = piece.marks();
        Strings.put(out, marks.serviceType());
        out.put((byte) marks.esmClass()).put((byte) marks.protocolId()).put((byte) marks.priority());
        out.put((byte) piece.dataCoding());
        Strings.putBytes(out, piece.octets());
        out.putShort((short) piece.sarReference()).put((byte) piece.sarTotal()).put((byte) piece.sarSequence());
        Strings.putBytes(out, piece.tlvs());
    }

    private static List<Piece> pieces(ByteBuffer in) {
        Piece[] pieces = new Piece[in.get() & 0xFF];
        for (int i = 0; i < pieces.length; i++) {
            Piece.Marks marks = new Piece.Marks(Strings.get(in), in.get() & 0xFF, in.get() & 0xFF, in.get() & 0xFF);
            pieces[i] = new Piece(
                    marks,
                    in.get() & 0xFF,
                    Strings.getBytes(in),
                    in.getShort() & 0xFFFF,
                    in.get() & 0xFF,
                    in.get() & 0xFF,
                    Strings.getBytes(in));
        }
        return List.of(pieces);
    }

    private static List<String> flaws(ByteBuffer in) {
        String[] flaws = new String[in.get()];
        for (int i = 0; i < flaws.length; i++) {
            flaws[i] = Strings.get(in);
        }
        return List.of(flaws);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static MessageRecord decode(ByteBuffer in) {
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
        return new MessageRecord(message, partIds, pieces(in), Taker.decode(in));
    }
}
