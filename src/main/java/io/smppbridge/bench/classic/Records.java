package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import java.nio.charset.StandardCharsets;

/** What the journal keeps of a message: everything when it is accepted, its number when the SMSC has it. */
final class Records {
    private static final int ACCEPTED = 1;
    private static final int TAKEN = 2;

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
        out.writeShort(m.octets().length).writeBytes(m.octets());
        out.setShort(at, out.writerIndex() - at);
    }

    static void taken(ByteBuf out, Submission submission, String messageId) {
        int at = out.writerIndex();
        out.writeShort(0).writeByte(TAKEN).writeLong(submission.id());
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
