package io.smppbridge.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One kept-alive connection with at most one request on its way. It knows just enough HTTP for the answers of our own server, which always
 * carry a Content-Length; a general client would cost more than what it measures.
 */
@OwnedBy("bench-load-1")
final class HttpConnection extends ByteToMessageDecoder {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPTED = "\"accepted\":".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = 9;
    /** The counts stand at the end of the answer to a list. */
    private static final int TAIL = 40;

    private final HttpLoad load;
    private ChannelHandlerContext context;
    private int bodyAt;
    private int length;
    private int status;
    long due;

    HttpConnection(HttpLoad load) {
        this.load = load;
    }

    void send(ByteBuf request, long dueNanos) {
        due = dueNanos;
        context.writeAndFlush(request, context.voidPromise());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (bodyAt == 0 && !readHead(in)) {
            return;
        }
        int end = in.readerIndex() + bodyAt + length;
        if (in.writerIndex() < end) {
            return;
        }
        int messages = status == 202 ? messages(in, end) : 0;
        in.readerIndex(end);
        bodyAt = 0;
        load.answered(this, status, messages);
    }

    private boolean readHead(ByteBuf in) {
        int start = in.readerIndex();
        int lengthAt = 0;
        for (int i = start; i < in.writerIndex(); i++) {
            if (in.getByte(i) != '\n') {
                continue;
            }
            if (lengthAt == 0 && matches(in, i + 1, LENGTH)) {
                lengthAt = i + 1 + LENGTH.length;
            }
            if (i + 2 < in.writerIndex() && in.getByte(i + 1) == '\r' && in.getByte(i + 2) == '\n') {
                status = number(in, start + STATUS_AT);
                length = lengthAt == 0 ? 0 : number(in, lengthAt);
                bodyAt = i + 3 - start;
                return true;
            }
        }
        return false;
    }

    /** How many were accepted: as the end of the answer to a list says, or the one. */
    private static int messages(ByteBuf in, int end) {
        for (int i = end - ACCEPTED.length - 1; i >= Math.max(0, end - TAIL); i--) {
            if (matches(in, i, ACCEPTED)) {
                return number(in, i + ACCEPTED.length);
            }
        }
        return 1;
    }

    private static boolean matches(ByteBuf in, int at, byte[] lowerCase) {
        if (at + lowerCase.length > in.writerIndex()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte b = in.getByte(at + i);
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(ByteBuf in, int at) {
        int value = 0;
        for (int i = at; in.getByte(i) >= '0' && in.getByte(i) <= '9'; i++) {
            value = value * 10 + in.getByte(i) - '0';
        }
        return value;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        load.lost(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
