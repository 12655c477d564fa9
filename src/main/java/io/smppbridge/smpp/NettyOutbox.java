package io.smppbridge.smpp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.ssl.SslHandler;
import io.smppbridge.pdulog.Octets;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * The way out of one bind over Netty. What the owner has composed since the last time goes over in one piece, in a pooled direct buffer, and
 * wakes the event loop once for all that comes before it looks; the reader's own short answers are gathered and leave when what one read
 * brought has been told. Nobody waits for a peer that does not read: that it has not read for too long, or leaves too many answers, ends it.
 */
@OwnedBy("its event loop, except send(), reply() and replied()")
final class NettyOutbox implements Replies {
    private static final int MOST_URGENT = 10_000;
    /** Answers to deliveries that a peer may leave unread; what is beyond is dropped, and delivered again. */
    private static final int MOST_REPLIES = 65_536;
    /** A window of 900 of the longest PDUs, and a quarter of the direct memory that {@code ./bridge} gives. */
    private static final long MOST_OCTETS = 64L << 20;

    private static final Octets<ByteBuf> OF_BUFFER = new Octets<>() {
        @Override
        public int four(ByteBuf of, int at) {
            return of.getInt(at);
        }

        @Override
        public void copy(ByteBuf of, int from, byte[] into, int at, int count) {
            of.getBytes(from, into, at, count);
        }
    };

    /** For what nobody wants to know when it was written. */
    static final Runnable NOBODY_ASKS = () -> {};

    /** Buffers, and pieces where somebody wants to know when they were written. */
    private final MpscUnboundedAtomicArrayQueue<Object> composed = new MpscUnboundedAtomicArrayQueue<>(16);

    private final MpscUnboundedAtomicArrayQueue<Reply> given = new MpscUnboundedAtomicArrayQueue<>(256);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Cork replies = new Cork();
    private final TappedLink tap;
    private final Ticker ticker;
    private final Runnable afterWriting;
    private final Runnable drain = this::drain;
    /** Octets handed over and not yet given to the channel; with TLS, which keeps some out of sight, not yet written. */
    private final AtomicLong unwritten = new AtomicLong();

    private volatile Channel channel;
    private int repliesGathered;
    private int repliesUnwritten;
    /** Whether what is given to the channel is what it gives to the socket, so that nobody has to be told how far that is. */
    private boolean plain;
    /** Pieces that have been given to the channel, and of them those that are known to be written whole. */
    private long handed;

    private long written;

    private long seen;
    private long progress;
    private int pieces;
    private long movedAt;

    /**
     * @param tap given whatever is written, in the order of the wire
     * @param afterWriting called on the event loop when something is left that the peer has not taken yet
     */
    NettyOutbox(Ticker ticker, TappedLink tap, Runnable afterWriting) {
        this.ticker = ticker;
        this.tap = tap;
        this.afterWriting = afterWriting;
    }

    /** Before anybody sends. */
    void connectTo(Channel connected) {
        plain = connected.pipeline().get(SslHandler.class) == null;
        channel = connected;
    }

    /** An answer to a delivery. */
    private record Reply(int command, int status, int sequence) {}

    /** What was handed over together. */
    private record Piece(NettyOutbox outbox, ByteBuf octets, int length, Runnable told)
            implements ChannelFutureListener {
        /** They are with the socket, or never will be. */
        @Override
        public void operationComplete(ChannelFuture done) {
            outbox.written++;
            if (!outbox.plain) {
                outbox.unwritten.addAndGet(-length);
            }
            told.run();
        }
    }

    /**
     * Hands whole PDUs over, to be written behind what was handed over before. Any thread.
     *
     * @param told run when they have been given to the socket, or are given up
     * @throws IOException if more waits for the peer than may, or no memory is left to write in
     */
    void send(byte[] octets, int length, Runnable told) throws IOException {
        Channel to = channel;
        if (to == null) {
            told.run();
            return;
        }
        if (told == NOBODY_ASKS && to.eventLoop().inEventLoop() && plain && composed.isEmpty()) {
            write(to, octets, length);
            return;
        }
        boolean mere = told == NOBODY_ASKS && plain;
        if (unwritten.addAndGet(length) + (plain ? pending() : 0) > MOST_OCTETS) {
            told.run();
            throw tooMuch();
        }
        ByteBuf buffer;
        try {
            buffer = filled(to, octets, length);
        } catch (IOException full) {
            unwritten.addAndGet(-length);
            told.run();
            throw full;
        }
        composed.offer(mere ? buffer : new Piece(this, buffer, length, told));
        wake(to);
    }

