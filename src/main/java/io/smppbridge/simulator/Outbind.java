package io.smppbridge.simulator;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.smppbridge.threads.OwnedBy;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Calls the ESME (SMPP 3.4, 4.1.7) when something waits for it and nobody receives; from then on it is a connection like any other. */
@OwnedBy("smsc-sim")
final class Outbind {
    /** Makes a connection. */
    interface Dial {
        void to(InetSocketAddress whom, ChannelHandler handler);
    }

    private final PortCore port;
    private Optional<Dial> dial = Optional.empty();
    private boolean calling;

    Outbind(PortCore port) {
        this.port = port;
    }

    void dial(Dial by) {
        dial = Optional.of(by);
    }

    /** Something waits for a receiver. One call at a time, and another after a while if it has helped nothing. */
    void wanted() {
        if (calling || port.behaviour.outbind.isEmpty() || dial.isEmpty()) {
            return;
        }
        calling = true;
        call(port.behaviour.outbind.get());
        port.timeline.after(port.behaviour.outbindEvery, Due.of(() -> {
            calling = false;
            port.pump();
        }));
    }

    /** Calls now, whether anything waits or not. */
    void call(InetSocketAddress whom) {
        dial.orElseThrow().to(whom, new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                Session session = new Session(port);
                channel.pipeline().addLast(new Greeting(session), session);
            }
        });
    }

    /** Says who calls, once the session knows of its connection. */
    private final class Greeting extends ChannelInboundHandlerAdapter {
        private final Session session;

        Greeting(Session session) {
            this.session = session;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.fireChannelActive();
            Wire wire = session.wire();
            int at = wire.begin(Smpp.OUTBIND, SmppStatus.ROK, session.nextSequence());
            wire.string(port.behaviour.outbindSystemId);
            wire.string(port.behaviour.outbindPassword);
            wire.end(at);
            port.timeline.settle();
        }
    }
}
