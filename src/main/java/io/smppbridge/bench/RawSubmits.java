package io.smppbridge.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The raw ceiling: submit_sm copied from a template straight into the sink, or into a bridge that takes binds, the window always full.
 * The first is what a bridge is to be read against. Octets by hand, so that it measures no codec.
 */
@OwnedBy("bench-load-1")
final class RawSubmits implements AutoCloseable {
    private static final int BIND_TRANSCEIVER = 0x09;
    private static final int SUBMIT_SM = 0x04;
    private static final int VERSION_34 = 0x34;
    private static final int HEADER = 16;
    private static final int STATUS_AT = 8;
    private static final int SEQUENCE_AT = 12;
    private static final int READ_BUFFER = 64 * 1024;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1,
            NamedThreads.numbered("bench-load"),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    private final int window;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Connects, binds and submits from then on. */
    RawSubmits(int port, int binds, int window) throws IOException {
        this.window = window;
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BUFFER))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new Bind());
                    }
                });
        for (int i = 0; i < binds; i++) {
            var connected = bootstrap.connect("127.0.0.1", port).awaitUninterruptibly();
            if (!connected.isSuccess()) {
                close();
                throw new IOException("cannot connect to the sink on port " + port, connected.cause());
            }
            Channel channel = connected.channel();
            channel.writeAndFlush(bind());
        }
    }

    /** Answers with status 0 so far. */
    long accepted() {
        return accepted.sum();
    }

    /** Answers with another status so far. */
    long refused() {
        return refused.sum();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private static ByteBuf bind() {
        ByteBuf body = Unpooled.buffer();
        text(body, "bench");
        text(body, "bench");
        text(body, "");
        body.writeByte(VERSION_34).writeByte(0).writeByte(0);
        text(body, "");
        return pdu(BIND_TRANSCEIVER, body);
    }

    private static ByteBuf submit() {
        ByteBuf body = Unpooled.buffer();
        text(body, "");
        body.writeByte(5).writeByte(0);
        text(body, "Acme");
        body.writeByte(1).writeByte(1);
        text(body, "46700000000");
        body.writeZero(3);
        text(body, "");
        text(body, "");
        body.writeZero(4);
        byte[] octets = Requests.TEXT.getBytes(StandardCharsets.US_ASCII);
        return pdu(SUBMIT_SM, body.writeByte(octets.length).writeBytes(octets));
    }

    private static void text(ByteBuf body, String value) {
        body.writeCharSequence(value, StandardCharsets.US_ASCII);
        body.writeByte(0);
    }

    private static ByteBuf pdu(int command, ByteBuf body) {
        return Unpooled.buffer(HEADER + body.readableBytes())
                .writeInt(HEADER + body.readableBytes())
                .writeInt(command)
                .writeInt(0)
                .writeInt(1)
                .writeBytes(body);
    }

    /** One bind: each answer that comes makes room for one more. The first is the one to the bind; it opens the whole window. */
    private final class Bind extends ByteToMessageDecoder {
        private final ByteBuf template = submit();
        private boolean bound;
        private int sequence = 1;

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
            int room = 0;
            while (in.readableBytes() >= HEADER && in.readableBytes() >= in.getInt(in.readerIndex())) {
                (bound && in.getInt(in.readerIndex() + STATUS_AT) != 0 ? refused : accepted).increment();
                in.skipBytes(in.getInt(in.readerIndex()));
                room += bound ? 1 : window;
                bound = true;
            }
            if (room == 0) {
                return;
            }
            ByteBuf burst = ctx.alloc().directBuffer(room * template.readableBytes());
            for (int i = 0; i < room; i++) {
                int at = burst.writerIndex();
                burst.writeBytes(template, 0, template.readableBytes());
                burst.setInt(at + SEQUENCE_AT, ++sequence & Integer.MAX_VALUE);
            }
            ctx.writeAndFlush(burst, ctx.voidPromise());
        }
    }
}
