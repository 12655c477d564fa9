package io.smppbridge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void what_one_thread_counts_another_reads() throws InterruptedException {
        Tally tally = new Tally();
        Thread one = new Thread(
                () -> {
                    for (int i = 0; i < 100_000; i++) {
                        tally.increment();
                        tally.add(2);
                    }
                },
                "counting");
        one.start();
        long before = 0;
        while (one.isAlive()) {
            long now = tally.sum();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
        assertThat(tally.sum()).isEqualTo(300_000);
        assertThat(tally.longValue()).isEqualTo(300_000);
    }

    @Test
    void times_counted_by_one_thread_read_like_others() {
        Latency shared = new Latency();
        Latency own = Latency.ofOneThread();
        for (int i = -1; i < 1_000; i++) {
            shared.record(Duration.ofMillis(i).toNanos(), 2);
            own.record(Duration.ofMillis(i).toNanos(), 2);
        }
        assertThat(own.counts()).isEqualTo(shared.counts());
        assertThat(own.count()).isEqualTo(2_002);
        assertThat(own.sumNanos()).isEqualTo(shared.sumNanos());
        assertThat(own.quantileNanos(0.5)).isEqualTo(shared.quantileNanos(0.5));
    }
}
