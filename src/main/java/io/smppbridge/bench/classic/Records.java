package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.smppbridge.MessageState;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import java.nio.charset.StandardCharsets;

/** What the journal keeps of a message: everything when it is accepted, so that it could be sent by that alone; its number when it has ended. */
final class Records {
    private static final int ACCEPTED = 1;
    private static final int ENDED = 2;

    private Records() {}

    static void accepted(ByteBuf out, Submission submission) {
        ShortMessage m = submission.message();
        int at = out.writerIndex();
        out.writeShort(0).writeByte(ACCEPTED).writeLong(submission.id());
        party(out, m.from());
        party(out, m.to(0));
        text(out, m.serviceType());
        text(out, m.schedule());
        text(out, m.validity());
        out.writeByte(m.esmClass()).writeByte(m.protocolId()).writeByte(m.priority());
        out.writeByte(m.registeredDelivery()).writeByte(m.dataCoding());
        text(out, submission.smsc());
        out.writeLong(submission.expiresMs());
        byte[] tlvs = submission.part().tlvs().octets();
        out.writeShort(tlvs.length).writeBytes(tlvs);
        out.writeShort(m.octets().length).writeBytes(m.octets());
        out.setShort(at, out.writerIndex() - at);
    }

    static void ended(ByteBuf out, Submission submission, MessageState state, long nowMs, String messageId) {
        int at = out.writerIndex();
        out.writeShort(0).writeByte(ENDED).writeLong(submission.id());
        out.writeByte(state.ordinal()).writeLong(nowMs);
        text(out, messageId);
        out.setShort(at, out.writerIndex() - at);
    }

    private static void party(ByteBuf out, Party party) {
        out.writeByte(party.ton()).writeByte(party.npi());
        text(out, party.number());
    }

    private static void text(ByteBuf out, String text) {
        out.writeByte(text.length());
        out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
    }
}
