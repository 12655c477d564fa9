package io.smppbridge.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * A platform that posts as fast as it is answered (closed loop), or at a fixed rate whatever the answers do (open loop). In an open loop the
 * time of an answer counts from when its request was due, not from when a connection was free for it: waiting for the bridge is not left out.
 */
@OwnedBy("bench-load-1; its methods may be called by one other thread")
final class HttpLoad implements AutoCloseable {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    /** A request leaves that late at most while the processor is free, which counts against the bridge and comes in no larger bunches. */
    private static final long SHORTEST_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    /** After a refusal for want of room. */
    private static final long PAUSE_MILLIS = 10;
    /** While too many are on their way. */
    private static final long SHORT_PAUSE_MILLIS = 1;

    private static final int READ_BUFFER = 64 * 1024;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NamedThreads.numbered("bench-load"), EventLoops.handlers());
    private final EventLoop loop = group.next();
    private final Requests requests;
    private final List<HttpConnection> connections = new ArrayList<>();
    private final ArrayDeque<HttpConnection> free = new ArrayDeque<>();
    private final ArrayDeque<Long> overdue = new ArrayDeque<>();
    private final Histogram latency = new Histogram(LONGEST_NANOS, 3);
    private LongSupplier ended = () -> Long.MAX_VALUE;
    private long most = Long.MAX_VALUE;
    private long everAccepted;
    private boolean running;
    private boolean closedLoop;
    private double intervalNanos;
    private double nextDue;
    private long accepted;
    private long refused;
    private long broken;
    private long timed;
    private long lateNanos;

    /**
     * What has happened since the last {@link #tally}.
     *
     * @param accepted messages with a positive answer
     * @param refused requests answered with 429 or 503
     * @param broken connections that ended, other answers
     * @param overdue requests that were due and not sent yet
     * @param lateMicros how late the generator came to a request that was due, on average; NaN in a closed loop
     */
    record Tally(long accepted, long refused, long broken, int overdue, double lateMicros, Histogram latency) {
        /** Of a load that is none of requests. */
        static Tally of(Histogram latency) {
            return new Tally(0, 0, 0, 0, Double.NaN, latency);
        }
    }

    /** Connects. */
    HttpLoad(int port, Requests requests, int connections) throws IOException {
        this.requests = requests;
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(EventLoops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BUFFER))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpConnection(HttpLoad.this));
                    }
                });
        for (int i = 0; i < connections; i++) {
            var connected = bootstrap.connect("127.0.0.1", port).awaitUninterruptibly();
            if (!connected.isSuccess()) {
                close();
                throw new IOException("cannot connect to the bridge on port " + port, connected.cause());
            }
            this.connections.add(connected.channel().pipeline().get(HttpConnection.class));
        }
    }

    /** From now on every connection sends its next request when the last one is answered. */
    void closedLoop() {
        call(() -> {
            running = true;
            closedLoop = true;
            connections.forEach(connection -> send(connection, System.nanoTime()));
            return null;
        });
    }

    /** The same, but no more messages may be accepted and not yet at their end than so many. */
    void closedLoop(long awaited, LongSupplier atTheirEnd) {
        call(() -> {
            most = awaited;
            ended = atTheirEnd;
            return null;
        });
        closedLoop();
    }

    /** From now on requests fall due at a fixed rate. */
    void openLoop(double requestsPerSecond) {
        call(() -> {
            running = true;
            closedLoop = false;
            intervalNanos = TimeUnit.SECONDS.toNanos(1) / requestsPerSecond;
            nextDue = System.nanoTime();
            free.addAll(connections);
            turn();
            return null;
        });
    }

    /** No further request; answers on their way are still counted. */
    void end() {
        call(() -> {
            running = false;
            return null;
        });
    }

    /** What has happened since the last call. */
    Tally tally() {
        return call(() -> {
            double late = timed == 0 ? Double.NaN : lateNanos / 1e3 / timed;
            Tally tally = new Tally(accepted, refused, broken, overdue.size(), late, latency.copy());
            accepted = 0;
            refused = 0;
            broken = 0;
            timed = 0;
            lateNanos = 0;
            latency.reset();
            return tally;
        });
    }

    /** Messages with a positive answer so far. */
    long everAccepted() {
        return call(() -> everAccepted);
    }

    /** On the loop: an answer has come. */
    void answered(HttpConnection connection, int status, int messages) {
        long now = System.nanoTime();
        latency.recordValue(Math.min(LONGEST_NANOS, Math.max(0, now - connection.due)));
        accepted += messages;
        everAccepted += messages;
        boolean full = status == 429 || status == 503;
        if (full) {
            refused++;
        } else if (status != 202) {
            broken++;
        }
        if (!running) {
            return;
        }
        if (!closedLoop) {
            if (overdue.isEmpty()) {
                free.add(connection);
            } else {
                send(connection, overdue.poll());
            }
        } else if (full) {
            loop.schedule(() -> next(connection), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            next(connection);
        }
    }

    /** In a closed loop, as soon as it may. */
    private void next(HttpConnection connection) {
        if (running && everAccepted - ended.getAsLong() > most) {
            loop.schedule(() -> next(connection), SHORT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            send(connection, System.nanoTime());
        }
    }

    /** On the loop: a connection is gone; the others go on. */
    void lost(HttpConnection connection) {
        broken++;
        connections.remove(connection);
        free.remove(connection);
    }

    private void turn() {
        if (!running) {
            return;
        }
        long now = System.nanoTime();
        while (nextDue <= now) {
            long due = (long) nextDue;
            nextDue += intervalNanos;
            timed++;
            lateNanos += now - due;
            if (free.isEmpty()) {
                overdue.add(due);
            } else {
                send(free.poll(), due);
            }
        }
        long sleep = Math.max(SHORTEST_SLEEP_NANOS, (long) nextDue - now);
        loop.schedule(this::turn, sleep, TimeUnit.NANOSECONDS);
    }

    private void send(HttpConnection connection, long due) {
        if (running) {
            connection.send(requests.next(), due);
        }
    }

    private <T> T call(Callable<T> work) {
        try {
            return loop.submit(work).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the load generator does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
