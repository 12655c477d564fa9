package io.smppbridge.http;

import static io.netty.handler.codec.ByteToMessageDecoder.MERGE_CUMULATOR;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/**
 * Whether a connection is read: not while it has too much in flight, does not take its answers, or its next request waits its turn because all it
 * could be told is no. That one's first octets are kept as they came, at most what was read at once.
 */
@OwnedBy("the connection's event loop")
final class Pace extends ChannelInboundHandlerAdapter implements Turnstile.Waiting {
    /** Requests of one connection that may wait for their answers; with more, reading stops. */
    static final int PIPELINED = 64;

    private final HttpServer server;
    private final Loop loop;
    private final StrictRequestDecoder decoder;
    private ChannelHandlerContext ctx;
    private Outbox outbox;
    /** Of the route that was asked last: what comes next is likely to ask it again. */
    private Overload overload = Overload.NEVER;

    private Optional<ByteBuf> kept = Optional.empty();
    private boolean refusing;
    private long readAtNanos;

    Pace(HttpServer server, Loop loop, StrictRequestDecoder decoder) {
        this.server = server;
        this.loop = loop;
        this.decoder = decoder;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
    }

    /** The connection's answers; told before anything is read. */
    void answers(Outbox answers) {
        outbox = answers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object octets) {
        if (octets instanceof ByteBuf some && (kept.isPresent() || isFresh() && loop.turnstile.holds(this))) {
            keep(some);
        } else {
            pass(octets);
        }
    }

    private void pass(Object octets) {
        readAtNanos = loop.ticker.nanos();
        ctx.fireChannelRead(octets);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (kept.isEmpty()) {
            context.fireChannelReadComplete();
            if (refusing) {
                refusing = outbox.size() > 0;
                loop.turnstile.refused(loop.ticker.nanos() - readAtNanos);
            }
        } // else the decoder would ask for more
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.turnstile.leaves(this);
        letGo().ifPresent(ReferenceCountUtil::release);
        context.fireChannelInactive();
    }

    /** Nothing of another request has come, nor is any in flight. */
    private boolean isFresh() {
        return overload != Overload.NEVER && outbox.size() == 0 && !outbox.isShut() && !decoder.hasPartialHead();
    }

    private void keep(ByteBuf octets) {
        if (kept.isEmpty()) {
            overload.waiting(1);
        }
        boolean room = server.takeBody(octets.readableBytes());
        kept = Optional.of(kept.map(before -> MERGE_CUMULATOR.cumulate(ctx.alloc(), before, octets))
                .orElse(octets));
        if (room) {
            readOn();
        } else { // too much is kept already: it hears at once
            loop.turnstile.leaves(this);
            goOn();
        }
    }

    private Optional<ByteBuf> letGo() {
        Optional<ByteBuf> octets = kept;
        kept = Optional.empty();
        if (octets.isPresent()) {
            overload.waiting(-1);
            server.giveBackBody(octets.get().readableBytes());
        }
        return octets;
    }

    @Override
    public boolean isVain() {
        return overload.refusesAll().isPresent();
    }

    @Override
    public void goOn() {
        letGo().ifPresent(octets -> {
            pass(octets);
            channelReadComplete(ctx);
            readOn();
        });
    }

    /** A request has begun. */
    void asks(Exchange exchange) {
        overload = exchange.route.overload();
        exchange.refusal = overload.refusesAll();
        if (exchange.refusal.isPresent()) {
            refusing = true;
            overload.unread();
            exchange.body.discard();
        }
    }

    /** Reads on, or stops. */
    void readOn() {
        if (!outbox.isShut()) {
            boolean read =
                    kept.isEmpty() && outbox.size() < PIPELINED && ctx.channel().isWritable();
            if (read != ctx.channel().config().isAutoRead()) {
                ctx.channel().config().setAutoRead(read);
            }
        }
    }
}
