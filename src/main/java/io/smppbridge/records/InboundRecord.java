package io.smppbridge.records;

import io.smppbridge.connector.Delivery;
import java.nio.ByteBuffer;

/**
 * The INBOUND record: a delivery as it was read, so that it can be decoded, matched or put together again after a restart.
 *
 * @param id also the event's id when the platform is told of it
 * @param atMs when it was read, in milliseconds since 1970
 * @param taker whose it is when it is an MO that is whole in itself
 */
public record InboundRecord(long id, long atMs, String smsc, Delivery delivery, Taker taker) {
    /** How it came; the second bit was added later, and no older record has it. */
    private static final int DATA_SM = 1;

    private static final int TLVS_LEFT_OUT = 2;

    /** Nobody's yet. */
    public InboundRecord(long id, long atMs, String smsc, Delivery delivery) {
        this(id, atMs, smsc, delivery, Taker.NONE);
    }

    /** The same for somebody. */
    public InboundRecord of(Taker owner) {
        return new InboundRecord(id, atMs, smsc, delivery, owner);
    }

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        Delivery d = delivery;
        out.putLong(id).putLong(atMs);
        Strings.put(out, smsc);
        out.putInt(d.sequence());
        out.put((byte) ((d.dataSm() ? DATA_SM : 0) | (d.tlvsLeftOut() ? TLVS_LEFT_OUT : 0)));
        Strings.putAddress(out, d.from());
        Strings.putAddress(out, d.to());
        out.put((byte) d.esmClass()).put((byte) d.dataCoding());
        Strings.putBytes(out, d.octets());
        Strings.put(out, d.receiptedMessageId());
        out.put((byte) d.messageState());
        Strings.putBytes(out, d.networkError());
        out.putInt(d.sarReference()).put((byte) d.sarTotal()).put((byte) d.sarSequence());
        Strings.putBytes(out, d.tlvs());
        Strings.put(out, d.serviceType());
        out.put((byte) d.protocolId()).put((byte) d.priority());
        taker.encode(out);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static InboundRecord decode(ByteBuffer in) {
        long id = in.getLong();
        long atMs = in.getLong();
        String smsc = Strings.get(in);
        int sequence = in.getInt();
        int came = in.get();
        Delivery delivery = new Delivery(
                sequence,
                (came & DATA_SM) != 0,
                Strings.getAddress(in),
                Strings.getAddress(in),
                in.get() & 0xFF,
                in.get() & 0xFF,
                Strings.getBytes(in),
                Strings.get(in),
                in.get(),
                Strings.getBytes(in),
                in.getInt(),
                in.get() & 0xFF,
                in.get() & 0xFF,
                Strings.getBytes(in),
                (came & TLVS_LEFT_OUT) != 0,
                Strings.get(in),
                in.get() & 0xFF,
                in.get() & 0xFF,
                0);
        return new InboundRecord(id, atMs, smsc, delivery, Taker.decode(in));
    }
}
