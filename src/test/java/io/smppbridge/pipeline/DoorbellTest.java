package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The journal thread's sleep. */
class DoorbellTest {
    private static final int RINGERS = 4;
    private static final int EACH = 2_000;
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
}
