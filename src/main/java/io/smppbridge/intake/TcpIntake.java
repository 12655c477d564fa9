package io.smppbridge.intake;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.http.Descriptors;
import io.smppbridge.http.KeyGate;
import io.smppbridge.http.Keys;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.TcpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform's way in by a TCP stream whose acknowledgements are gathered: {@link #open} and it listens; {@link #stop} reads no more,
 * acknowledges what has become durable, and closes. The protocol is in {@code docs/stream.md}; it is that of "Four Times Speedup By
 * Throttling" (Beck, 2015), with a login, refusals and a durable meaning of the ACK added.
 */
@ThreadSafe
public final class TcpIntake {
    /** Its name in the metrics and in {@link PlatformDoor#middleWare}. */
    public static final String NAME = "tcp";

    private static final Logger LOG = LoggerFactory.getLogger(TcpIntake.class);

    private final TcpConfig config;
    private final Shared shared;
    private final Ticker ticker;
    private final EventLoopGroup group;
    private final Set<StreamConnection> connections = ConcurrentHashMap.newKeySet();
    private Channel listener;

    /** What all connections share. */
    record Shared(
            TcpConfig config,
            PlatformDoor door,
            Durability durability,
            KeyGate gate,
            StreamNames names,
            Strangers strangers,
            BodyReader reader,
            BridgeStats stats,
            InstantSource clock) {}

    /**
     * What the intake works with.
     *
     * @param door where messages go
     * @param stats counts what is refused before it reaches the door
     * @param clock for schedules and dates
     * @param ticker for the pause after wrong keys
     */
    public record Surroundings(PlatformDoor door, BridgeStats stats, InstantSource clock, Ticker ticker) {}

    private TcpIntake(TcpConfig config, Keys keys, Surroundings with) {
        this.config = config;
        this.ticker = with.ticker();
        this.shared = new Shared(
                config,
                with.door(),
                Durability.valueOf(config.durability().name()),
                new KeyGate(keys, with.ticker()),
                new StreamNames(),
                new Strangers(),
                new BodyReader(1, 32),
                with.stats(),
                with.clock());
        this.group = EventLoops.group("intake-tcp", config.threads());
    }

    /**
     * Opens the listener.
     *
     * @param accounts whose keys open it
     * @throws IOException if the address cannot be had; the message says which
     */
    public static TcpIntake open(TcpConfig config, Collection<AccountConfig> accounts, Surroundings with)
            throws IOException {
        return open(config, HttpIntake.ring(accounts), with);
    }

    /** As the other, with the keys looked up elsewhere. */
    public static TcpIntake open(TcpConfig config, Keys keys, Surroundings with) throws IOException {
        TcpIntake intake = new TcpIntake(config, keys, with);
        try {
            intake.listen();
            return intake;
        } catch (IOException | RejectedExecutionException e) {
            intake.group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
    }

    private void listen() throws IOException {
        Class<? extends ServerChannel> type = EventLoops.serverChannel();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(type)
                .handler(new Descriptors("intake-tcp"))
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(16 << 10, 64 << 10))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
        listener = EventLoops.listen(bootstrap, "intake-tcp", config.host(), config.port());
        LOG.info("intake-tcp listens on {}:{} ({})", config.host(), port(), type.getSimpleName());
    }

    private void accept(Channel channel) {
        if (connections.size() >= config.connections()) {
            shared.stats().refused("too-many-connections").increment();
            if (!shared.strangers().giveWay()) {
                channel.close();
                return;
            }
        }
        StreamConnection connection = new StreamConnection(shared, channel);
        connections.add(connection);
        channel.closeFuture().addListener(closed -> {
            connections.remove(connection);
            connection.leaveStrangers();
            shared.names().leave(connection);
        });
        channel.pipeline().addLast(connection, connection.fate);
    }

    /** Replaces the accounts' keys: old ones open no connection from now on, and those that they have opened end. */
    public void accounts(Collection<AccountConfig> accounts) {
        keys(HttpIntake.ring(accounts));
    }

    /** As the other, with the keys looked up elsewhere. */
    void keys(Keys keys) {
        shared.gate().replace(keys);
        connections.forEach(connection -> connection.keys(keys));
    }

    /** The port it listens on. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.size();
    }

    /** Named streams that a connection has. */
    int names() {
        return shared.names().size();
    }

    /** Reads no more, acknowledges what becomes durable in time, closes. Waits at most that long; not from an event loop. */
    public void stop(Duration within) {
        if (group.isShuttingDown()) {
            return;
        }
        listener.close().awaitUninterruptibly();
        connections.forEach(StreamConnection::finish);
        long end = ticker.nanos() + within.toNanos();
        while (!connections.isEmpty() && ticker.nanos() < end) {
            LockSupport.parkNanos(5_000_000L);
        }
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3_000);
    }
}
