package io.smppbridge.intake;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ends a connection though its client has not: no frame for so long, none of its ACKs taken, or a fault. It stands behind the connection, so that octets that
 * never become a frame count as silence.
 *
 * <p>Closing is done slowly: what was said last is flushed, our side shut, and what the client still sends is thrown away for a second; closing
 * at once would make the kernel answer with a reset that takes the last ACKs from the client's hands.
 */
@OwnedBy("its connection's event loop")
final class StreamEnd extends IdleStateHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StreamEnd.class);

    private static final long LINGER_MS = 1_000;

    private final StreamConnection connection;
    private boolean closing;
    /** Octets that were not sent when it was looked last. */
    private long unsent = -1;

    private final long silenceMs;

    StreamEnd(StreamConnection connection, Duration silence) {
        super(silence.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
        this.connection = connection;
        this.silenceMs = silence.toMillis();
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        boolean takes = takesAny(context.channel());
        if (!closing) {
            connection.silent(takes);
        } else if (!takes) {
            context.close(); // the client does not take its last ACKs
        }
    }

    /** Whether the client has taken any of what it is told since it was looked last: a slow one does so long before the kernel has room for more. */
    private boolean takesAny(Channel channel) {
        long before = unsent;
        unsent = unsent(channel);
        return unsent != before || channel instanceof EpollSocketChannel epoll && isSending(epoll);
    }

    private boolean isSending(EpollSocketChannel channel) {
        try {
            return channel.isOpen() && channel.tcpInfo().lastDataSent() < silenceMs;
        } catch (ChannelException e) {
            return false; // it is gone
        }
    }

    private static long unsent(Channel channel) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    /** Closes once everything that was written has gone. */
    void close(Channel channel) {
        closing = true;
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) StreamEnd::shut);
    }

    private static void shut(ChannelFuture written) {
        Channel channel = written.channel();
        if (written.isSuccess() && channel instanceof DuplexChannel duplex && !duplex.isInputShutdown()) {
            duplex.shutdownOutput();
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(() -> channel.close(), LINGER_MS, TimeUnit.MILLISECONDS);
        } else {
            channel.close();
        }
    }

    /** The client sends no more, while it is closed. */
    void ended(Channel channel) {
        if (channel instanceof DuplexChannel duplex && duplex.isOutputShutdown()) {
            channel.close();
        } // else shut is still to come
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("a stream of account \"{}\" broke: {}", connection.account, cause.toString());
        } else {
            LOG.error("a stream of account \"{}\" failed and is closed", connection.account, cause);
        }
        context.close();
    }
}
