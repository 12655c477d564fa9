package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
    void where_no_thread_can_be_made_a_line_is_not_begun_and_begins_with_the_next() throws Exception {
        AtomicBoolean none = new AtomicBoolean(true);
        Lines few = new Lines(work -> none.get() ? new Impossible() : NamedThreads.single("few", work), 2, 10);
        assertThat(few.add("one", () -> done.add("1a"))).isFalse();
        none.set(false);
        assertThat(few.add("one", () -> done.add("1b"))).isTrue();
        assertThat(few.stop(Duration.ofSeconds(10))).isTrue();
        assertThat(done).containsExactly("1b");
    }

    @Test
    void a_line_that_has_begun_goes_on_with_its_thread_where_no_other_can_be_made() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(1);
        Lines few = new Lines(
                work -> made.incrementAndGet() > 1 ? new Impossible() : NamedThreads.single("few", work), 2, 10);
        few.add("one", () -> {
            awaitQuietly(full);
            done.add("1a");
        });
        few.add("one", () -> done.add("1b"));
        few.add("one", () -> done.add("1c"));
        full.countDown();
        assertThat(few.stop(Duration.ofSeconds(10))).isTrue();
        assertThat(done).containsExactly("1a", "1b", "1c");
        assertThat(made).as("asked for at each turn").hasValue(3);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    private static final class Impossible extends Thread {
        @Override
        public void start() {
            throw new RejectedExecutionException("no thread");
        }
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
