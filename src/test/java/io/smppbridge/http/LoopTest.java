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
}
