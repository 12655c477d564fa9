package io.smppbridge.smpp;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.smppbridge.connector.Rest;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The few event loops that carry all binds over Netty, whatever their number, but for those that their sender carries itself. Made when the first such bind is; each is one thread, {@code
 * smpp-io-<n>}. Connections that SMSCs have made (outbind) are carried by one more, {@code smpp-io-called-1}.
 */
@ThreadSafe
public final class NettyLoops implements AutoCloseable {
    private final int threads;
    private Optional<MultiThreadIoEventLoopGroup> calling = Optional.empty();
    private Optional<MultiThreadIoEventLoopGroup> called = Optional.empty();
    private boolean closed;

    /** @param threads event loops at most; 0 for none but where nobody carries a bind himself */
    public NettyLoops(int threads) {
        this.threads = threads;
    }

    /** One for a connection that is to be made; binds are dealt out in turn. */
    synchronized EventLoop next() {
        refuseWhenClosed();
        if (calling.isEmpty()) {
            calling = Optional.of(new Loops(Math.max(1, threads), "smpp-io", handlers()));
        }
        return calling.get().next();
    }

    /** The one for connections that the JDK has accepted, which epoll cannot carry. */
    synchronized EventLoop nextCalled() {
        refuseWhenClosed();
        if (called.isEmpty()) {
            called = Optional.of(new Loops(1, "smpp-io-called", NioIoHandler.newFactory()));
        }
        return called.get().next();
    }

    /** Where a sender waits: with its own binds over Netty when there are to be no threads for them. */
    public Rest rest() {
        return threads == 0 ? new CarryingRest() : Rest.asleep();
    }

    static IoHandlerFactory handlers() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** What {@link #next} carries. */
    static Class<? extends Channel> channelType() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new RejectedExecutionException("the bridge has stopped");
        }
    }

    /** Ends them; connections that are still open are cut off. Those that a sender carries are not: they are cut when it leaves, however late. */
    @Override
    public void close() {
        Optional<MultiThreadIoEventLoopGroup> first;
        Optional<MultiThreadIoEventLoopGroup> second;
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

    /** Of loops that close what they carry. */
    private static final class Loops extends MultiThreadIoEventLoopGroup {
        Loops(int threads, String name, IoHandlerFactory handlers) {
            super(threads, NamedThreads.numbered(name, FastThreadLocalThread::new), handlers);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... none) {
            return new ClosingLoop(this, executor, handlers);
        }
    }

    /**
     * Closes what it carries before it ends. Netty's own loop does so in a turn that finds, before its tasks, that it is to end; one that is told so
     * meanwhile ends behind them, and who is bound is never told.
     */
    private static final class ClosingLoop extends SingleThreadIoEventLoop {
        ClosingLoop(Loops loops, Executor executor, IoHandlerFactory handlers) {
            super(loops, executor, handlers);
        }

        @Override
        protected boolean confirmShutdown() {
            if (isShuttingDown()) {
                ioHandler().prepareToDestroy();
            }
            return super.confirmShutdown(); // and does what the closing has left to be done
        }
    }
}