    /** Octets that the channel has and the peer has not taken. */
    private long pending() {
        ChannelOutboundBuffer out = waiting();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    private void wake(Channel to) {
        if (to.eventLoop().inEventLoop()) {
            drain();
        } else if (!woken.get() && woken.compareAndSet(false, true)) {
            try {
                to.eventLoop().execute(drain);
            } catch (RejectedExecutionException stopped) {
                release();
            }
        }
    }

    /** Writes what nobody wants to hear of, and makes nothing for it. */
    private void write(Channel to, byte[] octets, int length) throws IOException {
        if (pending() + length > MOST_OCTETS) {
            throw tooMuch();
        }
        writeReplies();
        ByteBuf buffer = filled(to, octets, length);
        noted(buffer);
        handed++;
        to.writeAndFlush(buffer, to.voidPromise());
        lookBack();
    }

    private static ByteBuf filled(Channel to, byte[] octets, int length) throws IOException {
        try {
            return to.alloc().directBuffer(length).writeBytes(octets, 0, length);
        } catch (
                OutOfMemoryError
                        full) { // of what -XX:MaxDirectMemorySize allows: where the heap is full, the process ends
            throw new IOException("no memory beside the heap is left to write in", full);
        }
    }

    private static IOException tooMuch() {
        return new IOException((MOST_OCTETS >> 20) + " MiB wait for a peer that does not read");
    }

    /** Keeps the answer to a delivery until {@link #replied}; it goes before whatever is sent after it, but where no memory is left for it. Any thread. */
    void reply(int command, int status, int sequence) {
        if (given.size() < MOST_REPLIES) {
            given.offer(new Reply(command, status, sequence));
        }
    }

    /** Writes what {@link #reply} has been told since the last time. Any thread. */
    void replied() {
        Channel to = channel;
        if (to != null) {
            wake(to);
        }
    }

    @Override
    public void urgent(int command, int status, int sequence, boolean nulBody) throws IOException {
        if (repliesGathered + repliesUnwritten >= MOST_URGENT) {
            turnOver(); // one read can bring as many; what has not been offered to the peer is not what it leaves
            if (repliesUnwritten >= MOST_URGENT) {
                throw new IOException(MOST_URGENT + " answers wait for a peer that does not read");
            }
        }
        repliesGathered++;
        replies.add(command, status, sequence, nulBody);
    }

    /** What one read brought has been told. */
    void turnOver() {
        if (writeReplies()) {
            channel.flush();
            lookBack();
        }
    }

    /** Those of the reader, and those that have been given. */
    private boolean writeReplies() {
        for (Reply reply = given.poll(); reply != null; reply = given.poll()) {
            if (repliesGathered + repliesUnwritten < MOST_REPLIES) {
                repliesGathered++;
                replies.add(reply.command, reply.status, reply.sequence, true);
            }
        }
        int count = repliesGathered;
        if (count == 0) {
            return false;
        }
        ByteBuf buffer =
                channel.alloc().directBuffer(replies.length()); // may fail, and then they are still to be written
        repliesGathered = 0;
        repliesUnwritten += count;
        buffer.writeBytes(replies.octets(), 0, replies.length());
        replies.clear();
        noted(buffer);
        handed++;
        channel.write(buffer).addListener(done -> {
            repliesUnwritten -= count;
            written++;
        });
        return true;
    }

    /** Writes the PDU and then does that, at the latest when the event loop comes by with the time over. */
    void lastWord(byte[] pdu, Runnable then) {
        turnOver();
        ByteBuf buffer = channel.alloc().directBuffer(pdu.length).writeBytes(pdu);
        noted(buffer);
        handed++;
        channel.writeAndFlush(buffer).addListener(done -> then.run());
    }

    private void drain() {
        woken.set(false);
        boolean any = false;
        try {
            any = writeReplies();
        } finally { // also where no memory is left for these: nobody may come again who would wake it
            writeComposed(channel, any);
        }
    }

    /** @param any whether something was written before it */
    private void writeComposed(Channel to, boolean any) {
        boolean more = any;
        for (Object next = composed.poll(); next != null; next = composed.poll()) {
            handed++;
            if (next instanceof Piece piece) {
                if (plain) {
                    unwritten.addAndGet(-piece.length);
                }
                noted(piece.octets);
                to.write(piece.octets).addListener(piece);
            } else {
                ByteBuf buffer = (ByteBuf) next;
                unwritten.addAndGet(-buffer.readableBytes());
                noted(buffer);
                to.write(buffer, to.voidPromise());
            }
            more = true;
        }
        if (more) {
            to.flush();
            lookBack();
        }
    }

    private void noted(ByteBuf buffer) {
        if (tap.isOn()) {
            tap.out(buffer, buffer.readerIndex(), buffer.readableBytes(), ticker.nanos(), OF_BUFFER);
        }
    }

    private void lookBack() {
        if (isBusy()) {
            afterWriting.run();
        } else {
            movedAt = 0;
        }
    }

    /** Nanoseconds for which the peer has taken nothing of what waits for it; 0 when nothing waits. */
    long stuckFor(long now) {
        ChannelOutboundBuffer out = waiting();
        if (out == null || out.totalPendingWriteBytes() == 0) {
            movedAt = 0;
            return 0;
        }
        long gone = plain ? handed - out.size() : written;
        boolean moved = movedAt == 0 || out.currentProgress() != progress || out.size() < pieces || gone != seen;
        progress = out.currentProgress();
        pieces = out.size();
        seen = gone;
        if (moved) {
            movedAt = now | 1;
        }
        return moved ? 0 : now - movedAt;
    }

    /** Whether something has been handed to the connection that the peer has not taken yet. */
    boolean isBusy() {
        return pending() > 0;
    }

    /** Null before there is a connection, and after it. */
    private ChannelOutboundBuffer waiting() {
        Channel of = channel;
        return of == null ? null : of.unsafe().outboundBuffer();
    }

    /** Nobody will write what is left. */
    private void release() {
        for (Object next = composed.poll(); next != null; next = composed.poll()) {
            if (next instanceof Piece piece) {
                piece.octets.release();
                piece.told.run();
            } else {
                ((ByteBuf) next).release();
            }
        }
    }
}
