package io.smppbridge.smpp;

import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An event loop that is kept busy with something else until it is let go. */
public final class HeldLoop implements AutoCloseable {
    private final EventLoop loop;
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param loops with one thread; held up when this returns */
    public HeldLoop(NettyLoops loops) throws InterruptedException {
        loop = loops.next();
        CountDownLatch held = new CountDownLatch(1);
        loop.execute(() -> {
            held.countDown();
            try {
                if (!released.await(60, TimeUnit.SECONDS)) {
                    throw new AssertionError("held up for ever");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        if (!held.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("the loop is held up by something else");
        }
    }

    /** It does what has gathered, before this returns. */
    @Override
    public void close() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(done::countDown);
        released.countDown();
        if (!done.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("the loop does not go on");
        }
    }
}
