package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: collects a request's body, calls the handler, and writes answers in the order of the requests whatever the
 * order they are ready in. Every state has a deadline, kept by {@link #sweep}.
 *
 * <p>Closing after an error is done slowly: the answer is flushed, our side shut, and what the client still sends is thrown away for a
 * second; closing at once would make the kernel answer with a reset that takes the answer from the client's hands.
 */
@OwnedBy("its event loop")
final class Connection extends ChannelInboundHandlerAdapter {
    /** Requests of one connection that may wait for their answers; with more, reading stops. */
    static final int PIPELINED = 64;

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final long LINGER_NANOS = 1_000_000_000L;

    /** What the next octet would be. */
    private enum Phase {
        FRESH,
        IDLE,
        HEAD,
        BODY
    }

    private final HttpServer server;
    private final Loop loop;
    private final StrictRequestDecoder decoder;
    private final ArrayDeque<Exchange> order = new ArrayDeque<>();
    private ChannelHandlerContext ctx;
    private Exchange receiving;
    /** Nothing that comes is looked at any more: the last request of the connection has been read. */
    private boolean deaf;

    /** The last answer has been written. */
    private boolean lingering;

    private boolean reading;
    private boolean flushDue;
    private Phase phase = Phase.FRESH;
    private long deadlineNanos;
    private long unwritableSince;

    Connection(HttpServer server, Loop loop, StrictRequestDecoder decoder) {
        this.server = server;
        this.loop = loop;
        this.decoder = decoder;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        loop.connections.add(this);
        deadlineNanos = loop.ticker.nanos() + server.options().headerWithin().toNanos();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.connections.remove(this);
        server.connectionClosed();
        deaf = true;
        drop();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        reading = true;
        try {
            if (!deaf && message instanceof HttpRequest request) {
                begin(request);
            }
            if (!deaf && message instanceof HttpContent content && receiving != null) {
                take(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        reading = false;
        if (!deaf && receiving == null) {
            if (decoder.hasPartialHead()) {
                enter(Phase.HEAD, server.options().headerWithin());
            } else if (phase != Phase.FRESH) {
                enter(Phase.IDLE, server.options().idleWithin());
            }
        }
        if (flushDue) {
            flushNow();
        }
        pace();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        unwritableSince = context.channel().isWritable() ? 0 : loop.ticker.nanos();
        pace();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException && !deaf) {
            fail(Problem.of(400, "malformed-request", "the request is not HTTP/1.1"));
        } else {
            LOG.debug("connection from {} closed: {}", context.channel().remoteAddress(), cause.toString());
            context.close();
        }
    }

    private void begin(HttpRequest request) {
        long now = loop.ticker.nanos();
        phase = Phase.BODY;
        Exchange exchange = new Exchange(
                this, request, now + server.options().requestWithin().toNanos());
        order.add(exchange);
        exchange.keepAlive = HeadCheck.keepAlive(request);
        HeadCheck.Verdict verdict = HeadCheck.of(request, exchange, server, ctx.channel());
        if (!verdict.passes()) {
            boolean hasBody = HeadCheck.hasBody(request);
            exchange.keepAlive &= !verdict.close() && !hasBody;
            deaf = !exchange.keepAlive;
            exchange.answer(verdict.problem(), verdict.extras());
            return;
        }
        receiving = exchange;
        exchange.wantsContinue = HeadCheck.wantsContinue(request);
        sayContinue();
    }

    private void take(HttpContent content) {
        if (!content.decoderResult().isSuccess()) {
            refuse(Problem.of(400, "malformed-body", "the body's chunks are not as RFC 9112 wants them"));
            return;
        }
        if (content.content().isReadable() && !append(content.content())) {
            return;
        }
        if (content instanceof LastHttpContent) {
            Exchange exchange = receiving;
            receiving = null;
            exchange.wantsContinue = false;
            deaf = !exchange.keepAlive;
            call(exchange);
        }
    }

    private boolean append(ByteBuf octets) {
        Exchange exchange = receiving;
        int size = exchange.body.readableBytes() + octets.readableBytes();
        if (size > server.options().maxBody()) {
            refuse(HeadCheck.tooLarge(server.options().maxBody()));
            return false;
        }
        int before = exchange.body.capacity();
        if (before == 0) {
            exchange.body = ctx.alloc()
                    .heapBuffer(octets.readableBytes(), server.options().maxBody());
        }
        exchange.body.writeBytes(octets);
        if (!server.takeBody(exchange.body.capacity() - before)) {
            refuse(Problem.of(503, "busy", "too many large requests are being received; try again in 1 s")
                    .retryAfter(1));
            return false;
        }
        return true;
    }

    private void call(Exchange exchange) {
        try {
            exchange.route.handler().handle(exchange);
        } catch (Exception | StackOverflowError e) {
            LOG.error(
                    "{} {} failed", exchange.method(), exchange.match.resource().allow(), e);
            exchange.answer(Problem.of(500, "internal", "the bridge failed to answer; its log says why"));
        } finally {
            exchange.releaseBody();
        }
    }

    /** Answers the request whose body is arriving, and closes. */
    private void refuse(Problem problem) {
        Exchange exchange = receiving;
        receiving = null;
        deaf = true;
        exchange.keepAlive = false;
        exchange.releaseBody();
        exchange.answer(problem);
    }

    /** Answers what cannot be read as a request, and closes. */
    private void fail(Problem problem) {
        Exchange exchange = receiving;
        if (exchange != null) {
            refuse(problem);
            return;
        }
        exchange = new Exchange(this, HeadCheck.UNREADABLE, Long.MAX_VALUE);
        order.add(exchange);
        deaf = true;
        exchange.answer(problem);
    }

    /** An exchange has its response: writes all that are ready in order. */
    void answered(Exchange exchange) {
        boolean wrote = false;
        while (!order.isEmpty() && order.peek().answered && !lingering) {
            Exchange head = order.poll();
            ByteBuf response = head.response;
            head.response = null;
            wrote = true;
            if (head.keepAlive && !server.stopping()) {
                ctx.write(response, ctx.voidPromise());
            } else {
                closeAfter(response);
            }
        }
        if (wrote) {
            if (phase == Phase.IDLE) {
                deadlineNanos =
                        loop.ticker.nanos() + server.options().idleWithin().toNanos();
            }
            sayContinue();
            flushDue = true;
            if (!reading) {
                loop.flush(this);
            }
        }
    }

    private void closeAfter(ByteBuf response) {
        deaf = true;
        lingering = true;
        deadlineNanos = loop.ticker.nanos() + LINGER_NANOS;
        ctx.write(response).addListener((ChannelFutureListener) written -> {
            if (written.channel() instanceof DuplexChannel duplex && written.isSuccess()) {
                duplex.shutdownOutput();
            } else {
                written.channel().close();
            }
        });
        drop();
        ctx.pipeline().remove(decoder);
        ctx.channel().config().setAutoRead(true);
    }

    /** Forgets what nobody will hear the answer of. */
    private void drop() {
        for (Exchange exchange : order) {
            exchange.answered = true;
            exchange.releaseBody();
            ReferenceCountUtil.release(exchange.response);
        }
        order.clear();
        receiving = null;
    }

    private void enter(Phase next, Duration within) {
        if (phase != next) {
            phase = next;
            deadlineNanos = loop.ticker.nanos() + within.toNanos();
        }
    }

    private void sayContinue() {
        Exchange head = order.peek();
        if (head != null && head == receiving && head.wantsContinue) {
            head.wantsContinue = false;
            ctx.write(ctx.alloc().buffer(Response.CONTINUE.length).writeBytes(Response.CONTINUE), ctx.voidPromise());
            flushDue = true;
        }
    }

    /** Stops reading from a client that has too much in flight or does not take its answers. */
    private void pace() {
        if (!lingering) {
            boolean read = order.size() < PIPELINED && ctx.channel().isWritable();
            if (read != ctx.channel().config().isAutoRead()) {
                ctx.channel().config().setAutoRead(read);
            }
        }
    }

    void flushNow() {
        if (flushDue) {
            flushDue = false;
            ctx.flush();
            pace();
        }
    }

    /** Keeps the deadlines. */
    void sweep(long now) {
        Exchange oldest = order.peek();
        if (unwritableSince != 0
                && now - unwritableSince > server.options().requestWithin().toNanos()) {
            ctx.close();
        } else if (oldest != null) {
            if (now - oldest.deadlineNanos > 0) {
                late(oldest);
            }
        } else if (now - deadlineNanos > 0) {
            if (phase == Phase.HEAD && !deaf) {
                fail(Problem.of(
                        408,
                        "head-too-slow",
                        "the request's head did not come within "
                                + server.options().headerWithin().toSeconds() + " s"));
            } else {
                ctx.close();
            }
        }
    }

    private void late(Exchange oldest) {
        oldest.keepAlive = false;
        if (oldest == receiving) {
            refuse(Problem.of(
                    408,
                    "body-too-slow",
                    "the request's body did not come within "
                            + server.options().requestWithin().toSeconds() + " s"));
        } else {
            oldest.answer(Problem.of(
                    504,
                    "answer-late",
                    "no answer within "
                            + server.options().requestWithin().toSeconds()
                            + " s; what was asked may have been done: ask again with the same clientRef"));
        }
    }

    /** Closes when nothing is asked of it any more. */
    void stop() {
        if (order.isEmpty() && !lingering) {
            ctx.close();
        }
    }

    void close() {
        ctx.close();
    }

    boolean stopping() {
        return server.stopping();
    }

    Loop loop() {
        return loop;
    }

    ByteBuf allocate(int size) {
        return ctx.alloc().directBuffer(size);
    }

    void bodyReleased(int octets) {
        server.giveBackBody(octets);
    }
}
