package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.smppbridge.settings.EsmeConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.FrameDecoder;
import io.smppbridge.wire.FrameSink;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Status;
import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection from its first octet to its end: its states, its timers, its output. */
@OwnedBy("its event loop, but for deliveries().reserve")
final class Session extends ChannelInboundHandlerAdapter implements FrameSink {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int LAST_SEQUENCE = 0x7FFFFFFF;

    private final Listening listening;
    private final Loop loop;
    private final SubmitSide submits;
    private final DeliverSide deliveries = new DeliverSide(this);
    private final Asking asking;
    private final Requests requests;
    private final Unbinding unbinding;
    private final Notes notes;
    private Channel channel;
    private FrameDecoder frames;
    private InetAddress peer;
    private SessionState state = SessionState.OPEN;
    private Account account;
    private int version;
    private Output output;
    private int sequence;
    private Deadlines deadlines;

    Session(Listening listening, Loop loop, SubmitReader reader, SubmitSide.Names names) {
        this.listening = listening;
        this.loop = loop;
        this.submits = new SubmitSide(this, reader, names);
        this.asking = new Asking(this, reader);
        this.requests = new Requests(this, submits, asking);
        this.unbinding = new Unbinding(this, submits, asking);
        this.notes = new Notes(loop.ticker);
    }

    Loop loop() {
        return loop;
    }

    /** Only of a session that has bound. */
    Account account() {
        return account;
    }

    DeliverSide deliveries() {
        return deliveries;
    }

    Notes notes() {
        return notes;
    }

    int version() {
        return version;
    }

    boolean isClosed() {
        return state == SessionState.CLOSED;
    }

    boolean isSending() {
        return state.sends();
    }

    boolean isReceiving() {
        return state.receives();
    }

    /** Whether a message that comes now may have crossed our unbind. */
    boolean crossesMessages() {
        return state == SessionState.LEAVING && unbinding.crossesMessages();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
        frames = channel.pipeline().get(FrameDecoder.class);
        peer = listening.peer(channel);
        output = new Output(channel, loop, notes);
        deadlines = new Deadlines(loop.ticker.nanos());
        loop.enter(this);
    }

    @Override
    public boolean frame(int command, int status, int number, BodyReader body) {
        if (state == SessionState.CLOSED) {
            return false;
        }
        deadlines.heard();
        notes.in(body);
        try {
            if (Command.isResponse(command)) {
                Replies.take(this, deadlines, command, status, number);
            } else {
                requests.take(command, number, body);
            }
        } finally {
            notes.done(); // The body is the decoder's again.
        }
        return state != SessionState.CLOSED;
    }

    @Override
    public void badLength(long announced, int number) {
        LOG.info("{}: a PDU of {} octets announced, closed", this, announced);
        bare(Command.GENERIC_NACK, Status.RINVCMDLEN, number);
        close("a PDU of impossible length");
    }

    void bind(int command, int number, BodyReader body) {
        if (state != SessionState.OPEN) {
            bare(Command.responseTo(command), state.isBound() ? Status.RALYBND : Status.RINVBNDSTS, number);
            return;
        }
        state = SessionState.BINDING;
        version = new BindTry(this, listening, command, number).begin(peer, body);
        if (isBinding()) {
            frames.hold(); // What comes next is judged by what becomes of the bind, however the octets are cut.
            read();
        }
    }

    /** Its bind is decided: what has come in the meantime is next. */
    void goOn() {
        read();
        frames.goOn();
        unbinding.goOn();
    }

    /** Reads on while its socket takes answers, and no password is being checked. */
    private void read() {
        channel.config().setAutoRead(channel.isWritable() && !isBinding());
    }

    /** Its bind is refused: it may read why, and close. */
    void refuse(int command, int number, int status) {
        bare(Command.responseTo(command), status, number);
        state = SessionState.LEAVING;
        deadlines.farewell(loop.ticker.nanos());
    }

    /** Its bind is good. */
    void enter(Account found, int command, int number) {
        account = found;
        listening.bound(peer);
        frames.longest(listening.config().maxPdu());
        PduWriter.bound(out(), command, number, listening.config().systemId(), version);
        notes.bound(command, number, listening.config().systemId());
        answered();
        state = switch (command) {
            case Command.BIND_TRANSMITTER -> SessionState.TRANSMITTER;
            case Command.BIND_RECEIVER -> SessionState.RECEIVER;
            default -> SessionState.TRANSCEIVER;
        };
        LOG.info("{}: bound as {} by account {}", this, state, account.name());
        if (isReceiving()) {
            account.binds().add(this);
        }
    }

