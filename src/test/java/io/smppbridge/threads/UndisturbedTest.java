package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C22")
class UndisturbedTest {
    @Test
    void an_interrupt_before_or_meanwhile_cuts_no_wait_short_and_is_the_caller_s_again() {
        for (boolean before : new boolean[] {true, false}) {
            Thread caller = Thread.currentThread();
            CountDownLatch never = new CountDownLatch(1);
            AtomicBoolean whole = new AtomicBoolean();
            if (before) {
                caller.interrupt();
            }
            Undisturbed.run("test-undisturbed", () -> {
                caller.interrupt();
                whole.set(!never.await(50, TimeUnit.MILLISECONDS));
            });
            assertThat(Thread.interrupted()).isTrue();
            assertThat(whole).isTrue();
        }
    }

    @Test
    void without_an_interrupt_there_is_none_afterwards() {
        Undisturbed.run("test-undisturbed", () -> {});
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void where_no_thread_can_be_made_the_caller_does_the_work() {
        AtomicBoolean whole = new AtomicBoolean();
        Thread.currentThread().interrupt();
        Undisturbed.run(
                "test-undisturbed",
                () -> whole.set(!Thread.currentThread().isInterrupted()),
                work -> new NamedThreads.Rejecting(work, "impossible", NamedThreadsTest.TOO_LARGE_A_STACK));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(whole).isTrue();
    }

    @Test
    void what_the_work_throws_is_thrown() {
        assertThatThrownBy(() -> Undisturbed.run("test-undisturbed", () -> {
                    throw new IllegalArgumentException("thrown by a test");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Undisturbed.run("test-undisturbed", () -> {
                    throw new AssertionError("thrown by a test");
                }))
                .isInstanceOf(AssertionError.class);
    }
}
