package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LinesTest {
    private final Lines lines = new Lines("lines", 1, 10);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void what_waits_at_a_stop_is_done_in_its_order() throws Exception {
        lines.add("one", () -> done.add("1a"));
        lines.add("one", () -> done.add("1b"));
        assertThat(lines.stop(Duration.ofSeconds(10))).isTrue();
        assertThat(done).containsExactly("1a", "1b");
        assertThat(lines.add("one", () -> done.add("1c"))).isFalse();
    }

    @Test
    void what_a_thread_that_does_not_come_back_leaves_at_a_stop_is_done_all_the_same() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        lines.add("one", () -> {
            begun.countDown();
            while (end.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        lines.add("one", () -> done.add("1b"));
        lines.add("one", () -> {
            throw new IllegalStateException("as planned");
        });
        lines.add("two", () -> done.add("2a"));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        try {
            assertThat(lines.stop(Duration.ofMillis(50))).isFalse();
            assertThat(done).containsExactlyInAnyOrder("1b", "2a");
        } finally {
            end.countDown();
        }
    }
}
