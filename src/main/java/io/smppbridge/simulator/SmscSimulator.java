package io.smppbridge.simulator;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running SMSC simulator: one or more SMPP ports, each with its own script, and an HTTP side to look and to steer.
 *
 * <p>All methods may be called from any thread but the simulator's own; each waits until its event loop has done the work,
 * at most ten seconds.
 */
@ThreadSafe
public final class SmscSimulator implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final int CONNECT_WITHIN_MS = 5_000;
    private static final int READ_BUFFER = 128 * 1024;

    private final SimulatorConfig config;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final Timeline timeline;
    private final Optional<CaptureFile> capture;
    private final Optional<MessageLog> messages;
    private final Map<String, SimulatedPort> ports = new LinkedHashMap<>();
    private Optional<Channel> http = Optional.empty();

    private SmscSimulator(SimulatorConfig config) throws IOException {
        this.config = config;
        Optional<Path> file = config.capture().file();
        capture = file.isPresent() ? Optional.of(new CaptureFile(file.get())) : Optional.empty();
        Optional<Path> lines = config.capture().messages();
        messages = lines.isPresent() ? Optional.of(new MessageLog(lines.get())) : Optional.empty();
        group = EventLoops.group("smsc-sim", 1);
        loop = group.next();
        timeline = new Timeline(loop, Ticker.SYSTEM, InstantSource.system());
    }

    /**
     * Opens all ports.
     *
     * @throws IOException if a port is taken or the capture file cannot be written; nothing stays open then
     */
    public static SmscSimulator start(SimulatorConfig config) throws IOException {
        SmscSimulator simulator = new SmscSimulator(config);
        try {
            for (SimulatorConfig.PortConfig port : config.ports()) {
                PortCore core = new PortCore(port, config, simulator.timeline, simulator.capture, simulator.messages);
                SimulatedPort opened = new SimulatedPort(simulator, core, port.port());
                core.outbind.dial(simulator::dial);
                simulator.ports.put(port.name(), opened);
                opened.listen();
            }
            if (config.httpPort() >= 0) {
                simulator.http = Optional.of(simulator.bind(config.httpPort(), HttpSide.initializer(simulator)));
            }
            simulator.messages.ifPresent(log -> simulator.loop.scheduleAtFixedRate(log::write, 1, 1, TimeUnit.SECONDS));
            return simulator;
        } catch (IOException | RuntimeException e) {
            simulator.close();
            throw e;
        }
    }

    /** The number of the first SMPP port. */
    public int port() {
        return ports.values().iterator().next().number();
    }

    /** The number of the HTTP port; -1 if there is none. */
    public int httpPort() {
        return http.map(SmscSimulator::number).orElse(-1);
    }

    /** The first port. */
    public SimulatedPort first() {
        return ports.values().iterator().next();
    }

    /** One port by its name. */
    public SimulatedPort port(String name) {
        SimulatedPort port = ports.get(name);
        if (port == null) {
            throw new IllegalArgumentException("port " + name + ", expected one of " + ports.keySet());
        }
        return port;
    }

    /** All ports, as configured. */
    public List<SimulatedPort> ports() {
        return List.copyOf(ports.values());
    }

    /** What every port saw so far. */
    public List<PortReport> report() {
        return call(() -> {
            List<PortReport> reports = new ArrayList<>();
            for (SimulatedPort port : ports.values()) {
                reports.add(port.reportHere());
            }
            return reports;
        });
    }

    /**
     * From here on the message log goes to this file, which is made anew.
     *
     * @throws IllegalStateException when the simulator was started without a message log, or the file cannot be made
     */
    public void messagesTo(Path file) {
        MessageLog log = messages.orElseThrow(() -> new IllegalStateException("no message-log, so none to turn"));
        call(() -> {
            log.turn(file);
            return file;
        });
    }

    /** Drops every connection and stops; safe to call twice. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
        capture.ifPresent(CaptureFile::close);
        messages.ifPresent(MessageLog::close);
    }

    SimulatorConfig config() {
        return config;
    }

    /** Does something on the event loop, ends the turn, and waits for what came of it. */
    <T> T call(Callable<T> work) {
        if (loop.inEventLoop()) {
            throw new IllegalStateException(
                    "called on " + Thread.currentThread().getName() + ", expected any thread but the simulator's own");
        }
        try {
            return loop.submit(() -> {
                        T result = work.call();
                        timeline.settle();
                        return result;
                    })
                    .get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the simulator's event loop did not answer within 10 s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the simulator", e);
        }
    }

    void settleHere() {
        timeline.settle();
    }

    Channel bind(int port, ChannelHandler handler) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(EventLoops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new io.netty.channel.AdaptiveRecvByteBufAllocator(64, 2048, READ_BUFFER))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(256 * 1024, 1024 * 1024))
                .childHandler(handler);
        var bound = bootstrap.bind(config.host(), port).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    EventLoops.refusal(
                            config.host(), port, bound.cause(), "stop what listens there or choose another port"),
                    bound.cause());
        }
        return bound.channel();
    }

    /** Takes a port and does not listen there, so that connections are refused; empty where another has it. Whoever listens may take it beside this. */
    Optional<Channel> keep(int port) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(EventLoops.clientChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new ChannelInboundHandlerAdapter());
        var bound = bootstrap.bind(config.host(), port).awaitUninterruptibly();
        return bound.isSuccess() ? Optional.of(bound.channel()) : Optional.empty();
    }

    /** On the event loop; a call that nobody takes is one that failed. */
    private void dial(InetSocketAddress whom, ChannelHandler handler) {
        new Bootstrap()
                .group(group)
                .channel(EventLoops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_WITHIN_MS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(256 * 1024, 1024 * 1024))
                .handler(handler)
                .connect(whom);
    }

    ChannelHandler sessions(PortCore core) {
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                TlsSide.handler(core.behaviour, channel.alloc()).ifPresent(channel.pipeline()::addLast);
                channel.pipeline().addLast(new Session(core));
            }
        };
    }

    static int number(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }
}
