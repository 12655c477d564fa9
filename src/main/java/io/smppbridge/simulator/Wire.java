package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;

/** Collects the bytes that one turn writes to a session, so that they leave in one write. */
@OwnedBy("smsc-sim")
final class Wire {
    private static final int LEAST = 4_096;
    private static final int MOST = 65_536;
    private static final int A_FEW = 16;

    private final PortCore port;
    private final Session session;
    private final Channel channel;
    private ByteBuf out;
    /** What the last writes have needed, or more: so that few buffers grow. */
    private int usual = LEAST;

    Wire(PortCore port, Session session, Channel channel) {
        this.port = port;
        this.session = session;
        this.channel = channel;
    }

    ByteBuf out() {
        if (out == null) {
            out = channel.alloc().buffer(usual);
            session.mark();
        }
        return out;
    }

    /** Writes a header with its length open; gives where it starts, for {@link #end}. */
    int begin(int command, int status, int sequence) {
        ByteBuf b = out();
        int at = b.writerIndex();
        b.ensureWritable(64);
        b.writeInt(Smpp.HEADER).writeInt(command).writeInt(status).writeInt(sequence);
        return at;
    }

    void end(int at) {
        int length = out.writerIndex() - at;
        out.setInt(at, length);
        if (port.memory.keepsPdus()) {
            port.memory.pdu(false, port.timeline.now(), session.number(), out, at, length);
        }
    }

    void header(int command, int status, int sequence) {
        end(begin(command, status, sequence));
    }

    void string(String text) {
        out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        out.writeByte(0);
    }

    void raw(byte[] bytes) {
        ByteBuf b = out();
        int at = b.writerIndex();
        b.writeBytes(bytes);
        if (port.memory.keepsPdus()) {
            port.memory.pdu(false, port.timeline.now(), session.number(), b, at, bytes.length);
        }
    }

    void send() {
        if (out != null) {
            ByteBuf b = out;
            out = null;
            usual = Math.max(LEAST, Math.min(MOST, Math.max(b.readableBytes(), usual - usual / A_FEW)));
            channel.writeAndFlush(b, channel.voidPromise());
        }
    }

    void discard() {
        if (out != null) {
            out.release();
            out = null;
        }
    }
}
