package io.smppbridge.smpp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.util.Arrays;

/**
 * Frames whatever the peer sends, however it is cut, and checks the length before it makes room for anything. What one read brings is
 * copied once, in one piece, and then decoded in place.
 */
@OwnedBy("its event loop")
final class NettyReader extends ChannelInboundHandlerAdapter {
    private static final int USUAL = 1 << 14;

    /** What a connection brings; called on its event loop. */
    interface Sink {
        /** The connection stands, in TLS if it is to. */
        void connected();

        /** One PDU of at least 16 octets, in place: valid only during the call. */
        void pdu(byte[] buffer, int at, int length, long readNanos);

        /** A length below 16 or above {@link GuardedReader#LONGEST}: nothing more is read. */
        void badLength(int length, int sequence);

        /** All that has come has been told. */
        void turnOver();

        /** Something has broken: the connection is of no more use. */
        void broken(Throwable why);

        /** The SMSC has ended it. */
        void ended();

        /** Said last. */
        void gone();
    }

    private final Ticker ticker;
    private final Sink sink;
    private final boolean tls;
    private byte[] buffer = new byte[USUAL];
    private int at;
    private int limit;
    private boolean deaf;

    /** @param tls whether hands are shaken before it stands */
    NettyReader(Ticker ticker, Sink sink, boolean tls) {
        this.ticker = ticker;
        this.sink = sink;
        this.tls = tls;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!tls) {
            sink.connected();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent shaken) {
            if (shaken.isSuccess()) {
                sink.connected();
            } else {
                sink.broken(shaken.cause());
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!deaf) {
                ByteBuf in = (ByteBuf) message;
                int more = in.readableBytes();
                makeRoom(more);
                in.readBytes(buffer, limit, more);
                limit += more;
                frames(ticker.nanos());
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void frames(long readNanos) {
        while (!deaf && limit - at >= 4) {
            int length = GuardedReader.intAt(buffer, at);
            if (length < CommandId.HEADER || length > GuardedReader.LONGEST) {
                deaf = true;
                boolean wholeHeader = length > GuardedReader.LONGEST && limit - at >= CommandId.HEADER;
                sink.badLength(length, wholeHeader ? GuardedReader.intAt(buffer, at + 12) : 0);
                return;
            }
            if (limit - at < length) {
                return;
            }
            int pdu = at;
            at += length;
            sink.pdu(buffer, pdu, length, readNanos);
        }
    }

    /** At most one PDU that is not whole lies before what is read now, so that the buffer does not grow with what the peer sends. */
    private void makeRoom(int more) {
        if (at == limit) {
            at = 0;
            limit = 0;
        }
        if (buffer.length - limit >= more) {
            return;
        }
        int kept = limit - at;
        byte[] to = kept + more > buffer.length ? new byte[Math.max(kept + more, buffer.length * 2)] : buffer;
        System.arraycopy(buffer, at, to, 0, kept);
        buffer = to;
        at = 0;
        limit = kept;
    }

    /** Whatever still comes is dropped. */
    void stop() {
        deaf = true;
        buffer = Arrays.copyOf(buffer, 0);
        at = 0;
        limit = 0;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        sink.turnOver();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        sink.broken(cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        sink.ended();
    }

    @Override
    public void channelUnregistered(ChannelHandlerContext context) {
        sink.gone();
    }
}
