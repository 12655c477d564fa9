package io.smppbridge.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: collects a request's body, calls the handler, and writes answers in the order of the requests whatever the
 * order they are ready in. Every state has a deadline, kept by {@link #sweep}.
 *
 * <p>Closing after an error is done slowly: the answer is flushed, our side shut, and what the client still sends is thrown away for a
 * second from then on; closing at once would make the kernel answer with a reset that takes the answer from the client's hands.
 */
@OwnedBy("its event loop")
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final Duration LINGER = Duration.ofSeconds(1);
    private static final Problem INTERNAL =
            Problem.of(500, "internal", "the bridge failed to answer; its log says why");

    /** What the next octet would be. */
    private enum Phase {
        FRESH,
        IDLE,
        HEAD,
        BODY
    }

    private final HttpServer server;
    private final Loop loop;
    private final Pace pace;
    private final StrictRequestDecoder decoder;
    private ChannelHandlerContext ctx;
    Outbox outbox;

    /** The request whose body is awaited, or null. */
    private Exchange receiving;

    /** Nothing that comes is looked at any more: the last request of the connection has been read. */
    private boolean deaf;

    /** The gate has opened for it once. */
    private boolean proven;

    private boolean reading;
    private Phase phase = Phase.FRESH;
    private long deadlineNanos;
    private long unwritableSince;

    Connection(HttpServer server, Loop loop, Pace pace) {
        this.server = server;
        this.loop = loop;
        this.pace = pace;
        decoder = pace.decoder();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        outbox = new Outbox(context, () -> closesAfter(LINGER)); // its last answer has gone
        pace.answers(outbox);
        loop.enter(this);
        deadlineNanos = loop.ticker.nanos() + server.within().header().toNanos();
    }

    InetAddress peer() {
        return ((InetSocketAddress) ctx.channel().remoteAddress()).getAddress();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.leave(this);
        server.connectionClosed();
        deaf = true;
        receiving = null;
        outbox.drop();
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
                enter(Phase.HEAD, server.within().header());
            } else if (phase != Phase.FRESH) {
                enter(Phase.IDLE, server.within().idle());
            }
        }
        flushNow();
    }

    /** The client sends no more: what it has asked is answered, then the connection closed. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            if (receiving != null) {
                refuse(Problem.of(400, "body-cut-short", "the connection's end came before the body's"));
            }
            deaf = true;
            outbox.end();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        unwritableSince = context.channel().isWritable() ? 0 : loop.ticker.nanos();
        pace.readOn();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        boolean octets = cause instanceof DecoderException;
        if (!octets && !(cause instanceof IOException)) {
            LOG.error("connection from {} failed", context.channel().remoteAddress(), cause);
        }
        if (deaf || cause instanceof IOException) {
            context.close();
        } else if (octets) {
            fail(Problem.of(400, "malformed-request", "the request is not HTTP/1.1"));
        } else {
            fail(INTERNAL);
        }
    }

    private void begin(HttpRequest request) {
        phase = Phase.BODY;
        Exchange exchange =
                new Exchange(this, new Body(server), request, server.within().request());
        if (outbox.unsent() == 0) { // it has taken all since: not the one that has taken nothing for longest
            loop.untaken.left(this, 0);
        }
        outbox.add(exchange);
        pace.readOn();
        exchange.keepAlive = HeadCheck.keepAlive(request);
        HeadCheck.Verdict verdict = HeadCheck.of(request, exchange, server, ctx.channel());
        if (!verdict.passes()) {
            turnAway(exchange, verdict.problem(), !verdict.close() && !HeadCheck.hasBody(request), verdict.extras());
            return;
        }
        if (!proven && !exchange.principal.isEmpty()) {
            proven = true;
            loop.unproven.remove(this);
        }
        exchange.wantsContinue = HeadCheck.wantsContinue(request);
        pace.asks(exchange);
        if (exchange.refusal.isPresent() && exchange.wantsContinue) {
            turnAway(exchange, exchange.refusal.get(), false);
            return;
        }
        receiving = exchange;
        outbox.sayContinue();
    }

    /** Answers at once to a request's head. */
    private void turnAway(Exchange exchange, Problem problem, boolean another, String... extras) {
        exchange.wantsContinue = false;
        exchange.keepAlive = exchange.keepAlive && another;
        deaf = !exchange.keepAlive;
        exchange.answer(problem, extras);
    }

    private void take(HttpContent content) {
        if (!content.decoderResult().isSuccess()) {
            refuse(Problem.of(400, "malformed-body", "the body's chunks are not as RFC 9112 wants them"));
            return;
        }
        if (content.content().isReadable()) {
            Optional<Problem> wrong = receiving.body.add(content.content(), ctx.alloc());
            if (wrong.isPresent()) {
                refuse(wrong.get());
                return;
            }
        }
        if (content instanceof LastHttpContent) {
            Exchange exchange = receiving;
            receiving = null;
            exchange.wantsContinue = false;
            deaf = !exchange.keepAlive;
            call(exchange);
        }
    }

    private void call(Exchange exchange) {
        if (exchange.refusal.isPresent()) {
            exchange.answer(exchange.refusal.get());
            return;
        }
        try {
            exchange.route.handler().handle(exchange);
        } catch (Exception | StackOverflowError e) {
            LOG.error("{} {} failed", exchange.method(), exchange.path(), e);
            exchange.answer(INTERNAL);
        } finally {
            exchange.body.release();
        }
    }

    /** Answers the request whose body is arriving, and closes. */
    private void refuse(Problem problem) {
        Exchange exchange = receiving;
        receiving = null;
        deaf = true;
        exchange.keepAlive = false;
        exchange.wantsContinue = false;
        exchange.body.release();
        exchange.answer(problem);
    }

    /** Answers what cannot be read as a request, and closes. */
    private void fail(Problem problem) {
        Exchange exchange = receiving;
        if (exchange != null) {
            refuse(problem);
            return;
        }
        exchange = new Exchange(
                this, new Body(server), HeadCheck.UNREADABLE, server.within().request());
        outbox.add(exchange);
        deaf = true;
        exchange.answer(problem);
    }

    /** An exchange has its response. */
    void answered() {
        if (!outbox.writeReady(server.stopping())) {
            return;
        }
        if (outbox.isShut()) {
            linger();
        } else {
            if (phase == Phase.IDLE) {
                closesAfter(server.within().idle());
            }
            outbox.sayContinue();
        }
        if (!reading) {
            loop.flush(this);
        }
    }

    private void linger() {
        deaf = true;
        receiving = null;
        closesAfter(server.within().request());
        ctx.pipeline().remove(decoder);
        ctx.channel().config().setAutoRead(true);
    }

    private void closesAfter(Duration time) {
        deadlineNanos = loop.ticker.nanos() + time.toNanos();
        loop.stir();
    }

    private void enter(Phase next, Duration within) {
        if (phase != next) {
            phase = next;
            closesAfter(within);
        }
    }

    void flushNow() {
        outbox.flush();
        loop.untaken.left(this, outbox.unsent());
        pace.readOn();
    }

    /** Keeps the deadlines. */
    void sweep(long now) {
        Optional<Exchange> oldest = outbox.oldest();
        HttpOptions.Deadlines within = server.within();
        if (unwritableSince != 0 && now - unwritableSince > within.request().toNanos()) {
            ctx.close();
        } else if (oldest.isPresent()) {
            if (now - oldest.get().deadlineNanos > 0) {
                late(oldest.get());
            }
        } else if (now - deadlineNanos > 0 && !pace.waits()) {
            if (phase == Phase.HEAD && !deaf) {
                fail(HeadCheck.late(408, "head-too-slow", "the request's head did not come", within.header()));
            } else {
                ctx.close();
            }
        }
    }

    /** For how long nothing can be late here; 0 while something is under way. */
    long restNanos(long now) {
        boolean rests = outbox.size() == 0 && unwritableSince == 0 && !pace.waits();
        return rests ? Math.max(0, deadlineNanos - now) : 0;
    }

    private void late(Exchange oldest) {
        if (oldest == receiving) {
            refuse(HeadCheck.late(408, "body-too-slow", "the request's body did not come", oldest.within));
            return;
        }
        oldest.keepAlive = false;
        oldest.answer(HeadCheck.unanswered(oldest.within));
    }

    /** Closes when nothing is asked of it any more. */
    void stop() {
        pace.hurry();
        if (outbox.size() == 0 && !outbox.isShut() && outbox.unsent() == 0) {
            ctx.close();
        }
    }

    void close() {
        outbox.flush();
        ctx.close();
    }

    boolean stopping() {
        return server.stopping();
    }

    Loop loop() {
        return loop;
    }
}
