package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What watches the threads while a bridge is loaded finds what it is there for. */
@Tag("H-04")
class ThreadWatchTest {
    @Test
    void a_thread_that_carries_messages_and_stands_before_a_lock_is_told_of() throws Exception {
        Object lock = new Object();
        Thread io = new Thread(
                () -> {
                    synchronized (lock) {
                        lock.notifyAll();
                    }
                },
                "smpp-io-99");
        try (ThreadWatch watch = ThreadWatch.start(Duration.ofMillis(200))) {
            synchronized (lock) {
                io.start();
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> !watch.findings().isEmpty());
            }
            io.join(10_000);
            assertThat(watch.findings())
                    .singleElement()
                    .satisfies(
                            finding -> assertThat(finding).startsWith("smpp-io-99 blocked, before java.lang.Object@"));
        }
    }

    @Test
    void threads_that_wait_for_each_other_are_told_of() throws Exception {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        List<Thread> pair = List.of(crossing("test-one", one, other, both), crossing("test-other", other, one, both));
        try (ThreadWatch watch = ThreadWatch.start()) {
            pair.forEach(Thread::start);
            await().atMost(Duration.ofSeconds(20)).until(() -> watch.findings().size() == 2);
            assertThat(watch.findings()).allMatch(finding -> finding.contains(" in a cycle, before "));
        } finally {
            pair.forEach(Thread::interrupt);
        }
    }

    private static Thread crossing(String name, ReentrantLock first, ReentrantLock second, CountDownLatch both) {
        return new Thread(
                () -> {
                    first.lock();
                    try {
                        both.countDown();
                        both.await(10, TimeUnit.SECONDS);
                        second.lockInterruptibly();
                        second.unlock();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        first.unlock();
                    }
                },
                name);
    }

    @Test
    void threads_that_only_pass_a_lock_are_not() throws Exception {
        Object lock = new Object();
        CountDownLatch done = new CountDownLatch(2);
        try (ThreadWatch watch = ThreadWatch.start(Duration.ofMillis(100))) {
            for (String name : List.of("smpp-io-98", "smpp-io-97")) {
                new Thread(
                                () -> {
                                    while (watch.samples() < 30) {
                                        synchronized (lock) {
                                            Thread.onSpinWait();
                                        }
                                        Thread.yield();
                                    }
                                    done.countDown();
                                },
                                name)
                        .start();
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(watch.findings()).isEmpty();
        }
    }
}
