package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.CID_GENERIC_NACK;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.BindLife.Phase;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jsmpp.PDUStringException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bind over Netty: its event loop connects, reads and writes, and looks at deadlines while there are any. A short-lived thread is needed
 * only where a name has to be looked up or certificates have to be read, for both may take long.
 */
@OwnedBy("its event loop, except open() and flush(), which are the owner's")
final class NettyConnector extends SmscBind implements NettyReader.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(NettyConnector.class);
    private static final String LITERAL = "[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*";
    private static final int LAST_WORD_MS = 200;

    private final NettyTransport.Setup setup;
    private final Optional<Socket> called;
    private final Optional<EventLoop> carrier;
    private final NettyOutbox outbox;
    private final Inbound inbound;
    private final Numbers numbers;
    private final Cork cork = new Cork();
    private volatile EventLoop loop;
    private Channel channel;
    private NettyReader reader;
    private Optional<SslHandler> tls = Optional.empty();
    private boolean watching;

    /** @param carrier the event loop that its owner is itself; else one of those that all share is taken */
    NettyConnector(
            NettyTransport.Setup setup,
            String name,
            BindAs as,
            ConnectorListener listener,
            Optional<Socket> called,
            Optional<EventLoop> carrier) {
        super(setup.account(), as, name, listener, setup.tap());
        this.setup = setup;
        this.called = called;
        this.carrier = carrier;
        numbers = new Numbers(setup.firstSequence());
        outbox = new NettyOutbox(ticker, tap, this::watch);
        inbound = new Inbound(this, listener, outbox, trace, tap);
        composeInto(cork, numbers::next);
    }

    @Override
    public void open() {
        if (!life.step(Phase.NEW, Phase.CONNECTING)) {
            throw new IllegalStateException(name + " was opened before; make a new one");
        }
        try {
            EventLoop mine = called.isPresent() ? setup.loops().nextCalled() : carrier.orElseGet(setup.loops()::next);
            loop = mine;
            mine.execute(this::watch);
            if (called.isPresent()) {
                mine.execute(() -> adopt(called.get()));
            } else if (setup.tls().isEmpty() && smsc.link().host().matches(LITERAL)) {
                prepare();
            } else {
                NamedThreads.single(name + "-connect", this::prepare).start();
            }
        } catch (RejectedExecutionException e) {
            end(CloseCause.CONNECT_FAILED, 0, e.getCause() == null ? "the bridge has stopped" : e.getMessage());
        }
    }

    @Override
    public void flush() {
        flush(NettyOutbox.NOBODY_ASKS);
    }

    @Override
    public void flush(Runnable written) {
        if (cork.length() > 0 && !life.is(Phase.CLOSED)) {
            send(cork.octets(), cork.length(), written);
        } else {
            written.run();
        }
        cork.clear();
    }

    @Override
    public boolean reply(Delivery delivery, int commandStatus) {
        outbox.reply(answering(delivery, commandStatus), commandStatus, delivery.sequence());
        return true;
    }

    @Override
    public void replied() {
        outbox.replied();
    }

    @Override
    void sendNow(int command, int sequence) {
        send(Cork.request(command, CommandStatus.ROK, sequence), CommandId.HEADER, NettyOutbox.NOBODY_ASKS);
    }

    private void send(byte[] pdus, int length, Runnable written) {
        try {
            outbox.send(pdus, length, written);
        } catch (IOException e) {
            writeFailed(e);
        }
    }

    /** Does what may block: looks the name up, reads the certificates. */
    private void prepare() {
        try {
            SmscConfig.Link link = smsc.link();
            InetSocketAddress address = new InetSocketAddress(link.host(), link.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException("unknown host " + link.host());
            }
            Optional<SslHandler> shaker = setup.tls().isEmpty()
                    ? Optional.empty()
                    : Optional.of(setup.tls().get().shaker(link.port()));
            loop.execute(() -> connect(address, shaker));
        } catch (IOException | RuntimeException e) {
            notConnected(e);
        } catch (Error e) { // Nobody else would tell.
            notConnected(e);
            throw e;
        }
    }

    private void connect(InetSocketAddress address, Optional<SslHandler> shaker) {
        if (!life.is(Phase.CONNECTING)) {
            return;
        }
        tls = shaker;
        reader = new NettyReader(ticker, this, shaker.isPresent());
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NettyLoops.channelType())
                .disableResolver()
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0) // Its deadline is looked at here.
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel made) {
                        shaker.ifPresent(it -> made.pipeline().addLast(it));
                        made.pipeline().addLast(reader);
                    }
                })
                .connect(address);
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                notConnected(done.cause());
            }
        });
    }

    private void adopt(Socket socket) {
        if (!life.is(Phase.CONNECTING)) {
            return;
        }
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            reader = new NettyReader(ticker, this, false);
            channel = new NioSocketChannel(socket.getChannel());
            channel.pipeline().addLast(reader);
            loop.register(channel);
        } catch (IOException | RuntimeException e) {
            notConnected(e);
        }
    }

    private void notConnected(Throwable why) {
        end(CloseCause.CONNECT_FAILED, 0, Advice.notConnected(smsc, why));
    }

    @Override
    public void connected() {
        InetSocketAddress ours = (InetSocketAddress) channel.localAddress();
        InetSocketAddress theirs = (InetSocketAddress) channel.remoteAddress();
        if (ours == null || theirs == null || !life.step(Phase.CONNECTING, Phase.BINDING)) {
            channel.close(); // Ended meanwhile, by one of the two sides.
            return;
        }
        tap.connected(ours.getAddress(), ours.getPort(), theirs.getAddress());
        tls.map(shaker -> shaker.engine().getSession())
                .ifPresent(shaken -> LOG.info("{}: {} {}", smsc.name(), shaken.getProtocol(), shaken.getCipherSuite()));
        outbox.connectTo(channel);
        int sequence = numbers.next();
        try {
            byte[] pdu = BindRequest.compose(composer, smsc.link(), as, sequence, tap);
            binding(sequence);
            send(pdu, pdu.length, NettyOutbox.NOBODY_ASKS);
        } catch (PDUStringException e) {
            end(CloseCause.BIND_REFUSED, e.getErrorCode(), "bind not sent: a field is longer than SMPP allows");
        }
    }

    @Override
    public void pdu(byte[] buffer, int at, int length, long readNanos) {
        inbound.pdu(buffer, at, length, readNanos);
    }

    @Override
    public void turnOver() {
        listener.turnOver();
        outbox.turnOver();
    }

    @Override
    public void badLength(int length, int sequence) {
        String detail = Advice.badLength(smsc, length, life.is(Phase.BINDING));
        LOG.warn("{}: {}: closing", name, detail);
        life.cause(CloseCause.PROTOCOL_ERROR, CommandStatus.RINVCMDLEN, detail);
        life.close();
        trace.out(name, CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence);
        outbox.lastWord(Cork.request(CID_GENERIC_NACK, CommandStatus.RINVCMDLEN, sequence), this::hangUp);
        loop.schedule(this::hangUp, LAST_WORD_MS, TimeUnit.MILLISECONDS);
    }

    private void hangUp() {
        if (tls.isEmpty() && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput(); // What was said last is read before the end.
        }
        channel.close();
    }

    @Override
    public void broken(Throwable why) {
        if (life.is(Phase.CONNECTING)) {
            notConnected(why);
        } else if (why instanceof ClosedChannelException) {
            LOG.debug("{}: written after the end, which is told anyhow", name);
        } else if (why instanceof IOException cut) {
            end(CloseCause.PEER_CLOSED, 0, Advice.ended(smsc, cut));
        } else {
            LOG.error("{}: reading from the SMSC failed", name, why);
            end(CloseCause.PEER_CLOSED, 0, "reader failed: " + why);
        }
    }

    @Override
    public void ended() {
        life.cause(CloseCause.PEER_CLOSED, 0, "the SMSC closed the connection");
        life.close();
    }

    @Override
    public void gone() {
        life.close();
        sayClosed();
    }

    @Override
    void speaks(int interfaceVersion) {
        // Nothing here depends on it.
    }

    @Override
    void sayGoodbye() {
        // Closing does: TLS says close_notify then, and waits for it only so long.
    }

    /** Looks at them from now on, as long as there are any. */
    private void watch() {
        if (!watching && !life.isTold()) {
            watching = true;
            loop.schedule(this::look, setup.lookEvery().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        watching = false;
        long now = ticker.nanos();
        endOverdue(now, outbox.stuckFor(now));
        Phase phase = life.phase();
        if (phase == Phase.CONNECTING || phase == Phase.BINDING || phase != Phase.CLOSED && outbox.isBusy()) {
            watch();
        }
    }

    @Override
    void end(CloseCause cause, int status, String detail) {
        life.cause(cause, status, detail);
        life.close();
        EventLoop mine = loop;
        if (mine == null) {
            neverConnected();
        } else if (mine.inEventLoop()) {
            cutOff();
        } else {
            try {
                mine.execute(this::cutOff);
            } catch (RejectedExecutionException stopped) {
                neverConnected(); // Or is cut off already, by the loop's own end.
            }
        }
    }

    /** With a connection, {@link #gone} is said when it has ended; else nobody else would say it. */
    private void cutOff() {
        if (channel != null && channel.isRegistered()) {
            outbox.turnOver(); // What is answered already, such as an unbind before bind_resp.
            reader.stop();
            channel.close();
        } else {
            neverConnected();
        }
    }

    private void neverConnected() {
        called.ifPresent(NettyConnector::leave);
        sayClosed();
    }

    private static void leave(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection that an SMSC has made: {}", e.getMessage());
        }
    }
}
