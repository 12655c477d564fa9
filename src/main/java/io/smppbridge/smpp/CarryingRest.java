package io.smppbridge.smpp;

import io.netty.channel.EventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.smppbridge.connector.Rest;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The rest of a thread that carries its own binds: while it waits it is their event loop. What it has composed is written, and what has come
 * is read, without another thread, which is worth the more the smaller the windows are. In return nothing is read or written while the
 * owner waits for something else.
 */
@OwnedBy("the thread that rests here, except wake()")
final class CarryingRest implements Rest {
    private static final Runnable NOTHING = () -> {};
    private static final long LAST_LOOK = TimeUnit.MILLISECONDS.toNanos(10);

    private final ManualIoEventLoop loop = new ManualIoEventLoop(null, EventLoops.handlers());

    /** What carries the connections of this owner. */
    EventLoop loop() {
        return loop;
    }

    @Override
    public Thread thread(String name, Runnable work) {
        return NamedThreads.single(name, work, FastThreadLocalThread::new); // for others Netty pools nothing but octets
    }

    @Override
    public void enter() {
        loop.setOwningThread(Thread.currentThread());
    }

    @Override
    public void rest(long nanos) {
        if (nanos > 0) {
            loop.run(nanos);
        } else {
            loop.runNow();
        }
    }

    @Override
    public void wake() {
        if (!loop.inEventLoop()) {
            try {
                loop.execute(NOTHING); // A bare wake-up could come before the wait, and be lost.
            } catch (RejectedExecutionException left) {
                // Nobody is here any more.
            }
        }
    }

    @Override
    public void leave() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        while (!loop.isTerminated()) {
            loop.run(LAST_LOOK);
        }
    }
}
