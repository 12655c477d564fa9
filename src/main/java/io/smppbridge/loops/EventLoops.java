package io.smppbridge.loops;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** Makes groups of event loops, says which channels they carry (epoll's where Netty has it, NIO's elsewhere), and opens listeners. Any thread. */
@ThreadSafe
public final class EventLoops {
    /** How long a loop sleeps that has nothing to do; whoever gives it something wakes it. */
    private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

    private EventLoops() {}

    /**
     * Loops that close what they carry before they end. They start when first needed, or {@link #listen} starts them; who has made them shuts them
     * down.
     *
     * @param name of the threads, {@code <name>-1} and on
     * @param threads loops, one thread each; 1 or more
     */
    public static EventLoopGroup group(String name, int threads) {
        return new ClosingLoops(name, threads, handlers());
    }

    /** As {@link #group}, over NIO whatever the system has: for sockets that the JDK has made, which epoll cannot carry. */
    public static EventLoopGroup nioGroup(String name, int threads) {
        return new ClosingLoops(name, threads, NioIoHandler.newFactory());
    }

    /** What makes a loop that somebody runs himself, for the channels named here. */
    public static IoHandlerFactory handlers() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** A listener's socket. */
    public static Class<? extends ServerChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    /** A socket that calls. */
    public static Class<? extends Channel> clientChannel() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /**
     * Opens a listener, and waits until it is open. All loops run by then: whoever fell to one whose thread cannot be made would be cut off.
     *
     * @param bootstrap with loops, channel, options and handlers
     * @param name whose it is, for the complaint
     * @throws IOException if the address cannot be had; the message says which
     * @throws RejectedExecutionException if the system lets a loop's thread not be made; nothing is open then
     */
    public static Channel listen(ServerBootstrap bootstrap, String name, String host, int port) throws IOException {
        for (EventExecutor loop : bootstrap.config().childGroup()) {
            loop.execute(() -> {});
        }
        try {
            return bootstrap
                    .bind(new InetSocketAddress(host, port))
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) { // syncUninterruptibly throws the bind's own checked exception undeclared
            throw new IOException(name + ": " + refusal(host, port, e, "is another process using it?"), e);
        }
    }

    /**
     * Why an address cannot be had, in words.
     *
     * @param taken what to do where somebody else has it
     */
    public static String refusal(String host, int port, Throwable why, String taken) {
        String what = "cannot listen on " + host + ":" + port;
        if (why instanceof UnresolvedAddressException || why instanceof UnknownHostException) { // which say nothing
            return what + ": " + host + " is no address, and no name that has one here";
        }
        String said = String.valueOf(why.getMessage());
        boolean foreign = said.contains("Cannot assign requested address");
        return what + " (" + said + "); " + (foreign ? "is it an address of this machine?" : taken);
    }

    private static final class ClosingLoops extends MultiThreadIoEventLoopGroup {
        ClosingLoops(String name, int threads, IoHandlerFactory handlers) {
            // for threads that are not FastThreadLocalThreads Netty pools nothing but octets
            super(threads, starting(NamedThreads.numbered(name, FastThreadLocalThread::new)), handlers);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... none) {
            return new ClosingLoop(this, executor, handlers);
        }
    }

    /**
     * Starts a thread for each loop. As everywhere here that is rejected where none can be made: the JDK's Error would also come out of the end of a
     * group that has not started all.
     */
    static Executor starting(ThreadFactory threads) {
        return work -> {
            try {
                threads.newThread(work).start();
            } catch (OutOfMemoryError e) {
                throw NamedThreads.rejected(e);
            }
        };
    }

    /**
     * Closes what it carries before it ends. Netty's own loop does so in a turn that finds, before its tasks, that it is to end; one that is told so
     * meanwhile ends behind them, and who is connected is never told.
     */
    private static final class ClosingLoop extends SingleThreadIoEventLoop {
        ClosingLoop(ClosingLoops loops, Executor executor, IoHandlerFactory handlers) {
            super(loops, executor, handlers);
        }

        /** Netty's own one looks every second for timers given up, of which there are none without timers. */
        @Override
        protected long delayNanos(long now) {
            return hasTimers() ? super.delayNanos(now) : LONG_NANOS;
        }

        @Override
        protected long deadlineNanos() {
            return hasTimers() ? super.deadlineNanos() : getCurrentTimeNanos() + LONG_NANOS;
        }

        private boolean hasTimers() {
            return nextScheduledTaskDeadlineNanos() >= 0; // hasScheduledTasks means those that are due
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
