package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.Optional;

/** The requests of one connection that wait for their answers: written in the order they came, whatever the order they are ready in. */
@OwnedBy("the connection's event loop")
final class Outbox {
    private final ChannelHandlerContext ctx;
    private final Runnable taken;
    private final ArrayDeque<Exchange> order = new ArrayDeque<>();
    private boolean flushDue;
    private boolean shut;

    /** @param taken called when the last answer has gone to the client and our side is shut */
    Outbox(ChannelHandlerContext ctx, Runnable taken) {
        this.ctx = ctx;
        this.taken = taken;
    }

    /** Room for an answer. */
    ByteBuf allocate(int size) {
        return ctx.alloc().directBuffer(size);
    }

    void add(Exchange exchange) {
        order.add(exchange);
    }

    int size() {
        return order.size();
    }

    Optional<Exchange> oldest() {
        return Optional.ofNullable(order.peek());
    }

    /** The last answer of the connection has been written. */
    boolean isShut() {
        return shut;
    }

    /** Octets of what was written that have not gone to the client. */
    long unsent() {
        ChannelOutboundBuffer out = ctx.channel().unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    /** Writes the answers whose turn it is; false when there was none. After the last one our side is shut. */
    boolean writeReady(boolean stopping) {
        boolean wrote = false;
        while (!shut && !order.isEmpty() && order.peek().answered) {
            Exchange head = order.poll();
            ByteBuf response = head.response;
            head.response = null;
            wrote = true;
            flushDue = true;
            if (head.keepAlive && !stopping) {
                ctx.write(response, ctx.voidPromise());
            } else {
                shut = true;
                ctx.write(response).addListener((ChannelFutureListener) this::shutOutput);
                drop();
            }
        }
        return wrote;
    }

    /** The client asks nothing more: the connection is closed after its last answer, at once when there is none to come. */
    void end() {
        Exchange last = order.peekLast();
        if (last != null) {
            last.keepAlive = false;
        } else if (!shut) {
            shut = true;
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) this::shutOutput);
        } else if (((DuplexChannel) ctx.channel()).isOutputShutdown()) {
            ctx.close();
        } // else shutOutput is still to come
    }

    /** Says 100 Continue to the request whose body is awaited, once it is its turn (RFC 9110 §10.1.1). */
    void sayContinue() {
        Exchange head = order.peek();
        if (head != null && head.wantsContinue) {
            head.wantsContinue = false;
            flushDue = true;
            ctx.write(ctx.alloc().buffer(Response.CONTINUE.length).writeBytes(Response.CONTINUE), ctx.voidPromise());
        }
    }

    /** Forgets what nobody will hear the answer of. */
    void drop() {
        for (Exchange exchange : order) {
            exchange.answered = true;
            exchange.body.release();
            ReferenceCountUtil.release(exchange.response);
        }
        order.clear();
    }

    void flush() {
        if (flushDue) {
            flushDue = false;
            ctx.flush();
        }
    }

    private void shutOutput(ChannelFuture written) {
        if (written.channel() instanceof DuplexChannel duplex && written.isSuccess() && !duplex.isInputShutdown()) {
            duplex.shutdownOutput();
            taken.run();
        } else {
            written.channel().close();
        }
    }
}
