package io.smppbridge.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
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
    void all_threads_of_the_bridge_are_of_that_kind() {
        assertThat(NamedThreads.single("one", () -> {})).isInstanceOf(NamedThreads.Rejecting.class);
        assertThat(NamedThreads.numbered("some").newThread(() -> {})).isInstanceOf(NamedThreads.Rejecting.class);
    }
}
