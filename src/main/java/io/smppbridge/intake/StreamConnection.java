package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.http.Gate;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client of the stream intake: frames in, gathered ACKs out.
 *
 * <p>An ACK covers every id up to its own, and goes out only when all of them are durable. What the bridge has no room for is offered
 * again here, with the reading stopped meanwhile: the client's own TCP window tells it to wait.
 */
@OwnedBy("its event loop, but for finish")
final class StreamConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(StreamConnection.class);
    private static final int MOST_IN_BATCH = 1_000;
    private static final long LEAST_PAUSE_MS = 20;
    private static final long MOST_PAUSE_MS = 1_000;

    private final TcpIntake.Shared with;
    private final Channel channel;
    private final StreamFrames frames;
    private final StreamAcks acks;
    private final ArrayDeque<StreamBatch> sent = new ArrayDeque<>();
    private StreamLogin login;
    private StreamMessages messages;
    private String account = "";
    private MiddleWare door;
    /** The batch that is being read; null between reads. */
    private StreamBatch reading;

    private long lastId;
    private int unacknowledged;
    private int stuck;
    private boolean begun;
    private boolean ackScheduled;
    private boolean ending;
    private long failedId;
    /** What ends the connection once everything before it is acknowledged; null when nothing does. */
    private Problem failure;

    StreamConnection(TcpIntake.Shared with, Channel channel) {
        this.with = with;
        this.channel = channel;
        this.frames = new StreamFrames(with.config().maxFrame());
        this.acks = new StreamAcks(channel);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!with.config().account().isEmpty()) {
            begin(StreamLogin.none(with.config().to()), with.config().account());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf more = (ByteBuf) message;
        if (ending) {
            more.release();
            return;
        }
        frames.add(ctx.alloc(), more);
        while (!ending && frames.next()) {
            frame();
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
            fail(
                    id,
                    Problem.of(
                            413,
                            "frame-too-large",
                            "a frame of " + frames.length() + " octets, expected at most "
                                    + with.config().maxFrame() + " (intake.tcp.max-frame)"));
        } else if (id == 0 && !begun) {
            logIn(frames.content());
        } else if (login == null) {
            fail(
                    id,
                    Problem.of(
                            401,
                            "login-first",
                            "the first frame has id " + id
                                    + ", expected 0 with a login, for example {\"key\": \"sb_…\"}"));
        } else {
            message(id, frames.content());
        }
    }

    private void logIn(byte[] content) {
        StreamLogin read;
        try {
            read = StreamLogin.read(content);
        } catch (StreamLogin.Unreadable e) {
            fail(0, Problem.of(400, "login", e.getMessage()));
            return;
        }
        if (read.key().isEmpty() && !with.config().account().isEmpty()) {
            begin(read, with.config().account());
        } else {
            InetAddress peer = ((InetSocketAddress) channel.remoteAddress()).getAddress();
            Gate.Verdict verdict = with.gate().check("Bearer " + read.key(), peer);
            if (!(verdict instanceof Gate.Verdict.Open open)) {
                with.stats().refused("wrong-key").increment();
                fail(
                        0,
                        Problem.of(
                                401,
                                "wrong-key",
                                verdict instanceof Gate.Verdict.Paused paused
                                        ? "too many wrong keys from this address; try again in "
                                                + paused.retryAfter().toSeconds() + " s"
                                        : "the key opens no account; ./bridge key makes one"));
                return;
            }
            begin(read, open.principal());
        }
        lastId = read.client().isEmpty() ? 0 : with.clients().lastOf(account, read.client());
        acks.write(lastId, 0);
        channel.flush();
    }

    private void begin(StreamLogin as, String of) {
        login = as;
        messages = new StreamMessages(as, with.reader(), with.clock());
        account = of;
        door = with.door().middleWare(of, TcpIntake.NAME, with.durability());
    }

    private void message(long id, byte[] content) {
        if (!begun) {
            begun = true;
            // A stream may begin anywhere; a known one where its own last ACK was, or later ones that it has missed.
            lastId = lastId == 0 || id <= lastId ? id - 1 : lastId;
            acks.begin(lastId);
        }
        if (id != lastId + 1 || id <= 0) {
            fail(id, Problem.of(409, "id-order", "id " + id + " after " + lastId + ", expected " + (lastId + 1)));
            return;
        }
        lastId = id;
        if (reading == null) {
            reading = new StreamBatch(id);
        }
        messages.read(id, content, reading);
        if (reading.count() == MOST_IN_BATCH) {
            handOver();
        }
    }

    /** Gives what was read to the bridge. */
    private void handOver() {
        StreamBatch batch = reading;
        if (batch == null) {
            return;
        }
        reading = null;
        sent.add(batch);
        unacknowledged += batch.count();
        offer(batch, LEAST_PAUSE_MS);
        throttle();
        settle();
    }

    private void offer(StreamBatch batch, long pauseMs) {
        if (!batch.isDecided()) {
            door.send(batch.waiting(), outcomes -> {
                SendOutcome[] told = outcomes;
                channel.eventLoop().execute(() -> decided(batch, told, pauseMs));
            });
        }
    }

    private void decided(StreamBatch batch, SendOutcome[] outcomes, long pauseMs) {
        boolean wasStuck = pauseMs > LEAST_PAUSE_MS;
        batch.decide(outcomes);
        stuck -= wasStuck ? 1 : 0;
        if (!batch.isDecided() && channel.isActive()) {
            stuck++;
            long next = Math.min(2 * pauseMs, MOST_PAUSE_MS);
            channel.eventLoop().schedule(() -> offer(batch, next), pauseMs, TimeUnit.MILLISECONDS);
        }
        settle();
        throttle();
    }

    /** Reads on only while the client's backlog is within bounds, nothing waits for room, and the client takes its ACKs. */
    private void throttle() {
        boolean read = !ending && stuck == 0 && unacknowledged < with.config().window() && channel.isWritable();
        if (channel.config().isAutoRead() != read) {
            channel.config().setAutoRead(read);
        }
    }

    /** Moves the durable prefix over the batches that are decided. */
    private void settle() {
        boolean answered = false;
        while (!sent.isEmpty() && sent.peek().isDecided()) {
            StreamBatch done = sent.poll();
            unacknowledged -= done.count();
            if (done.hasRefusals() || login.each()) {
                answered = true;
                oneByOne(done);
            } else {
                acks.durable(done.lastId());
            }
        }
        if (answered) {
            channel.flush();
        }
        if (acks.isDue()) {
            acknowledgeSoon();
        } else if (ending && sent.isEmpty()) {
            close();
        }
    }

    private void oneByOne(StreamBatch batch) {
        for (int place = 0; place < batch.count(); place++) {
            long id = batch.firstId + place;
            Problem problem = batch.problem(place);
            if (problem != null) {
                acknowledge();
                acks.refuse(id, problem);
                continue;
            }
            acks.durable(id);
            if (login.each()) {
                acknowledge();
            }
        }
    }

    private void acknowledgeSoon() {
        long millis = with.config().ackEvery().toMillis();
        if (millis == 0 || ending) {
            acknowledge();
            channel.flush();
            settle();
        } else if (!ackScheduled) {
            ackScheduled = true;
            channel.eventLoop().schedule(this::ackDue, millis, TimeUnit.MILLISECONDS);
        }
    }

    private void ackDue() {
        ackScheduled = false;
        if (channel.isWritable() && acks.isDue()) {
            acknowledge();
            channel.flush();
        }
        if (ending) {
            settle();
        }
    }

    private void acknowledge() {
        long covered = acks.acknowledge();
        if (covered > 0 && !login.client().isEmpty()) {
            with.clients().acknowledged(account, login.client(), covered);
        }
    }

    /** Tells the client what is wrong, and ends the connection: what is durable is acknowledged before. */
    private void fail(long id, Problem problem) {
        LOG.info("a stream of account \"{}\" is ended: {}", account, problem.detail());
        with.stats().refused("malformed").increment();
        failedId = id;
        failure = problem;
        ending = true;
        handOver();
        settle();
    }

    private void close() {
        if (failure != null) {
            acks.refuse(failedId, failure);
            failure = null;
        }
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Reads no more; closes when everything that was read is decided and acknowledged. Any thread. */
    void finish() {
        channel.eventLoop().execute(() -> {
            ending = true;
            handOver();
            throttle();
            settle();
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        // While reading is stopped from here, or the client may be waiting for an ACK, the silence is not the client's.
        if (event instanceof IdleStateEvent && channel.config().isAutoRead() && unacknowledged == 0) {
            finish();
        }
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
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("a stream of account \"{}\" broke: {}", account, cause.toString());
        } else {
            LOG.error("a stream of account \"{}\" failed and is closed", account, cause);
        }
        channel.close();
    }
}
