package io.smppbridge.wire;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Writes PDUs behind one another into a buffer. Stateless: any thread. */
public final class PduWriter {
    private static final int VERSION_34 = 0x34;
    private static final int LONGEST_ADDRESS = 20;
    /** A message_state. */
    private static final int UNKNOWN = 7;

    private PduWriter() {}

    /** A PDU without a body: enquire_link, unbind, most answers. */
    public static void bare(ByteBuf out, int command, int status, int sequence) {
        out.writeInt(FrameDecoder.HEADER).writeInt(command).writeInt(status).writeInt(sequence);
    }

    /**
     * What says no more than its status. A refusal has no body where SMPP 3.4 leaves that out, of a bind_resp and a submit_sm_resp; of
     * others there are ESMEs that take one without it for broken, and close the connection.
     */
    public static void plain(ByteBuf out, int command, int status, int sequence) {
        int at = begin(out, command, status, sequence);
        switch (command & ~Command.GENERIC_NACK) {
            case Command.DATA_SM -> out.writeZero(1); // message_id
            case Command.SUBMIT_MULTI -> out.writeZero(2); // message_id, no_unsuccess
            case Command.QUERY_SM ->
                out.writeZero(2).writeByte(UNKNOWN).writeZero(1); // message_id, final_date; error_code
            default -> {}
        }
        end(out, at);
    }

    /** An answer that names a message: submit_sm_resp, data_sm_resp. */
    public static void named(ByteBuf out, int command, int sequence, String messageId) {
        out.writeInt(FrameDecoder.HEADER + messageId.length() + 1)
                .writeInt(command)
                .writeInt(Status.ROK)
                .writeInt(sequence);
        text(out, messageId);
    }

    /** The same, its id being the first so many of these octets. */
    public static void named(ByteBuf out, int command, int sequence, byte[] messageId, int length) {
        out.writeInt(FrameDecoder.HEADER + length + 1)
                .writeInt(command)
                .writeInt(Status.ROK)
                .writeInt(sequence);
        out.writeBytes(messageId, 0, length).writeByte(0);
    }

    /** One destination of a submit_multi that was refused. */
    public record Unsuccess(Party to, int status) {}

    /** A submit_multi_resp. */
    public static void multi(ByteBuf out, int sequence, String messageId, List<Unsuccess> unsuccess) {
        int at = begin(out, Command.responseTo(Command.SUBMIT_MULTI), Status.ROK, sequence);
        text(out, messageId);
        out.writeByte(unsuccess.size());
        for (Unsuccess one : unsuccess) {
            party(out, one.to());
            out.writeInt(one.status());
        }
        end(out, at);
    }

    /**
     * An answer to a bind that succeeded.
     *
     * @param version what the peer has announced: one before 3.4 is sent no TLV
     */
    public static void bound(ByteBuf out, int command, int sequence, String systemId, int version) {
        int at = begin(out, Command.responseTo(command), Status.ROK, sequence);
        text(out, systemId);
        if (version >= VERSION_34) {
            out.writeShort(Tag.SC_INTERFACE_VERSION).writeShort(1).writeByte(VERSION_34);
        }
        end(out, at);
    }

    /** A query_sm_resp. */
    public static void queried(
            ByteBuf out, int sequence, String messageId, String finalDate, int messageState, int errorCode) {
        int at = begin(out, Command.responseTo(Command.QUERY_SM), Status.ROK, sequence);
        text(out, messageId);
        text(out, finalDate);
        out.writeByte(messageState).writeByte(errorCode);
        end(out, at);
    }

    /** An alert_notification (SMPP 3.4 §4.12.1). */
    public static void alert(ByteBuf out, int sequence, Party subscriber, Party esme, int availability) {
        int at = begin(out, Command.ALERT_NOTIFICATION, Status.ROK, sequence);
        party(out, subscriber);
        party(out, esme);
        out.writeShort(Tag.MS_AVAILABILITY_STATUS).writeShort(1).writeByte(availability);
        end(out, at);
    }

    /**
     * A deliver_sm.
     *
     * @param payload whether the octets travel in message_payload
     * @param tlvs written behind it: empty for none
     */
    public static void deliver(
            ByteBuf out, int sequence, Envelope envelope, byte[] octets, boolean payload, byte[] tlvs) {
        int at = begin(out, Command.DELIVER_SM, Status.ROK, sequence);
        Marks marks = envelope.marks();
        text(out, marks.serviceType());
        party(out, envelope.from());
        party(out, envelope.to());
        out.writeByte(envelope.esmClass());
        out.writeByte(marks.protocolId()).writeByte(marks.priority());
        out.writeZero(2); // schedule_delivery_time, validity_period
        out.writeZero(2); // registered_delivery, replace_if_present_flag
        out.writeByte(envelope.dataCoding());
        out.writeByte(0); // sm_default_msg_id
        if (payload) {
            out.writeByte(0).writeShort(Tag.MESSAGE_PAYLOAD).writeShort(octets.length);
        } else {
            out.writeByte(octets.length);
        }
        out.writeBytes(octets);
        out.writeBytes(tlvs);
        end(out, at);
    }

    /** What stands on a deliver_sm. */
    public record Envelope(Party from, Party to, int esmClass, int dataCoding, Marks marks) {
        /** With nothing else on it. */
        public Envelope(Party from, Party to, int esmClass, int dataCoding) {
            this(from, to, esmClass, dataCoding, Marks.NONE);
        }
    }

    /** What else may stand there. */
    public record Marks(String serviceType, int protocolId, int priority) {
        /** All empty. */
        public static final Marks NONE = new Marks("", 0, 0);
    }

    private static int begin(ByteBuf out, int command, int status, int sequence) {
        int at = out.writerIndex();
        out.writeInt(0).writeInt(command).writeInt(status).writeInt(sequence);
        return at;
    }

    private static void end(ByteBuf out, int at) {
        out.setInt(at, out.writerIndex() - at);
    }

    private static void party(ByteBuf out, Party party) {
        out.writeByte(party.ton()).writeByte(party.npi());
        text(out, party.number(), LONGEST_ADDRESS);
    }

    /** ISO 8859-1, ended by a NUL. */
    private static void text(ByteBuf out, String text) {
        text(out, text, text.length());
    }

    /** An ESME may have sent a longer one; it is told of no more than SMPP allows. */
    private static void text(ByteBuf out, String text, int most) {
        int length = Math.min(text.length(), most);
        for (int i = 0; i < length; i++) {
            out.writeByte(text.charAt(i));
        }
        out.writeByte(0);
    }
}
