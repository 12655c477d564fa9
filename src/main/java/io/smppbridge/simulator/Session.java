package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/** One TCP connection of an ESME: cuts PDUs, knows the bind state, sends each PDU to who answers it. */
@OwnedBy("smsc-sim")
final class Session extends ChannelInboundHandlerAdapter {
    private static final long LINGER = 1_000_000_000L;
    private static final long UNBIND_WITHIN = 5_000_000_000L;

    private final PortCore port;
    private final int number;
    private final BindDesk bindDesk;
    private final DeliverWindow window;
    private Channel channel;
    private Wire wire;
    private Answers answers;
    private ByteBuf rest;
    private boolean cutting;
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
        open = true;
        port.sessions.add(this);
        behaviourChanged();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (rest == null) {
                cut(in);
                if (in.isReadable() && open) {
                    rest = ctx.alloc().buffer(Math.max(256, in.readableBytes())).writeBytes(in);
                }
            } else {
                rest.writeBytes(in);
                cutting = true;
                cut(rest);
                cutting = false;
                if (!rest.isReadable() || !open) {
                    rest.release();
                    rest = null;
                } else {
                    rest.discardSomeReadBytes();
                }
            }
        } finally {
            in.release();
        }
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
        if (rest != null && !cutting) {
            rest.release();
            rest = null;
        }
        window.giveBack();
        bindDesk.ended();
        port.pump();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    // ---- PDUs

    private void cut(ByteBuf in) {
        long now = port.timeline.now();
        while (open && in.readableBytes() >= 4) {
            int at = in.readerIndex();
            int length = in.getInt(at);
            if (length < Smpp.HEADER || length > Smpp.LONGEST) {
                badLength(in);
                return;
            }
            if (in.readableBytes() < length) {
                return;
            }
            if (port.memory.keepsPdus()) {
                port.memory.pdu(true, now, number, in, at, length);
            }
            take(in, at, length, now);
            in.skipBytes(length);
        }
    }

    private void badLength(ByteBuf in) {
        port.counters.framingErrors++;
        if (isAnswering()) {
            int at = in.readerIndex();
            nack(SmppStatus.RINVCMDLEN, in.readableBytes() >= Smpp.HEADER ? in.getInt(at + 12) : 0);
        }
        in.skipBytes(in.readableBytes());
        breakOff(BreakHow.CLOSE);
    }

    private void take(ByteBuf in, int at, int length, long now) {
        int command = in.getInt(at + 4);
        int seq = in.getInt(at + 12);
        if (command == Smpp.ENQUIRE_LINK
                && port.behaviour.silence.ordinal() <= Silence.ALL_BUT_ENQUIRE_LINK.ordinal()) {
            port.counters.enquireLinks++;
            wire.header(Smpp.ENQUIRE_LINK_RESP, SmppStatus.ROK, seq);
            return;
        }
        if (!isAnswering()) {
            if (command == Smpp.SUBMIT_SM || command == Smpp.DATA_SM) {
                port.counters.silenced++;
                submitOpened();
            }
            return;
        }
        switch (command) {
            case Smpp.SUBMIT_SM, Smpp.DATA_SM -> submit(in, at, length, now);
            case Smpp.DELIVER_SM_RESP, Smpp.DATA_SM_RESP -> window.answered(seq, in.getInt(at + 8));
            case Smpp.BIND_RECEIVER, Smpp.BIND_TRANSMITTER, Smpp.BIND_TRANSCEIVER ->
                bindDesk.arrived(BindMode.of(command), in, at, length, seq);
            case Smpp.UNBIND -> {
                wire.header(Smpp.UNBIND_RESP, SmppStatus.ROK, seq);
                breakOff(BreakHow.CLOSE);
            }
            case Smpp.UNBIND_RESP -> breakOff(BreakHow.CLOSE);
            case Smpp.GENERIC_NACK -> {
                port.counters.nacksReceived++;
                window.answered(seq, in.getInt(at + 8));
            }
            case Smpp.QUERY_SM, Smpp.REPLACE_SM, Smpp.CANCEL_SM, Smpp.SUBMIT_MULTI ->
                wire.header(command | Smpp.RESPONSE, isBound() ? SmppStatus.RINVCMDID : SmppStatus.RINVBNDSTS, seq);
            default -> {
                if (command >= 0) {
                    nack(SmppStatus.RINVCMDID, seq);
                }
            }
        }
    }

    private void submit(ByteBuf in, int at, int length, long now) {
        if (bindDesk.mode().isPresent() && bindDesk.mode().get().submits) {
            submits++;
            port.desk.arrived(this, in, at, length, now);
        } else {
            wire.header(in.getInt(at + 4) | Smpp.RESPONSE, SmppStatus.RINVBNDSTS, in.getInt(at + 12));
        }
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
        Optional<BindMode> mode = bindDesk.mode();
        return open
                && mode.isPresent()
                && mode.get().receives
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

    boolean isOpen() {
        return open;
    }

    boolean isBound() {
        return open && bindDesk.mode().isPresent();
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
            case CLOSE -> {
                send();
                ended();
                // Closing with bytes unread would be a reset, and take away what was just written.
                ((SocketChannel) channel).shutdownOutput();
                port.timeline.after(LINGER, Due.of(channel::close));
            }
            case RST -> {
                send();
                ended();
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
                channel.close();
            }
        }
    }

    /** TLVs go to peers that know them. */
    boolean speaksTlvs() {
        return bindDesk.speaksTlvs();
    }

    void deliver(Delivery delivery) {
        window.send(delivery);
    }

    int undelivered() {
        return window.size();
    }
}
