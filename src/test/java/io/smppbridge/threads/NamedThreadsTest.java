package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class NamedThreadsTest {
    /** More than any system has. */
    static final long TOO_LARGE_A_STACK = 1L << 60;

    @Test
    void a_thread_that_cannot_be_made_is_rejected_and_ends_nobody_who_asked_for_it() {
        Thread impossible = new NamedThreads.Rejecting(() -> {}, "impossible", TOO_LARGE_A_STACK);
        assertThatThrownBy(impossible::start)
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("ulimit -u")
                .hasCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void spare_threads_are_demanded_all_at_once_and_end() {
        Collection<Thread> made = new ArrayList<>();
        ThreadFactory three = work -> {
            Thread thread = made.size() < 3
                    ? NamedThreads.single("spare", work)
                    : new NamedThreads.Rejecting(work, "impossible", TOO_LARGE_A_STACK);
            made.add(thread);
            return thread;
        };
        assertThatThrownBy(() -> NamedThreads.demandSpare(5, three)).isInstanceOf(RejectedExecutionException.class);
        assertThat(made).hasSize(4);
        await().until(() -> made.stream().noneMatch(Thread::isAlive));
        made.clear();
        NamedThreads.demandSpare(3, three);
        assertThat(made).hasSize(3);
        await().until(() -> made.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void all_threads_of_the_bridge_are_of_that_kind() {
        assertThat(NamedThreads.single("one", () -> {})).isInstanceOf(NamedThreads.Rejecting.class);
        assertThat(NamedThreads.numbered("some").newThread(() -> {})).isInstanceOf(NamedThreads.Rejecting.class);
    }
}
