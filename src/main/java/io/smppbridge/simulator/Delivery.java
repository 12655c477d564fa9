package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;

/** One deliver_sm (or data_sm) on its way to an ESME, and how often it was tried. */
@OwnedBy("smsc-sim")
final class Delivery {
    final int command;
    final boolean receipt;
    final byte[] body;
    /** Left out towards an ESME of version 3.3. */
    final byte[] tlvs;

    final Outbox outbox;
    /** Which bind of the account. */
    final ReceiptBind preference;
    /** Number of the bind that submitted; 0: none. */
    final int submitter;

    /** Of a receipt that the script brought about: the id in it, what it says, and about which number. */
    String about = "";

    Outcome says = Outcome.UNKNOWN;
    String number = "";

    int attempts;
    long sentAt;

    private Delivery(Content content, boolean dataSm, Outbox outbox, ReceiptBind preference, int submitter) {
        this.command = dataSm ? Smpp.DATA_SM : Smpp.DELIVER_SM;
        this.receipt = content.receipt();
        this.body = dataSm ? dataBody(content) : deliverBody(content);
        this.tlvs = dataSm ? join(payload(content.text()), content.tlvs()) : content.tlvs();
        this.outbox = outbox;
        this.preference = preference;
        this.submitter = submitter;
    }

    static Delivery receipt(Content content, boolean dataSm, Outbox outbox, ReceiptBind preference, int submitter) {
        return new Delivery(content, dataSm, outbox, preference, submitter);
    }

    /** A receipt says this of the message with that id. */
    Delivery saying(Outcome outcome, String id, String to) {
        says = outcome;
        about = id;
        number = to;
        return this;
    }

    static Delivery mo(Content content, Outbox outbox) {
        return new Delivery(content, false, outbox, ReceiptBind.ANY, 0);
    }

    /** What a deliver_sm says. */
    record Content(
            boolean receipt,
            ReceivedSubmit.Party from,
            ReceivedSubmit.Party to,
            int esmClass,
            int dataCoding,
            byte[] text,
            byte[] tlvs) {}

    private static byte[] deliverBody(Content c) {
        ByteBuf out = addresses(c);
        out.writeByte(c.esmClass()).writeByte(0).writeByte(0); // protocol_id, priority_flag
        out.writeByte(0).writeByte(0).writeByte(0).writeByte(0); // schedule, validity, registered_delivery, replace
        int length = Math.min(c.text().length, 255);
        out.writeByte(c.dataCoding()).writeByte(0).writeByte(length).writeBytes(c.text(), 0, length);
        return bytes(out);
    }

    private static byte[] dataBody(Content c) {
        ByteBuf out = addresses(c);
        out.writeByte(c.esmClass()).writeByte(0).writeByte(c.dataCoding());
        return bytes(out);
    }

    private static ByteBuf addresses(Content c) {
        ByteBuf out = Unpooled.buffer(96);
        out.writeByte(0); // service_type
        address(out, c.from());
        address(out, c.to());
        return out;
    }

    private static void address(ByteBuf out, ReceivedSubmit.Party party) {
        out.writeByte(party.ton()).writeByte(party.npi());
        out.writeCharSequence(party.address(), StandardCharsets.ISO_8859_1);
        out.writeByte(0);
    }

    private static byte[] payload(byte[] text) {
        return text.length == 0 ? text : tlv(Smpp.TAG_MESSAGE_PAYLOAD, text);
    }

    static byte[] tlv(int tag, byte[] value) {
        ByteBuf out = Unpooled.buffer(4 + value.length);
        return bytes(out.writeShort(tag).writeShort(value.length).writeBytes(value));
    }

    static byte[] join(byte[] a, byte[] b) {
        byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static byte[] bytes(ByteBuf out) {
        byte[] all = new byte[out.readableBytes()];
        out.readBytes(all);
        return all;
    }
}
