package io.smppbridge.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A platform's webhook: takes batches of events, remembers of which messages it has heard the end, and answers 204. It looks for the two fields
 * that it needs and reads nothing else, so that it costs little beside what it measures.
 */
@OwnedBy("bench-hook-1, but for the counters")
final class Hook implements AutoCloseable {
    private static final Sought MESSAGE = new Sought("\"messageId\":\"");
    private static final Sought FINAL = new Sought("\"final\":true");
    private static final int LARGEST = 4 * 1024 * 1024;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NamedThreads.numbered("bench-hook"), EventLoops.handlers());
    private final HeardOf heard = new HeardOf();
    private final LongAdder batches = new LongAdder();
    private final int port;

    /** Listens on a free port of loopback. */
    Hook() throws IOException {
        var listening = new ServerBootstrap()
                .group(group)
                .channel(EventLoops.serverChannel())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new HttpObjectAggregator(LARGEST))
                                .addLast(new Batches());
                    }
                })
                .bind("127.0.0.1", 0)
                .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            close();
            throw new IOException("the webhook cannot listen", listening.cause());
        }
        port = ((InetSocketAddress) listening.channel().localAddress()).getPort();
    }

    int port() {
        return port;
    }

    /** Requests so far. */
    long batches() {
        return batches.sum();
    }

    /** Messages of whose end it has heard, each once. */
    long messages() {
        return heard.messages();
    }

    /** Ends heard of more than once. */
    long repeats() {
        return heard.repeats();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    /** Each event names its message before it says whether that is its end, and the next event begins after that. */
    static void read(byte[] body, HeardOf heard) {
        int at = MESSAGE.find(body, 0);
        while (at >= 0) {
            int id = at + MESSAGE.length();
            int next = MESSAGE.find(body, id);
            int end = FINAL.find(body, id);
            if (end >= 0 && (next < 0 || end < next)) {
                heard.ended(body, id);
            }
            at = next;
        }
    }

    /** What is looked for: one octet in many is looked at, which says how far to go on (Horspool). */
    private static final class Sought {
        private final byte[] octets;
        private final int[] skips = new int[256];

        Sought(String text) {
            octets = text.getBytes(StandardCharsets.US_ASCII);
            Arrays.fill(skips, octets.length);
            for (int i = 0; i < octets.length - 1; i++) {
                skips[octets[i]] = octets.length - 1 - i;
            }
        }

        int length() {
            return octets.length;
        }

        int find(byte[] body, int from) {
            int last = octets.length - 1;
            for (int at = from; at + last < body.length; at += skips[body[at + last] & 255]) {
                if (Arrays.equals(body, at, at + last + 1, octets, 0, last + 1)) {
                    return at;
                }
            }
            return -1;
        }
    }

    private final class Batches extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            ByteBuf content = request.content();
            byte[] body = new byte[content.readableBytes()];
            content.readBytes(body);
            read(body, heard);
            batches.increment();
            DefaultFullHttpResponse taken = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
            taken.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
            ctx.writeAndFlush(taken, ctx.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
