package io.smppbridge.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/**
 * Finds the PDUs in what a connection brings, however it is cut, and tells a sink of each (SMPP 3.4 §3.2). Nothing is copied; nothing is
 * allocated by the announced length, which is checked as soon as its four octets are there.
 */
@OwnedBy("its event loop")
public final class FrameDecoder extends ByteToMessageDecoder {
    /** Octets of a PDU's header. */
    public static final int HEADER = 16;

    private static final int COMMAND_AT = 4;
    private static final int STATUS_AT = 8;
    private static final int SEQUENCE_AT = 12;

    private final FrameSink sink;
    private int longest;
    private final BodyReader body = new BodyReader();
    private ChannelHandlerContext context;
    private boolean ended;
    private boolean held;

    /** @param longest most octets of a PDU, header included */
    public FrameDecoder(FrameSink sink, int longest) {
        this.sink = sink;
        this.longest = longest;
        setCumulator(MERGE_CUMULATOR);
    }

    /** From the next PDU on, they may be so long. */
    public void longest(int octets) {
        longest = octets;
    }

    /** Its sink hears of no further PDU until {@link #goOn}. What has been read is kept; the sink sees to it that not much more is. */
    public void hold() {
        held = true;
    }

    /** Tells of what has been kept, as if it had just come. Not from within the sink. */
    public void goOn() {
        held = false;
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
        } catch (Exception e) { // as the channel itself would: its handlers are told
            context.fireExceptionCaught(e);
        }
        channelReadComplete(context);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    /** Where a peer sends no more, what is held may be all that it has asked. */
    @Override
    public void userEventTriggered(ChannelHandlerContext of, Object event) {
        of.fireUserEventTriggered(event);
    }

    /** Without asking for more where reading is switched off, as any decoder that has found nothing does. */
    @Override
    public void channelReadComplete(ChannelHandlerContext of) {
        discardSomeReadBytes();
        of.fireChannelReadComplete();
    }

    @Override
    protected void decode(ChannelHandlerContext of, ByteBuf in, List<Object> out) {
        while (!ended && !held && in.readableBytes() >= 4) {
            int at = in.readerIndex();
            long length = in.getUnsignedInt(at);
            if (length < HEADER || length > longest) {
                ended = true;
                sink.badLength(length, in.readableBytes() >= HEADER ? in.getInt(at + SEQUENCE_AT) : 0);
                break;
            }
            if (in.readableBytes() < length) {
                return;
            }
            int end = at + (int) length;
            body.begin(in, at + HEADER, end);
            int command = in.getInt(at + COMMAND_AT);
            int status = in.getInt(at + STATUS_AT);
            int sequence = in.getInt(at + SEQUENCE_AT);
            in.readerIndex(end);
            ended = !sink.frame(command, status, sequence, body);
        }
        if (ended) {
            in.skipBytes(in.readableBytes());
        }
    }
}