    /** A bind has named an account, whether or not it opens. */
    void named(Account named, BindRequest bind, BodyReader body) {
        notes.begin(named, channel, peer, bind, body);
    }

    /** A message has been refused before it could be handed over. */
    void refused(String reason) {
        listening.stats().refused(reason).increment();
    }

    /** An answer to nothing: counted, and harmless. */
    void stray(int command, int number) {
        listening.stats().esmeStrayAnswers.increment();
        long asked = number & 0xFFFFFFFFL;
        LOG.debug("{}: answer 0x{} to {}, which nobody waits for", this, Integer.toHexString(command), asked);
    }

    boolean isBinding() {
        return state == SessionState.BINDING;
    }

    void unbound(int number) {
        if (state == SessionState.LEAVING && !unbinding.owesAnswers()) {
            bare(Command.responseTo(Command.UNBIND), Status.ROK, number);
            return;
        }
        if (account == null) {
            bare(Command.responseTo(Command.UNBIND), Status.ROK, number);
            state = SessionState.LEAVING;
            deadlines.farewell(loop.ticker.nanos());
            return;
        }
        unbinding.asked(number);
    }

    /** Our unbind is answered, or what the ESME takes for one. */
    void unbindAnswered(int command, int number) {
        unbinding.answered(command, number);
    }

    /** Takes part in nothing new. */
    void leave() {
        account.binds().remove(this);
        state = SessionState.LEAVING;
        deadlines.left(loop.ticker.nanos());
    }

    /** Its unbind is answered. */
    void left() {
        account.leave(this);
        deadlines.farewell(loop.ticker.nanos());
    }

    /** Says goodbye: the bridge stops, or the account may bind no more. */
    void unbind() {
        if (state == SessionState.CLOSED || state == SessionState.LEAVING) {
            return;
        }
        if (!state.isBound()) {
            close("stopping");
            return;
        }
        unbinding.say();
    }

    /** Where PDUs are written to; they leave at the end of the turn. */
    ByteBuf out() {
        return output.buffer();
    }

    void bare(int command, int status, int number) {
        PduWriter.plain(out(), command, status, number);
        answered();
    }

    /** Something has been written, and it will be seen to that it leaves. */
    void answered() {
        output.written();
        unbinding.lastAnswer();
    }

    int lastSequence() {
        return sequence;
    }

    int nextSequence() {
        sequence = sequence == LAST_SEQUENCE ? 1 : sequence + 1;
        return sequence;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        deadlines.readingEnded(loop.ticker);
        submits.send();
        deliveries.readingEnded();
        output.readingEnded();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        read();
        deadlines.writable(channel.isWritable(), loop.ticker.nanos());
    }

    /** Looks at the clock. */
    void sweep(long now) {
        EsmeConfig.Listener config = listening.config();
        String end = state.isBound()
                ? deadlines.boundEnd(now, config, deliveries)
                : deadlines.unboundEnd(now, config, state == SessionState.LEAVING);
        if (!end.isEmpty()) {
            close(end);
        } else if (state.isBound() && deadlines.toAsk(now, config)) {
            bare(Command.ENQUIRE_LINK, Status.ROK, nextSequence());
            deadlines.asked(now);
            output.flush();
        }
    }

    /** Ends the connection after what has been written. */
    void close(String why) {
        if (state == SessionState.CLOSED) {
            return;
        }
        output.flush();
        end(why);
        channel.close();
    }

    private void end(String why) {
        boolean wasBound = account != null;
        if (wasBound) {
            LOG.info("{}: a bind of account {} has ended: {}", this, account.name(), why);
        } else {
            LOG.debug("{}: closed: {}", this, why);
        }
        state = SessionState.CLOSED;
        loop.leave(this);
        if (wasBound) {
            account.leave(this);
        }
        deliveries.end();
        listening.closed(peer, wasBound);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            unbinding.shut(channel);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (state != SessionState.CLOSED) {
            end(Unbinding.SHUT);
        }
        output.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        loop.failed(this, cause);
    }

    @Override
    public String toString() {
        return "ESME at " + (peer == null ? "?" : peer.getHostAddress());
    }
}
