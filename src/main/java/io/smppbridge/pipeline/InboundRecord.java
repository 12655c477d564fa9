package io.smppbridge.pipeline;

import io.smppbridge.connector.Delivery;
import java.nio.ByteBuffer;

/**
 * The INBOUND record: a delivery as it was read, so that it can be decoded, matched or put together again after a restart.
 *
 * @param id also the event's id when the platform is told of it
 * @param atMs when it was read, in milliseconds since 1970
 */
record InboundRecord(long id, long atMs, String smsc, Delivery delivery) {
    void encode(ByteBuffer out) {
        Delivery d = delivery;
        out.putLong(id).putLong(atMs);
        Strings.put(out, smsc);
        out.putInt(d.sequence()).put((byte) (d.dataSm() ? 1 : 0));
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
    }

    static InboundRecord decode(ByteBuffer in) {
        long id = in.getLong();
        long atMs = in.getLong();
        String smsc = Strings.get(in);
        Delivery delivery = new Delivery(
                in.getInt(),
                in.get() == 1,
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
                Strings.get(in),
                in.get() & 0xFF,
                in.get() & 0xFF,
                0);
        return new InboundRecord(id, atMs, smsc, delivery);
    }
}
