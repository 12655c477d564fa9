package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.smppbridge.StreamDoor;
import io.smppbridge.http.HalfClosed;
import io.smppbridge.http.Keys;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One client of the stream intake: frames in, gathered ACKs out.
 *
 * <p>An ACK covers every id up to its own, and goes out only when all of them are durable. While the bridge has no room for some, the
 * reading is stopped: the client's own TCP window tells it to wait.
 */
@OwnedBy("its event loop, but for what any thread may call")
final class StreamConnection extends ChannelInboundHandlerAdapter {
    private static final int MOST_IN_BATCH = 1_000;

    private final TcpIntake.Shared with;
    private final Channel channel;
    private final StreamFrames frames;
    private final StreamAcks acks;
    private final StreamBacklog backlog;
    final StreamEnd fate;
    /** Its number among those that have not logged in. */
    private final long stranger;

    private StreamLogin login;
    private StreamMessages messages;
    String account = "";
    private StreamDoor door;
    private StreamBatch reading;
    /** How many came together last time. */
    private int lastCount;

    private long lastId;
    private boolean begun;
    private boolean ackScheduled;
    /** The client sends no more. */
    private boolean ended;

    private boolean ending;
    private boolean closing;
    private long failedId;
    private Problem failure;
    /** Whether the bridge is asked where the stream stands; what comes meanwhile is read afterwards. */
    private boolean loggingIn;

