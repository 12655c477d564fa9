package io.smppbridge.http;

import static io.netty.handler.codec.ByteToMessageDecoder.MERGE_CUMULATOR;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/**
 * Whether a connection is read: not while it has too much in flight, does not take its answers, or its next request waits its turn because all it
 * could be told is no. What has come of that is kept as it came.
 */
@OwnedBy("the connection's event loop")
final class Pace extends ChannelInboundHandlerAdapter implements Turnstile.Waiting {
    /** Requests of one connection that may wait for their answers; with more, reading stops. */
    static final int PIPELINED = 64;

    /** Octets of answers to what had come when the client shut its side: the socket's buffers take no more. */
    private static final long LAST_ANSWERS = 4 << 20;

    private final HttpServer server;
    private final Loop loop;
    private final StrictRequestDecoder decoder;
    private ChannelHandlerContext ctx;
    private Outbox outbox;
    /** Of the route that was asked last: what comes next is likely to ask it again. */
    private Overload overload = Overload.NEVER;

    private Optional<ByteBuf> kept = Optional.empty();
    /** Octets of memory that are kept. */
    private int taken;

    private boolean refusing;
    /** The client sends no more: nothing is read, and what has come is decoded to its end. */
    private boolean ended;

    /** Some of what was read was not kept. */
    private boolean passed;

    private long readAtNanos;

    Pace(HttpServer server, Loop loop) {
        this.server = server;
        this.loop = loop;
        decoder = new StrictRequestDecoder(
                server.options().most().line(), server.options().most().header(), this::hasRoom);
    }

    /** What comes behind it. */
    StrictRequestDecoder decoder() {
        return decoder;
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
        loop.stir();
        if (octets instanceof ByteBuf some && (kept.isPresent() || mayWait(some) && loop.turnstile.holds(this))) {
            keep(some);
        } else {
            pass(octets);
        }
    }

    private void pass(Object octets) {
        passed = true;
        readAtNanos = loop.ticker.nanos();
        ctx.fireChannelRead(octets);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (kept.isEmpty() || passed) {
            passed = false;
            context.fireChannelReadComplete();
            if (refusing) {
                refusing = outbox.size() > 0;
                loop.turnstile.refused(loop.ticker.nanos() - readAtNanos);
            }
        } // else the decoder would ask for more
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            loop.stir();
            HalfClosed.enter(ctx.channel()); // before there are more answers: these need the room that it makes
            ended = true; // before the decoder hears of it, which would drop what it holds
            hurry();
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.turnstile.leaves(this);
        letGo().ifPresent(ReferenceCountUtil::release);
        context.fireChannelInactive();
    }

    /** It is the beginning of a POST, nothing of which has come yet, and none is in flight. */
    private boolean mayWait(ByteBuf octets) {
        return overload != Overload.NEVER
                && outbox.size() == 0
                && !outbox.isShut()
                && !decoder.isHeld()
                && !decoder.hasPartialHead()
                && isPost(octets);
    }

    /** So far as it has come. */
    private static boolean isPost(ByteBuf octets) {
        int at = octets.readerIndex();
        int size = octets.readableBytes();
        return size > 0 && octets.getByte(at) == 'P' && (size == 1 || octets.getByte(at + 1) == 'O');
    }

    /** Whether a request waits. */
    boolean waits() {
        return kept.isPresent();
    }

    /** What waits is looked at now: nothing comes after it. */
    void hurry() {
        loop.turnstile.leaves(this);
        goOn();
    }

    private void keep(ByteBuf octets) {
        if (kept.isEmpty()) {
            overload.waiting(1);
        }
        int before = kept.map(ByteBuf::capacity).orElse(0);
        ByteBuf all = kept.map(first -> MERGE_CUMULATOR.cumulate(ctx.alloc(), first, octets))
                .orElse(octets);
        kept = Optional.of(all);
        taken += all.capacity() - before;
        if (server.takeBody(all.capacity() - before)) {
            readOn();
        } else { // too much is kept already
            hurry();
        }
    }

    private Optional<ByteBuf> letGo() {
        Optional<ByteBuf> octets = kept;
        kept = Optional.empty();
        if (octets.isPresent()) {
            overload.waiting(-1);
            server.giveBackBody(taken);
            taken = 0;
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
        if (!outbox.isShut() && !ended) {
            boolean read = kept.isEmpty() && hasRoom();
            if (read != ctx.channel().config().isAutoRead()) {
                ctx.channel().config().setAutoRead(read);
            }
            if (read && decoder.isHeld()) {
                ctx.executor().execute(this::decodeOn); // later: this may be the decoder's own doing
            }
        }
    }

    /** For one more answer; behind the end of what the client sends, as far as there is hope to be rid of it. */
    private boolean hasRoom() {
        return ended
                ? outbox.unsent() < LAST_ANSWERS
                : outbox.size() < PIPELINED && ctx.channel().isWritable();
    }

    /** Requests that came in one read with one that found no room. */
    private void decodeOn() {
        if (decoder.isHeld() && hasRoom() && ctx.channel().isActive()) {
            pass(Unpooled.EMPTY_BUFFER);
            channelReadComplete(ctx);
        }
    }
}
