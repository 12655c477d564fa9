package io.smppbridge.esme;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.smppbridge.http.Descriptors;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.settings.EsmeConfig;
import io.smppbridge.settings.PemException;
import io.smppbridge.settings.PemFiles;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.wire.FrameDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One listener: its socket, its terms, and how many connections it has. */
@ThreadSafe
final class Listening {
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 << 10, 128 << 10);
    /** Octets that one connection may bring in its turn, whatever else waits in its socket: about two hundred short messages. */
    private static final int READ = 16 << 10;

    /** Octets of a PDU from who has not bound: no bind is longer, and a crowd of strangers would fill the memory with the beginnings of others. */
    private static final int STRANGE = 1024;

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final Shared shared;
    private final AtomicInteger connections = new AtomicInteger();
    private final Unbound unbound = new Unbound();

    private volatile EsmeConfig.Listener config;
    private volatile Optional<SslContext> tls;
    private volatile Channel listener;
    private volatile boolean closed;

    /** What all listeners have in common. */
    record Shared(
            EventLoopGroup group,
            Map<EventLoop, Loop> loops,
            Gatekeeper gatekeeper,
            Accounts accounts,
            SubmitReader reader,
            SubmitSide.Names names,
            BridgeStats stats) {}

    private Listening(EsmeConfig.Listener config, Shared shared) throws IOException {
        this.shared = shared;
        this.config = config;
        this.tls = context(config);
    }

    /**
     * Opens it.
     *
     * @throws IOException if the address cannot be had, or a certificate cannot be read; the message says which
     */
    static Listening open(EsmeConfig.Listener config, Shared shared) throws IOException {
        Listening made = new Listening(config, shared);
        made.listen();
        return made;
    }

    /** Takes other terms over; of another address only by a new one. Certificates are read anew. */
    void apply(EsmeConfig.Listener changed) throws IOException {
        tls = context(changed);
        config = changed;
    }

    EsmeConfig.Listener config() {
        return config;
    }

    BridgeStats stats() {
        return shared.stats();
    }

    Gatekeeper gatekeeper() {
        return shared.gatekeeper();
    }

    /** The account that binds under that name. */
    Optional<Account> account(String systemId) {
        return shared.accounts().find(systemId);
    }

    boolean isCurrent(Account account) {
        return shared.accounts().isCurrent(account);
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    int connections() {
        return connections.get();
    }

    /** Accepts no more. What is connected stays. */
    void close() {
        closed = true;
        listener.close().awaitUninterruptibly();
    }

    private static Optional<SslContext> context(EsmeConfig.Listener config) throws IOException {
        if (config.tls().isEmpty()) {
            return Optional.empty();
        }
        EsmeConfig.Tls tls = config.tls().get();
        try {
            PemFiles.Identity identity = PemFiles.identity(tls.certificate(), tls.key());
            SslContextBuilder builder = SslContextBuilder.forServer(identity.key(), identity.chain())
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS);
            if (tls.clientCa().isPresent()) {
                builder.trustManager(PemFiles.certificates(tls.clientCa().get()))
                        .clientAuth(ClientAuth.REQUIRE);
            }
            return Optional.of(builder.build());
        } catch (IllegalArgumentException | IOException | PemException e) {
            throw new IOException(
                    "esme." + config.name() + ": cannot use " + tls.certificate() + " with " + tls.key() + " ("
                            + e.getMessage()
                            + "); expected a certificate chain and its own unencrypted key, both PEM",
                    e);
        }
    }

    private void listen() throws IOException {
        Class<? extends ServerChannel> type = EventLoops.serverChannel();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(shared.group())
                .channel(type)
                .handler(new Descriptors("esme." + config.name()))
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                // One read a turn: who floods waits for the others of its loop as they wait for it.
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(64, 2048, READ).maxMessagesPerRead(1))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
        listener = EventLoops.listen(bootstrap, "esme." + config.name(), config.host(), config.port());
        LOG.info("esme.{} listens on {}:{}{}", config.name(), config.host(), port(), tls.isPresent() ? ", TLS" : "");
    }

    private void accept(Channel channel) {
        InetAddress peer = peer(channel);
        EsmeConfig.Listener terms = config;
        boolean room = connections.incrementAndGet() <= terms.connections();
        if (closed || !room) {
            connections.decrementAndGet();
            refuse(channel);
            return;
        }
        if (!unbound.enter(peer, terms.unboundPerAddress())) {
            closed(peer, false);
            refuse(channel);
            return;
        }
        Loop loop = shared.loops().get(channel.eventLoop());
        Session session = new Session(this, loop, shared.reader(), shared.names());
        tls.ifPresent(context -> channel.pipeline().addLast(oneHandshake(context.newHandler(channel.alloc()))));
        channel.pipeline().addLast(new FrameDecoder(session, STRANGE), session);
    }

    private void refuse(Channel channel) {
        shared.stats().refused("too-many-connections").increment();
        channel.close();
    }

    /** Another handshake on a connection (TLS 1.2) would cost the loop a signature, and whoever asks for it a few octets. */
    private static SslHandler oneHandshake(SslHandler handler) {
        handler.handshakeFuture().addListener(done -> handler.engine().setEnableSessionCreation(false));
        return handler;
    }

    /** Where a connection comes from. */
    InetAddress peer(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : InetAddress.getLoopbackAddress(); // closed already: it counts for nobody
    }

    /** A connection from there has bound. */
    void bound(InetAddress peer) {
        unbound.leave(peer);
    }

    /** A connection from there has ended. */
    void closed(InetAddress peer, boolean wasBound) {
        connections.decrementAndGet();
        if (!wasBound) {
            bound(peer);
        }
    }
}
