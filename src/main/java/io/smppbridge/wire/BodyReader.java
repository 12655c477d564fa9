package io.smppbridge.wire;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;

/** Reads one body field by field and never past its end. Reused for every PDU of a connection. */
@OwnedBy("its event loop")
public final class BodyReader {
    private static final byte[] NOTHING = {};

    private ByteBuf in;
    private int from;
    private int at;
    private int end;

    /**
     * Starts with another body, for whoever finds frames himself.
     *
     * @param from where the body begins, behind the header
     * @param to where it ends
     */
    public void begin(ByteBuf buffer, int from, int to) {
        in = buffer;
        this.from = from;
        at = from;
        end = to;
    }

    /** Octets of the whole PDU with its header, whatever has been read of it. */
    public int pduLength() {
        return FrameDecoder.HEADER + end - from;
    }

    /** Copies some of these. */
    public void copyPdu(int begin, byte[] into, int to, int count) {
        in.getBytes(from - FrameDecoder.HEADER + begin, into, to, count);
    }

    /** Four of these as a number. */
    public int pduInt(int begin) {
        return in.getInt(from - FrameDecoder.HEADER + begin);
    }

    /** Octets not yet read. */
    public int remaining() {
        return end - at;
    }

    /** One octet, 0..255. */
    public int octet() throws MalformedBody {
        if (at >= end) {
            throw new MalformedBody(Status.RINVCMDLEN, "the body ends where a field of one octet should be");
        }
        return in.getByte(at++) & 0xFF;
    }

    /**
     * A C-octet string, however much longer than the specification says: only the PDU's end limits it. What a field may hold is judged by
     * whoever uses it.
     */
    public String text() throws MalformedBody {
        int length = in.bytesBefore(at, end - at, (byte) 0);
        if (length < 0) {
            throw new MalformedBody(Status.RINVCMDLEN, "the body ends within a text");
        }
        String text = length == 0 ? "" : in.toString(at, length, StandardCharsets.ISO_8859_1);
        at += length + 1;
        return text;
    }

    /** The same, when it is one that is often the same: {@code known} itself when the octets are its characters. */
    public String text(String known) throws MalformedBody {
        int length = known.length();
        if (length >= end - at || in.getByte(at + length) != 0) {
            return text();
        }
        for (int i = 0; i < length; i++) {
            if ((in.getByte(at + i) & 0xFF) != known.charAt(i) || known.charAt(i) == 0) {
                return text();
            }
        }
        at += length + 1;
        return known;
    }

    /** So many octets, copied. */
    public byte[] octets(int count) throws MalformedBody {
        if (count > end - at) {
            throw new MalformedBody(Status.RINVMSGLEN, "a length beyond the end of the body");
        }
        if (count == 0) {
            return NOTHING;
        }
        byte[] octets = new byte[count];
        in.getBytes(at, octets);
        at += count;
        return octets;
    }

    /** All that is left, as TLVs; unknown ones are kept. Up to three zero octets at the end are padding. */
    public Tlvs tlvs() throws MalformedBody {
        if (at == end) {
            return Tlvs.NONE;
        }
        Tlvs tlvs = new Tlvs();
        while (at < end) {
            if (end - at < Tlvs.HEADER) {
                if (isPadding()) {
                    break;
                }
                throw new MalformedBody(Status.RINVOPTPARSTREAM, "a TLV of less than four octets");
            }
            int tag = in.getUnsignedShort(at);
            int length = in.getUnsignedShort(at + 2);
            at += Tlvs.HEADER;
            if (length > end - at) {
                throw new MalformedBody(Status.RINVOPTPARSTREAM, "a TLV that is longer than the body");
            }
            tlvs.add(tag, octets(length));
        }
        return tlvs;
    }

    private boolean isPadding() {
        for (int i = at; i < end; i++) {
            if (in.getByte(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
