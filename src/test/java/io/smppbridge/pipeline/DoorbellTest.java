package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The journal thread's sleep. */
class DoorbellTest {
    private static final int RINGERS = 4;
    private static final int EACH = 2_000;
    /** Of a ringer who lets the owner fall asleep each time. */
    private static final int FEW = 200;
    /** Longer than the whole test may take: one ring that is lost fails it. */
    private static final long NAP = Duration.ofMinutes(5).toNanos();

    @Test
    void no_ring_is_lost_however_many_ring_at_once() throws InterruptedException {
        Doorbell bell = new Doorbell();
        AtomicInteger brought = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            while (taken.get() < RINGERS * EACH) {
                taken.addAndGet(brought.getAndSet(0));
                if (taken.get() < RINGERS * EACH) {
                    bell.sleep(NAP, () -> brought.get() > 0);
                }
            }
            all.countDown();
        });
        owner.setDaemon(true);
        owner.start();
        List<Thread> ringers = new ArrayList<>();
        for (int i = 0; i < RINGERS; i++) {
            Thread ringer = new Thread(() -> {
                for (int n = 0; n < EACH; n++) {
                    brought.incrementAndGet();
                    bell.ring();
                    if (n % 16 == 0) {
                        Thread.yield(); // so that the owner falls asleep now and then
                    }
                }
            });
            ringer.setDaemon(true);
            ringer.start();
            ringers.add(ringer);
        }
        assertThat(all.await(30, TimeUnit.SECONDS))
                .as("all %d were taken, the last one too", RINGERS * EACH)
                .isTrue();
        for (Thread ringer : ringers) {
            ringer.join(Duration.ofSeconds(10).toMillis());
        }
        assertThat(taken.get()).isEqualTo(RINGERS * EACH);
    }

    @Test
    void what_may_wait_wakes_nobody_and_what_may_not_does() throws InterruptedException {
        Doorbell bell = new Doorbell();
        AtomicLong brought = new AtomicLong();
        Thread owner = new Thread(() -> bell.sleepPatiently(NAP, 10, () -> bell.isBeyondPatience(brought.get())));
        owner.setDaemon(true);
        owner.start();
        await().until(() -> LockSupport.getBlocker(owner) == bell);
        brought.set(10);
        bell.ring(10);
        assertThat(LockSupport.getBlocker(owner)).isSameAs(bell);
        brought.set(11);
        bell.ring(11);
        owner.join(Duration.ofSeconds(10).toMillis());
        assertThat(owner.isAlive()).isFalse();
    }

    @Test
    void no_ring_is_lost_where_patience_ends() throws InterruptedException {
        Doorbell bell = new Doorbell();
        AtomicLong brought = new AtomicLong();
        Thread owner = new Thread(() -> {
            for (long taken = 0; taken < FEW; taken = brought.get()) {
                long done = taken;
                bell.sleepPatiently(1_000, done + 2, () -> bell.isBeyondPatience(brought.get()));
                if (brought.get() == done) {
                    bell.sleep(NAP, () -> brought.get() > done);
                }
            }
        });
        owner.setDaemon(true);
        owner.start();
        for (int i = 0; i < FEW; i++) {
            bell.ring(brought.incrementAndGet());
            Thread.yield();
        }
        owner.join(Duration.ofSeconds(30).toMillis());
        assertThat(owner.isAlive()).as("all were taken, the last one too").isFalse();
    }
}
