package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TCP connection of an ESME: cuts PDUs, knows the bind state, sends each PDU to who answers it. */
@OwnedBy("smsc-sim")
final class Session extends ChannelInboundHandlerAdapter implements Framer.Taker {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final long LINGER = 1_000_000_000L;
    private static final long UNBIND_WITHIN = 5_000_000_000L;

    private final PortCore port;
    private final int number;
    private final BindDesk bindDesk;
    private final DeliverWindow window;
    private Channel channel;
    private Wire wire;
    private Answers answers;
    private Framer framer;
    private boolean open;
    private boolean halfClosed;
    /** In the timeline's list of those with something to send. */
    private boolean marked;
    /** Responses written and not yet sent. */
    private int closing;

    private int unanswered;
    private int mostUnanswered;
    private long submits;
    private int sequence;

    Session(PortCore port) {
        this.port = port;
        this.number = port.nextConnection();
        this.bindDesk = new BindDesk(port, this);
        this.window = new DeliverWindow(port, this);
    }

    // ---- what the channel tells

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        channel = ctx.channel();
        wire = new Wire(port, this, channel);
        answers = new Answers(port, this);
        framer = new Framer(this, channel.alloc());
        open = true;
        port.sessions.add(this);
        behaviourChanged();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        framer.read((ByteBuf) message, port.timeline.begin());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        port.timeline.settle();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        readOrNot();
        if (channel.isWritable()) {
            port.pump();
            port.timeline.settle();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended();
        port.timeline.settle();
    }

