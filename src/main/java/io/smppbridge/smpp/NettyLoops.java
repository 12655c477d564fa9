package io.smppbridge.smpp;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.smppbridge.connector.Rest;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The few event loops that carry all binds over Netty, whatever their number, but for those that their sender carries itself. Made when the first such bind is; each is one thread, {@code
 * smpp-io-<n>}. Connections that SMSCs have made (outbind) are carried by one more, {@code smpp-io-called-1}.
 */
@ThreadSafe
public final class NettyLoops implements AutoCloseable {
    private final int threads;
    private Optional<EventLoopGroup> calling = Optional.empty();
    private Optional<EventLoopGroup> called = Optional.empty();
    private boolean closed;

    /** @param threads event loops at most; 0 for none but where nobody carries a bind himself */
    public NettyLoops(int threads) {
        this.threads = threads;
    }

    /** One for a connection that is to be made; binds are dealt out in turn. */
    synchronized EventLoop next() {
        refuseWhenClosed();
        if (calling.isEmpty()) {
            calling = Optional.of(EventLoops.group("smpp-io", Math.max(1, threads)));
        }
        return calling.get().next();
    }

    /** The one for connections that the JDK has accepted, which epoll cannot carry. */
    synchronized EventLoop nextCalled() {
        refuseWhenClosed();
        if (called.isEmpty()) {
            called = Optional.of(EventLoops.nioGroup("smpp-io-called", 1));
        }
        return called.get().next();
    }

    /** Where a sender waits: with its own binds over Netty when there are to be no threads for them. */
    public Rest rest() {
        return threads == 0 ? new CarryingRest() : Rest.asleep();
    }

    /** What {@link #next} carries. */
    static Class<? extends Channel> channelType() {
        return EventLoops.clientChannel();
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new RejectedExecutionException("the bridge has stopped");
        }
    }

    /** Ends them; connections that are still open are cut off. Those that a sender carries are not: they are cut when it leaves, however late. */
    @Override
    public void close() {
        Optional<EventLoopGroup> first;
        Optional<EventLoopGroup> second;
        synchronized (this) {
            closed = true;
            first = calling;
            second = called;
        }
        first.ifPresent(group -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        second.ifPresent(group -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        first.ifPresent(group -> group.terminationFuture().awaitUninterruptibly(3, TimeUnit.SECONDS));
        second.ifPresent(group -> group.terminationFuture().awaitUninterruptibly(3, TimeUnit.SECONDS));
    }
}
