package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitingQueueTest {
    @Test
    void two_threads_pass_a_million_events_in_order() throws Exception {
        WaitingQueue queue = new WaitingQueue(10);
        int count = 1_000_000;
        CompletableFuture<Void> offering = CompletableFuture.runAsync(() -> {
            for (long i = 1; i <= count; i++) {
                queue.offer(i, i * 2, null);
            }
        });
        for (long i = 1; i <= count; i++) {
            while (queue.isEmpty()) {
                Thread.onSpinWait();
            }
            Entry entry = queue.poll();
            assertThat(entry.id == i && entry.position == i * 2).isTrue();
        }
        offering.get(10, TimeUnit.SECONDS);
        assertThat(queue.size()).isZero();
        assertThat(queue.headId()).isZero();
    }

    @Test
    void only_the_hot_events_keep_their_content() {
        WaitingQueue queue = new WaitingQueue(3);
        for (int i = 1; i <= 2_000; i++) {
            queue.offer(i, i, Given.state(i, i, MessageState.SENT));
        }
        assertThat(queue.hot()).isEqualTo(3);
        for (int i = 1; i <= 2_000; i++) {
            Entry entry = queue.poll();
            assertThat(entry.event != null).isEqualTo(i <= 3);
            assertThat(entry.hot).isEqualTo(i <= 3);
        }
        queue.cooled();
        queue.offer(2_001, 1, Given.state(2_001, 1, MessageState.SENT));
        queue.offer(2_002, 1, Given.state(2_002, 1, MessageState.SENT));
        assertThat(queue.poll().hot).isTrue();
        assertThat(queue.poll().hot).isFalse();
    }

    @Test
    void pauses_double_up_to_the_longest_and_chance_takes_at_most_half() {
        Backoff steady = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(15), () -> 0);
        assertThat(steady.nanos(1)).isEqualTo(1_000_000_000L);
        assertThat(steady.nanos(4)).isEqualTo(8_000_000_000L);
        assertThat(steady.nanos(11)).isEqualTo(Duration.ofMinutes(15).toNanos());
        assertThat(steady.nanos(Integer.MAX_VALUE))
                .isEqualTo(Duration.ofMinutes(15).toNanos());
        Backoff lucky = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(15), () -> 0.999_999);
        assertThat(lucky.nanos(1)).isBetween(500_000_000L, 500_001_000L);
    }
}
