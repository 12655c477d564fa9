package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.DefaultEventLoop;
import io.smppbridge.threads.Ticker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where no memory beside the heap is left, Netty says so by an error, which ends no process. */
class LoopTest {
    private final DefaultEventLoop executor = new DefaultEventLoop();

    @AfterEach
    void end() {
        executor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** What waited behind it had waited for the next one, and so had all that the loop's sessions wrote. */
    @Test
    void an_answer_for_which_no_memory_is_left_holds_up_no_other() throws Exception {
        Loop loop = new Loop(executor, Ticker.SYSTEM);
        CompletableFuture<Boolean> heldUp = new CompletableFuture<>();
        CountDownLatch done = new CountDownLatch(1);
        executor.execute(() -> {
            loop.run(() -> {
                throw new OutOfMemoryError("of a test");
            });
            loop.run(done::countDown);
            executor.execute(() -> heldUp.complete(loop.flushLater(null)));
        });
        assertThat(heldUp.get(5, TimeUnit.SECONDS)).as("what is written now").isFalse();
        assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
    }

    /** Nobody had asked any more whether an ESME is still there, until another one came. */
    @Test
    void deadlines_are_kept_after_an_error() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Loop loop = new Loop(executor, () -> {
            looks.incrementAndGet();
            throw new OutOfMemoryError("of a test");
        });
        executor.execute(() -> loop.enter(new Session(null, loop, null, null)));
        await().until(() -> looks.get() > 1);
    }
}
