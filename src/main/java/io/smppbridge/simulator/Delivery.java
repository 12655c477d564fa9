package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;

/** One deliver_sm (or data_sm) on its way to an ESME, and how often it was tried. */
@OwnedBy("smsc-sim")
final class Delivery {
    /** protocol_id, priority_flag, schedule, validity, registered_delivery, replace. */
    private static final byte[] NOTHING_SPECIAL = new byte[6];

    /** Where the digits of the source begin: behind service_type, TON and NPI. */
    private static final int SOURCE = 3;

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

    /** Of a receipt that the script brought about: the id in it, and what it says. */
    String about = "";

    Outcome says = Outcome.UNKNOWN;

    int attempts;
    long sentAt;

    /** Those of one bind that await their answers are chained, in the order in which they were sent. */
    int sequence;

    Delivery older;
    Delivery newer;

    private Delivery(
            Content content, boolean dataSm, Draft draft, Outbox outbox, ReceiptBind preference, int submitter) {
        this.command = dataSm ? Smpp.DATA_SM : Smpp.DELIVER_SM;
        this.receipt = content.receipt();
        this.body = dataSm ? dataBody(content, draft) : deliverBody(content, draft);
        this.tlvs = dataSm ? join(payload(content.text()), content.tlvs()) : content.tlvs();
        this.outbox = outbox;
        this.preference = preference;
        this.submitter = submitter;
    }

    /** @param draft where it may be put together */
    static Delivery receipt(
            Content content, boolean dataSm, Draft draft, Outbox outbox, ReceiptBind preference, int submitter) {
        return new Delivery(content, dataSm, draft, outbox, preference, submitter);
    }

    /** A receipt says this of the message with that id. */
    Delivery saying(Outcome outcome, String id) {
        says = outcome;
        about = id;
        return this;
    }

    static Delivery mo(Content content, Outbox outbox) {
        return new Delivery(content, false, new Draft(), outbox, ReceiptBind.ANY, 0);
    }

    /** About which number a receipt is, or from which one an MO: its source_addr. */
    String number() {
        int start = SOURCE;
        int end = start;
        while (body[end] != 0) {
            end++;
        }
        return new String(body, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /**
     * What a deliver_sm says.
     *
     * @param addresses source and destination as they are on the wire
     */
    record Content(boolean receipt, byte[] addresses, int esmClass, int dataCoding, byte[] text, byte[] tlvs) {
        Content(
                boolean receipt,
                ReceivedSubmit.Party from,
                ReceivedSubmit.Party to,
                int esmClass,
                int dataCoding,
                byte[] text,
                byte[] tlvs) {
            this(receipt, addresses(from, to), esmClass, dataCoding, text, tlvs);
        }

        private static byte[] addresses(ReceivedSubmit.Party from, ReceivedSubmit.Party to) {
            Draft draft = new Draft();
            address(draft, from);
            address(draft, to);
            return draft.copy();
        }

        private static void address(Draft draft, ReceivedSubmit.Party party) {
            draft.octet(party.ton()).octet(party.npi()).latin(party.address()).octet(0);
        }
    }

    private static byte[] deliverBody(Content c, Draft draft) {
        int length = Math.min(c.text().length, 255);
        return draft.clear()
                .octet(0) // service_type
                .octets(c.addresses())
                .octet(c.esmClass())
                .octets(NOTHING_SPECIAL)
                .octet(c.dataCoding())
                .octet(0)
                .octet(length)
                .octets(c.text(), length)
                .copy();
    }

    private static byte[] dataBody(Content c, Draft draft) {
        return draft.clear()
                .octet(0) // service_type
                .octets(c.addresses())
                .octet(c.esmClass())
                .octet(0)
                .octet(c.dataCoding())
                .copy();
    }

    private static byte[] payload(byte[] text) {
        return text.length == 0 ? text : tlv(Smpp.TAG_MESSAGE_PAYLOAD, text);
    }

    static byte[] tlv(int tag, byte[] value) {
        return new Draft().two(tag).two(value.length).octets(value).copy();
    }

    static byte[] join(byte[] a, byte[] b) {
        byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
