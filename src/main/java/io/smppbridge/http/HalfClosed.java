package io.smppbridge.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.epoll.EpollSocketChannel;
import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.TimeUnit;

/**
 * Stands in the pipeline of a connection whose client sends no more and waits for what it is still owed.
 *
 * <p>Netty 4.2 takes such a socket off the epoll instance and cannot put it there again. So nothing may ask for reading any more; no reset is
 * reported, and is looked for from time to time; and what is written must fit into the socket's buffer, which is made as large as it may be. What
 * does not fit, and was not under way before, ends the connection.
 */
@OwnedBy("the connection's event loop")
public final class HalfClosed extends ChannelOutboundHandlerAdapter {
    private static final long LOOK_MS = 100;
    /** Linux's TCP_CLOSE. */
    private static final int CLOSED = 7;

    private static final int BUFFER = 1 << 20;
    /** What the kernel makes of it where it allows no more than usual. */
    private static final int USUAL = 2 * 212_992;

    private HalfClosed() {}

    /** From the end of the client's side on, unless the connection is closed already. */
    public static void enter(Channel channel) {
        if (channel instanceof EpollSocketChannel epoll && epoll.isOpen()) {
            epoll.pipeline().addFirst(new HalfClosed());
            look(epoll);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        EpollSocketChannel channel = (EpollSocketChannel) context.channel();
        try {
            if (channel.config().getSendBufferSize() < USUAL) {
                channel.config().setSendBufferSize(BUFFER);
            }
        } catch (ChannelException e) {
            channel.close(); // it is gone
        }
    }

    @Override
    public void read(ChannelHandlerContext context) {
        // there is nothing to come
    }

    private static void look(EpollSocketChannel channel) {
        if (isReset(channel)) {
            channel.close();
        } else if (channel.isOpen()) {
            channel.eventLoop().schedule(() -> look(channel), LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean isReset(EpollSocketChannel channel) {
        try {
            return channel.isOpen() && channel.tcpInfo().state() == CLOSED;
        } catch (ChannelException e) {
            return true;
        }
    }
}
