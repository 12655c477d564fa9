package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.smppbridge.threads.ProcessorWait;
import io.smppbridge.threads.Ticker;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopTest {
    @Test
    void a_hundred_answers_wake_the_loop_once() throws Exception {
        DefaultEventLoop executor = new DefaultEventLoop();
        try {
            Loop loop = new Loop(executor, InstantSource.system(), Ticker.SYSTEM, new ProcessorWait(), Long.MAX_VALUE);
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(100);
            executor.execute(() -> {
                started.countDown();
                try {
                    busy.await(5, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            started.await();
            for (int i = 0; i < 100; i++) {
                loop.run(done::countDown);
            }

            assertThat(executor.pendingTasks()).isEqualTo(1);
            busy.countDown();
            assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
        } finally {
            executor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** What waited behind it had waited for the next answer, and so had whatever was answered on the loop itself. */
    @Test
    void an_answer_for_which_no_memory_is_left_beside_the_heap_holds_up_no_other() throws Exception {
        DefaultEventLoop executor = new DefaultEventLoop();
        try {
            Loop loop = new Loop(executor, InstantSource.system(), Ticker.SYSTEM, new ProcessorWait(), Long.MAX_VALUE);
            CountDownLatch done = new CountDownLatch(1);
            executor.execute(() -> {
                loop.run(() -> {
                    throw new OutOfMemoryError("of a test");
                });
                loop.run(done::countDown);
            });
            assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
        } finally {
            executor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
