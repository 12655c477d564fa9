package io.smppbridge.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.ProcessorWait;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener: {@link #start} opens it, {@link #stop} ends it in order. Uses epoll where Netty has it, NIO elsewhere. */
@ThreadSafe
public final class HttpServer {
    /** Octets of all bodies that are being received at once, beside one of the largest. */
    private static final long BODIES = 64L << 20;

    /** Octets of answers that the clients of one event loop need not have taken. */
    private static final long UNTAKEN = 16L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final byte[] FULL = turnedAway(
            "too-many-connections", "no more connections are taken; try again in 1 s, and keep connections open");
    private static final byte[] STOPPING = turnedAway("stopping", "the bridge is stopping; try again in 1 s");

    private final HttpOptions options;
    private final Router router;
    private final Gate gate;
    private final Consumer<String> refused;
    private final EventLoopGroup group;
    private final Map<EventLoop, Loop> loops = new IdentityHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong bodies = new AtomicLong();
    private volatile Channel listener;
    private volatile boolean stopping;

    private HttpServer(
            HttpOptions options,
            Router router,
            Gate gate,
            Consumer<String> refused,
            InstantSource clock,
            Ticker ticker,
            long untaken) {
        this.options = options;
        this.router = router;
        this.gate = gate;
        this.refused = refused;
        group = EventLoops.group(options.name(), options.threads());
        for (EventExecutor executor : group) {
            Loop loop = new Loop((EventLoop) executor, clock, ticker, new ProcessorWait(), untaken);
            loops.put((EventLoop) executor, loop);
        }
    }

    /**
     * Opens the listener.
     *
     * @param refused told by event loops of each connection and body that found no room, with the reason as metrics name it
     * @throws IOException if the address cannot be had; the message says which
     */
    public static HttpServer start(
            HttpOptions options, Router router, Gate gate, Consumer<String> refused, InstantSource clock, Ticker ticker)
            throws IOException {
        return start(options, router, gate, refused, clock, ticker, UNTAKEN);
    }

    /** The same with another bound for answers that are not taken. */
    static HttpServer start(
            HttpOptions options,
            Router router,
            Gate gate,
            Consumer<String> refused,
            InstantSource clock,
            Ticker ticker,
            long untaken)
            throws IOException {
        HttpServer server = new HttpServer(options, router, gate, refused, clock, ticker, untaken);
        try {
            server.listen();
            return server;
        } catch (IOException | RejectedExecutionException e) {
            server.group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
    }

    private void listen() throws IOException {
        Class<? extends ServerChannel> type = EventLoops.serverChannel();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(type)
                .handler(new Descriptors(options.name(), options.longest()))
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(64 << 10, 128 << 10))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
        listener = EventLoops.listen(bootstrap, options.name(), options.host(), options.port());
        LOG.info("{} listens on {}:{} ({})", options.name(), options.host(), port(), type.getSimpleName());
    }

    /** What whoever connects is told in place of an answer to what he will ask. */
    private static byte[] turnedAway(String code, String detail) {
        JsonOut body = new JsonOut();
        Problem.of(503, code, detail).retryAfter(1).write(body);
        String head = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-type: " + Problem.TYPE
                + "\r\ncontent-length: " + body.length() + "\r\nconnection: close\r\n\r\n";
        return (head + new String(body.toBytes(), StandardCharsets.US_ASCII)).getBytes(StandardCharsets.US_ASCII);
    }

    private void accept(Channel channel) {
        Loop loop = loops.get(channel.eventLoop());
        boolean room = connections.incrementAndGet() <= options.connections() || loop.evict();
        if (!room || stopping) {
            connections.decrementAndGet();
            refused.accept(stopping ? "stopping" : "too-many-connections");
            channel.writeAndFlush(Unpooled.wrappedBuffer(stopping ? STOPPING : FULL))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        Pace pace = new Pace(this, loop);
        channel.pipeline().addLast(pace, pace.decoder(), new Connection(this, loop, pace));
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.get();
    }

    /**
     * Accepts no more, lets what was asked be answered, closes. Waits at most that long; called from a thread that is no event loop;
     * a second call does nothing.
     */
    public void stop(Duration within) {
        if (group.isShuttingDown()) {
            return;
        }
        stopping = true;
        listener.close().awaitUninterruptibly();
        long end = System.nanoTime() + within.toNanos();
        while (connections.get() > 0 && System.nanoTime() < end) {
            onLoops(loop -> loop.connections().forEach(Connection::stop));
            pause();
        }
        onLoops(loop -> loop.connections().forEach(Connection::close));
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3_000);
    }

    private void onLoops(Consumer<Loop> work) {
        List<CountDownLatch> done = new ArrayList<>();
        loops.forEach((executor, loop) -> {
            CountDownLatch latch = new CountDownLatch(1);
            done.add(latch);
            executor.execute(() -> {
                work.accept(loop);
                latch.countDown();
            });
        });
        for (CountDownLatch latch : done) {
            try {
                latch.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pause() {
        LockSupport.parkNanos(5_000_000L);
    }

    HttpOptions options() {
        return options;
    }

    /** How long things may take on a connection. */
    HttpOptions.Deadlines within() {
        return options.within();
    }

    /** What it answers. */
    public Router router() {
        return router;
    }

    Gate gate() {
        return gate;
    }

    boolean stopping() {
        return stopping;
    }

    void connectionClosed() {
        connections.decrementAndGet();
    }

    boolean takeBody(int octets) {
        boolean room = octets == 0
                || bodies.addAndGet(octets) <= BODIES + options.most().body();
        if (!room) {
            refused.accept("too-many-bodies");
        }
        return room;
    }

    void giveBackBody(int octets) {
        if (octets != 0) {
            bodies.addAndGet(-octets);
        }
    }
}