    /** No more bytes to or from this peer: what it left unanswered goes elsewhere. */
    private void ended() {
        if (!open) {
            return;
        }
        open = false;
        port.sessions.remove(this);
        wire.discard();
        framer.forget();
        window.giveBack();
        bindDesk.ended();
        port.pump();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.warn("port {}, connection {}: closed by a fault in the simulator", port.name, number, cause);
        }
        ctx.close();
    }

    // ---- PDUs

    @Override
    public void unreadable(ByteBuf in) {
        port.counters.framingErrors++;
        if (isAnswering()) {
            nack(SmppStatus.RINVCMDLEN, in.readableBytes() >= Smpp.HEADER ? in.getInt(in.readerIndex() + 12) : 0);
        }
        breakOff(BreakHow.CLOSE);
    }

    @Override
    public void take(ByteBuf in, int at, int length, long now) {
        if (port.memory.keepsPdus()) {
            port.memory.pdu(true, now, number, in, at, length);
        }
        int command = in.getInt(at + 4);
        int seq = in.getInt(at + 12);
        if (command == Smpp.ENQUIRE_LINK
                && port.behaviour.silence.ordinal() <= Silence.ALL_BUT_ENQUIRE_LINK.ordinal()) {
            port.counters.enquireLinks++;
            wire.header(Smpp.ENQUIRE_LINK_RESP, SmppStatus.ROK, seq);
            return;
        }
        boolean multi = command == Smpp.SUBMIT_MULTI && port.behaviour.submitMulti > 0;
        if (command == Smpp.SUBMIT_SM || command == Smpp.DATA_SM || multi) {
            submit(in, at, length, now);
        } else if (isAnswering()) {
            answer(command, seq, in, at, length);
        }
    }

    private void answer(int command, int seq, ByteBuf in, int at, int length) {
        switch (command) {
            case Smpp.DELIVER_SM_RESP, Smpp.DATA_SM_RESP -> window.answered(seq, in.getInt(at + 8));
            case Smpp.BIND_RECEIVER, Smpp.BIND_TRANSMITTER, Smpp.BIND_TRANSCEIVER ->
                bindDesk.arrived(BindMode.of(command), in, at, length, seq);
            case Smpp.UNBIND -> unbind(seq);
            case Smpp.UNBIND_RESP -> breakOff(BreakHow.CLOSE);
            case Smpp.GENERIC_NACK -> {
                port.counters.nacksReceived++;
                window.answered(seq, in.getInt(at + 8));
            }
            case Smpp.QUERY_SM, Smpp.REPLACE_SM, Smpp.CANCEL_SM -> operation(in, at, length, seq);
            // Not offered by this script: what to us is an unknown command (SMPP 3.4, 3.3); a response of its kind
            // would need its
            // body.
            case Smpp.SUBMIT_MULTI -> nack(mode().isPresent() ? SmppStatus.RINVCMDID : SmppStatus.RINVBNDSTS, seq);
            default -> {
                if (command >= 0) {
                    nack(SmppStatus.RINVCMDID, seq);
                }
            }
        }
    }

    /** Who asked to unbind hangs up; only one that does not is cut off after a while. */
    private void unbind(int seq) {
        port.timeline.in(port.behaviour.unbindRespondAfter, () -> {
            if (open && isAnswering()) {
                wire.header(Smpp.UNBIND_RESP, SmppStatus.ROK, seq);
                bindDesk.ended();
                window.giveBack();
                port.timeline.in(port.behaviour.unbindCloseAfter, () -> breakOff(BreakHow.CLOSE));
                port.pump();
            }
        });
    }

    private void submit(ByteBuf in, int at, int length, long now) {
        if (maySubmit()) {
            submits++;
            port.desk.arrived(this, in, at, length, now);
        } else if (isAnswering()) {
            wire.header(in.getInt(at + 4) | Smpp.RESPONSE, SmppStatus.RINVBNDSTS, in.getInt(at + 12));
        }
    }

    /** About a message that was taken; without a store of messages, an unknown command. */
    private void operation(ByteBuf in, int at, int length, int seq) {
        if (maySubmit() && port.store.isOpen()) {
            port.store.arrived(this, in, at, length);
        } else {
            nack(maySubmit() ? SmppStatus.RINVCMDID : SmppStatus.RINVBNDSTS, seq);
        }
    }

    private boolean maySubmit() {
        return open && bindDesk.submits();
    }

    private void nack(int status, int seq) {
        port.counters.nacksSent++;
        wire.header(Smpp.GENERIC_NACK, status, seq);
    }

    // ---- submits without an answer

    void submitOpened() {
        unanswered++;
        mostUnanswered = Math.max(mostUnanswered, unanswered);
        port.counters.unanswered(unanswered);
        if (port.behaviour.window > 0 && unanswered > port.behaviour.window) {
            port.counters.windowViolations++;
        }
    }

    /** Its answer is written; the ESME cannot know before it is sent. */
    void submitClosed() {
        closing++;
        mark();
    }

    void mark() {
        if (!marked) {
            marked = true;
            port.timeline.unsent(this);
        }
    }

    void send() {
        marked = false;
        unanswered -= closing;
        closing = 0;
        if (open && !halfClosed) {
            wire.send();
        } else {
            wire.discard();
        }
    }

    // ---- deliver_sm

    boolean receivesFor(String systemId) {
        return open
                && !halfClosed
                && bindDesk.receives()
                && (systemId.isEmpty() || systemId.equals(bindDesk.systemId()));
    }

    boolean hasRoom() {
        return window.size() < port.behaviour.deliverWindow && channel.isWritable() && isAnswering();
    }

    int nextSequence() {
        sequence = sequence == Integer.MAX_VALUE ? 1 : sequence + 1;
        return sequence;
    }

    // ---- state

    int number() {
        return number;
    }

    String systemId() {
        return bindDesk.systemId();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    Optional<BindMode> mode() {
        return open ? bindDesk.mode() : Optional.empty();
    }

    Wire wire() {
        return wire;
    }

    Answers answers() {
        return answers;
    }

    boolean isAnswering() {
        return port.behaviour.silence.ordinal() <= Silence.SUBMITS.ordinal();
    }

    PortReport.Bound report() {
        return new PortReport.Bound(
                number,
                systemId(),
                bindDesk.mode().orElse(BindMode.TRX),
                bindDesk.version(),
                submits,
                unanswered,
                mostUnanswered);
    }

    void behaviourChanged() {
        readOrNot();
        bindDesk.startTimers();
    }

    private void readOrNot() {
        channel.config().setAutoRead(port.behaviour.silence != Silence.HALF_OPEN && channel.isWritable());
    }

    /** Ends the connection in the way asked for, after what was written. */
    void breakOff(BreakHow how) {
        if (!open) {
            return;
        }
        switch (how) {
            case UNBIND -> {
                wire.header(Smpp.UNBIND, SmppStatus.ROK, nextSequence());
                port.timeline.after(UNBIND_WITHIN, Due.of(() -> breakOff(BreakHow.CLOSE)));
            }
            case HALF_CLOSE -> {
                send();
                halfClosed = true;
                ((SocketChannel) channel).shutdownOutput();
            }
            case CLOSE, RST -> {
                send();
                ended();
                if (how == BreakHow.CLOSE) {
                    // Closing with bytes unread would be a reset, and take away what was just written.
                    ((SocketChannel) channel).shutdownOutput();
                } else {
                    channel.config().setOption(ChannelOption.SO_LINGER, 0);
                }
                port.timeline.in(how == BreakHow.CLOSE ? LINGER : 0, channel::close);
            }
        }
    }

    BindDesk bind() {
        return bindDesk;
    }

    void deliver(Delivery delivery) {
        window.send(delivery);
    }

    int undelivered() {
        return window.size();
    }
}