    StreamConnection(TcpIntake.Shared with, Channel channel) {
        this.with = with;
        this.channel = channel;
        this.frames = new StreamFrames(with.config().maxFrame());
        this.acks = new StreamAcks(channel);
        this.backlog = new StreamBacklog(channel, acks, this::moved);
        this.fate = new StreamEnd(this, with.config().silence());
        this.stranger = with.strangers().enter(this);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!with.config().account().isEmpty()) {
            begin(StreamLogin.none(with.config().to()), with.config().account());
        }
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (ending) {
            ((ByteBuf) message).release();
            return;
        }
        frames.add(ctx.alloc(), (ByteBuf) message);
        read();
    }

    private void read() {
        int read = 0;
        for (; !ending && !loggingIn && frames.next(); read++) {
            frame();
        }
        if (read > 0) {
            fate.resetReadTimeout();
        }
        frames.tidy();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        handOver();
    }

    private void frame() {
        long id = frames.id();
        if (frames.isTooLong()) {
            fail(id, frames.tooLong());
        } else if (id == 0 && !begun) {
            logIn(frames.content());
        } else if (login == null) {
            fail(id, StreamGate.loginFirst(id));
        } else {
            message(id, frames.content());
        }
    }

    private void logIn(byte[] content) {
        InetAddress peer = ((InetSocketAddress) channel.remoteAddress()).getAddress();
        StreamGate.Entry entry = new StreamGate(with).enter(content, peer);
        if (!(entry instanceof StreamGate.Entry.Open open)) {
            fail(0, ((StreamGate.Entry.Closed) entry).problem());
            return;
        }
        begin(open.login(), open.account());
        loggingIn = true;
        Runnable ask = () -> door.standing(standing -> OwnLoop.run(channel, () -> welcome(standing)));
        with.names().take(account, login.client(), this, ask);
        throttle();
    }

    private void welcome(StreamDoor.Standing standing) {
        loggingIn = false;
        if (!standing.refusal().isEmpty()) {
            with.stats().refused("no-stream").increment();
            failure = Problem.of(503, "no-stream", standing.refusal());
            end();
            return;
        }
        lastId = standing.last();
        acks.write(lastId, 0);
        acks.flush();
        throttle();
        read();
        handOver();
        if (ended) {
            leave();
        }
    }

    /** It gives way to no newcomer from now on. Any thread. */
    void leaveStrangers() {
        with.strangers().leave(stranger);
    }

    /** A newcomer takes the place of this one, which has not logged in. Any thread. */
    void giveWay() {
        channel.close();
    }

    private void begin(StreamLogin as, String of) {
        leaveStrangers();
        frames.loggedIn();
        login = as;
        messages = new StreamMessages(as, with.reader(), with.clock());
        door = with.door().stream(of, TcpIntake.NAME, with.durability(), as.client());
        account = of;
        backlog.begin(door, as.each());
    }

    private void message(long id, byte[] content) {
        if (!begun) {
            begun = true;
            // A stream may begin anywhere; a known one where its own last ACK was, or later ones that it has missed.
            lastId = lastId == 0 || id <= lastId ? id - 1 : lastId;
            acks.begin(lastId);
        }
        if (id != lastId + 1 || id <= 0) {
            String expected = lastId < 0 ? ", expected 1 or more" : " after " + lastId + ", expected " + (lastId + 1);
            fail(id, Problem.of(409, "id-order", "id " + id + expected));
            return;
        }
        lastId = id;
        if (reading == null) {
            reading = new StreamBatch(id, !login.client().isEmpty(), lastCount);
        }
        messages.read(id, content, reading);
        if (reading.count() == MOST_IN_BATCH) {
            handOver();
        }
    }

    private void handOver() {
        StreamBatch batch = reading;
        if (batch == null) {
            return;
        }
        reading = null;
        lastCount = batch.count();
        backlog.add(batch);
        moved();
    }

    private void moved() {
        settle();
        throttle();
    }

    /** Reads on only while the client's backlog is within bounds, nothing waits for room, and the client takes its ACKs. */
    private void throttle() {
        if (closing) {
            return;
        }
        boolean mayRead = !ending && !loggingIn && !backlog.isStuck();
        boolean read = mayRead && backlog.unanswered() < with.config().window() && channel.isWritable();
        if (channel.config().isAutoRead() != read) {
            channel.config().setAutoRead(read);
        }
    }

    private void settle() {
        boolean waits = backlog.unanswered() > 0;
        backlog.answer();
        if (waits && backlog.unanswered() == 0) {
            fate.resetReadTimeout(); // its silence begins now
        }
        acks.flush();
        if (acks.isDue()) {
            acknowledgeSoon();
        } else if (ending && backlog.isEmpty()) {
            close();
        }
    }

    private void acknowledgeSoon() {
        long millis = with.config().ackEvery().toMillis();
        if (millis == 0 || ending) {
            acks.acknowledge();
            acks.flush();
            settle();
        } else if (!ackScheduled) {
            ackScheduled = true;
            channel.eventLoop().schedule(this::ackDue, millis, TimeUnit.MILLISECONDS);
        }
    }

    private void ackDue() {
        ackScheduled = false;
        if (channel.isWritable() && acks.isDue()) {
            acks.acknowledge();
            acks.flush();
        }
        if (ending) {
            settle();
        }
    }

    private void fail(long id, Problem problem) {
        failedId = id;
        failure = StreamGate.told(with, account, problem);
        end();
    }

    private void end() {
        ending = true;
        handOver();
        throttle();
        settle();
    }

    private void close() {
        if (closing) {
            return;
        }
        closing = true;
        if (failure != null) {
            acks.refuse(failedId, failure);
        }
        acks.flush();
        fate.close(channel);
    }

    /** Reads no more; closes when what was read is acknowledged, or has found no room. Any thread. */
    void finish() {
        OwnLoop.run(channel, this::leave);
    }

    private void leave() {
        backlog.leave();
        end();
    }

    /** While reading is stopped from here for a client that takes its ACKs, or it may be waiting for one, the silence is not the client's. */
    void silent(boolean takes) {
        boolean its = channel.config().isAutoRead() || !takes && !channel.isWritable();
        if (its && backlog.unanswered() == 0) {
            end();
        }
    }

    /** From now on these keys open: a login with another ends. Any thread. */
    void keys(Keys keys) {
        OwnLoop.run(channel, () -> {
            if (login != null && !login.isOpenedBy(keys, account)) {
                dismiss(() -> StreamGate.noLonger(with, account));
            }
        });
    }

    /** Another connection has logged in with the stream's name: ids that this one brings on would mean other messages. Any thread. */
    void takenOver(Runnable then) {
        OwnLoop.run(channel, () -> {
            dismiss(() -> StreamNames.takenOver(with, account));
            then.run();
        });
    }

    /** What was read whole is answered; what waits for room is not. */
    private void dismiss(Supplier<Problem> why) {
        backlog.leave();
        failure = channel.isActive() && !ending ? why.get() : failure;
        end();
    }

    /** The client sends no more: what was read whole is answered, as when the bridge closes. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ended = true;
            if (closing) {
                fate.ended(channel);
            } else if (!loggingIn) {
                leave();
            }
            HalfClosed.enter(channel);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        throttle();
        if (channel.isWritable() && acks.isDue()) {
            acknowledgeSoon();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        frames.release();
        ctx.fireChannelInactive();
    }
}
