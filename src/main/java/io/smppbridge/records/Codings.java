package io.smppbridge.records;

import io.smppbridge.SmppCoding;
import java.nio.ByteBuffer;

/** How octets that came coded stand in journal records: three octets when nothing else came with them. */
final class Codings {
    private static final int UDHI = 1;
    private static final int FIELDS = 2;
    private static final int REPLY_PATH = 4;
    private static final int PLACE = 8;

    private Codings() {}

    static void put(ByteBuffer out, SmppCoding coding) {
        SmppCoding.Fields fields = coding.fields();
        int flags = (coding.udhi() ? UDHI : 0)
                | (fields == SmppCoding.Fields.NONE ? 0 : FIELDS)
                | (fields.replyPath() ? REPLY_PATH : 0)
                | (fields.isPart() ? PLACE : 0);
        out.put((byte) flags).putShort((short) coding.dataCoding());
        if ((flags & FIELDS) != 0) {
            Strings.put(out, fields.serviceType());
            out.put((byte) fields.protocolId());
        }
        if ((flags & PLACE) != 0) {
            out.putShort((short) fields.sarReference())
                    .put((byte) fields.sarTotal())
                    .put((byte) fields.sarSequence());
        }
    }

    static SmppCoding get(ByteBuffer in) {
        int flags = in.get();
        int dataCoding = in.getShort();
        SmppCoding.Fields fields = SmppCoding.Fields.NONE;
        if ((flags & FIELDS) != 0) {
            fields = SmppCoding.Fields.of(Strings.get(in), in.get() & 0xFF, (flags & REPLY_PATH) != 0);
        }
        if ((flags & PLACE) != 0) {
            fields = fields.withPlace(in.getShort() & 0xFFFF, in.get() & 0xFF, in.get() & 0xFF);
        }
        return dataCoding < 0 ? SmppCoding.NONE : SmppCoding.of((flags & UDHI) != 0, dataCoding, fields);
    }
}
